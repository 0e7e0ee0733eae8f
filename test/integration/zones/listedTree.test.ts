import { strict as assert } from 'node:assert'
import { testClock } from '../../clock.ts'
import { accounts } from '../../sandbox/data.ts'
import { addGeneratedClusters } from '../../sandbox/generate.ts'
import { until } from '../helpers.ts'
import {
  getRequestedPaths,
  awsRegions,
  loadFailedLabel,
  describeRow,
  getLoadedPick,
  regionsNotOptedIn,
  lookupPaths,
  findProblem,
  requireRow,
  useSessionWithLookups,
} from '../lookups.ts'

describe('Zones: The Zones view, filled by lookups', () => {
  const session = useSessionWithLookups()

  it('shows each cloud account with its provider, and its state if it isn’t active', async () => {
    const rows = await session.rows('zones')
    assert.deepEqual(
      rows.map((row) => `${row.label} ${describeRow(row)}`),
      [
        'aws-audit $(cloud) aws',
        'aws-production $(cloud) aws',
        'aws-staging $(cloud) aws',
        'azure-production $(cloud) azure',
        'azure-research $(cloud) azure',
        'cloudstack-edge $(warning) inactive · apache-cloudstack',
        'gcp-analytics $(warning) error · gcp',
        'gcp-production $(cloud) gcp',
        'maas-lab $(cloud) maas',
        'nutanix-headquarters $(cloud) nutanix',
        'vcenter-factory $(cloud) no zones',
      ],
    )
    assert.match(rows[6]?.tooltip ?? '', /^gcp-analytics\nCloud account: .*\nState: error$/s)
    await requireRow(session, 'aws-production', 'us-west-2')
    const restore = testClock.putForward(5)
    try {
      for (const path of [['aws-production'], ['aws-production', 'us-west-2']]) {
        const { tooltip } = await requireRow(session, ...path)
        assert.match(tooltip, /\nUpdated 5 minutes ago$/)
      }
    } finally {
      restore()
    }
    assert.deepEqual(
      new Set(rows.map(({ node }) => (node as { kind: string }).kind)),
      new Set(['account', 'regionlessAccount']),
    )
  })

  it('names the accounts whose provider is unknown, and lists them once a provider was selected', async () => {
    const account = accounts.awsProduction
    const { data } = session.sandbox
    data.accounts = data.accounts.filter(({ uid }) => uid === account.uid)
    session.sandbox.traps = ['no kind']
    const [note, ...otherRows] = await session.rows('zones')
    assert.deepEqual([note?.label, otherRows], ['Cloud accounts not shown: 1', []])
    assert.equal(note?.item.description, 'Accounts without a provider: aws-production')
    data.accounts = Array.from({ length: 300 }, (_, index) => ({
      ...account,
      uid: `${account.uid}${index}`,
    }))
    await session.run('refreshZones')
    const [many] = await session.rows('zones')
    assert.match(
      String(many?.item.description),
      /^Accounts without a provider: (aws-production, ){1,9}…$/,
    )
    data.accounts = [account]
    await session.run('refreshZones')
    const listing = session.run('listZones')
    const list = await getLoadedPick(session)
    assert.deepEqual(list.labels, ['aws-production'])
    list.select('aws-production')
    ;(await getLoadedPick(session)).select('aws')
    ;(await getLoadedPick(session)).select('us-east-1')
    ;(await session.dialogs.pick()).escape()
    await listing
    await requireRow(session, 'aws-production', 'us-east-1', 'us-east-1a')
  })

  it('lists the accounts of the first page if a later one fails, and says so', async () => {
    addGeneratedClusters(session.sandbox.data, 4_800)
    session.sandbox.addFault({ path: 'continue=', status: 403, times: null })
    const listing = session.run('listZones')
    const list = await getLoadedPick(session)
    assert.match(findProblem(list) ?? '', /403/)
    const { length } = list.labels
    assert.ok(length > 10)
    session.sandbox.clearFaults()
    list.select(loadFailedLabel)
    await until('the whole list', () => findProblem(list) === undefined && !list.busy)
    assert.ok(list.labels.length > 50 && list.labels.length > length)
    list.escape()
    await listing
  })

  it('requests everything once, and again after Refresh', async () => {
    const open = () => requireRow(session, 'aws-production', 'us-east-1', 'us-east-1a')
    const all = [
      lookupPaths.accounts,
      lookupPaths.awsRegions,
      `${lookupPaths.awsRegions}/us-east-1/zones`,
    ]
    await open()
    await open()
    assert.deepEqual(getRequestedPaths(session), all)
    await session.run('refreshZones')
    await open()
    assert.deepEqual(getRequestedPaths(session), [...all, ...all])
  })

  it('shows regions by their opt-in: those without it are last and gray', async () => {
    const rows = await session.rows('zones', await requireRow(session, 'aws-production'))
    assert.deepEqual(
      rows.map(({ label }) => label),
      awsRegions,
    )
    for (const row of rows) {
      const isLast = regionsNotOptedIn.includes(row.label)
      assert.equal(describeRow(row), isLast ? '$(globe) not opted in' : '$(globe)', row.label)
      const { color } = row.item.iconPath as { color?: { id: string } }
      assert.equal(color?.id, isLast ? 'disabledForeground' : undefined, row.label)
    }
    const [request] = session.requests().slice(-1)
    assert.match(request?.url ?? '', new RegExp(`cloudAccountUid=${accounts.awsProduction.uid}$`))
  })

  it('shows that a region of a Google Cloud project isn’t up, in gray', async () => {
    const regions = [
      { name: 'europe-west1', status: 'DOWN' },
      { name: 'us-central1', status: 'UP' },
    ]
    session.sandbox.addFault({ path: '/regions?', body: JSON.stringify({ regions }) })
    const [project] = await session.rows('zones', await requireRow(session, 'gcp-production'))
    const rows = await session.rows('zones', project)
    assert.deepEqual(
      rows.map((row) => [row.label, describeRow(row)]),
      [
        ['europe-west1', '$(globe) down'],
        ['us-central1', '$(globe)'],
      ],
    )
    const { color } = rows[0]!.item.iconPath as { color?: { id: string } }
    assert.equal(color?.id, 'disabledForeground')
  })
})
