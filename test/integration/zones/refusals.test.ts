import { strict as assert } from 'node:assert'
import { testClock } from '../../clock.ts'
import { configs } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import { getLoadedPick, requireRow } from '../lookups.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { selectCheckedAccount, openDocument } from '../zoneChecks/documents.ts'

const { checkout, dataPlatform } = configs
const refused =
  'InsufficientInstanceCapacity: We currently do not have sufficient g5.2xlarge capacity in the ' +
  'Availability Zone you requested (us-east-1d). You can currently get g5.2xlarge capacity by not ' +
  'specifying an Availability Zone in your request or choosing us-east-1a, us-east-1b.'

describe('Zones: Refusals of capacity', () => {
  const session = useFilledSession()
  const requireZoneRow = (zone: string) => requireRow(session, 'aws-production', 'us-east-1', zone)
  const look = async (of = checkout) =>
    session.rows('machinePools', await session.clusterRow(of.clusterName))
  const reads = () => session.sandbox.requests.filter(({ url }) => url.includes('/events/'))

  /** Lets the cluster have an event of so many minutes ago, and shows its pools. */
  async function happen(message: string, minutes = 12, of = checkout): Promise<void> {
    const config = session.sandbox.data.configs.find(({ uid }) => uid === of.uid)
    assert.ok(config)
    const at = (ago: number) => new Date(Date.now() - ago * 60_000).toISOString()
    // The same again and again, as autoscalers have it.
    config.events = [minutes + 5, minutes].map((ago) => ({ message, at: at(ago) }))
    await look(of)
    await until('the events', () => reads().length === 1 && session.sandbox.pendingRequests === 0)
  }

  it('show type, time, and cluster on the row of the zone, and their age in the tooltip', async () => {
    await happen(`m-1: InsufficientInstanceCapacity in us-east-1b\nm-2: ${refused}`)
    const { item, tooltip } = await requireZoneRow('us-east-1d')
    const clock = '\\d+:\\d\\d( |\u202f)[AP]M'
    const pattern = new RegExp(
      `^g5\\.2xlarge refused \\(${clock}, checkout-prod\\) · use1-az\\d · `,
    )
    assert.match(String(item.description), pattern)
    assert.match(tooltip, /\nCapacity: g5\.2xlarge refused \(12 minutes ago, checkout-prod\)/)
    assert.doesNotMatch(String((await requireZoneRow('us-east-1a')).item.description), /refused/)
    assert.match(reads()[0]?.url ?? '', new RegExp(`/${checkout.clusterUid}\\?limit=50&`))
  })

  it('are requested at most every five minutes, and end with their event', async () => {
    await happen(refused)
    session.sandbox.data.configs.find(({ uid }) => uid === checkout.uid)!.events = []
    await look()
    assert.equal(reads().length, 1)
    const end = testClock.putForward(5)
    try {
      await look()
      await until('the events', () => reads().length === 2 && session.sandbox.pendingRequests === 0)
      assert.doesNotMatch(String((await requireZoneRow('us-east-1d')).item.description), /refused/)
    } finally {
      end()
    }
  })

  const otherMessages: [what: string, message: string, minutes?: number][] = [
    [
      'without a code',
      refused.replace('InsufficientInstanceCapacity', 'InsufficientFreeAddresses'),
    ],
    ['with the code of another cloud', refused.replace(/Insuff\w+/, 'AllocationFailed')],
    ['a day old', refused, 24 * 60],
    ['a day ahead, which would never end', refused, -25 * 60],
    ['whose zone is that of another machine', `${refused.slice(0, 28)}\nm-2: in us-east-1d`],
    ['with another zone before it', `m-2: in us-east-1d\nm-1: ${refused.slice(0, 28)}`],
    ['without a zone', refused.slice(0, 100)],
  ]
  for (const [what, message, minutes] of otherMessages) {
    it(`don’t come from a message ${what}`, async () => {
      await happen(message, minutes)
      assert.doesNotMatch(String((await requireZoneRow('us-east-1d')).item.description), /refused/)
    })
  }

  const skuNotAvailable =
    'ERROR CODE: SkuNotAvailable: Following SKUs have failed for Capacity Restrictions: ' +
    'Standard_E16s_v5 is currently not available in location westeurope. Try westeurope2.'
  const allocationFailed = 'AllocationFailed: Allocation failed for westeurope-rg.'
  for (const [message, what] of [
    [skuNotAvailable, 'Standard_E16s_v5'],
    [allocationFailed, 'capacity'],
  ] as const) {
    it(`are shown on the region if no zone is named: ${what}`, async () => {
      await happen(message, 12, dataPlatform)
      const { item, tooltip } = await requireRow(session, 'azure-production', 'westeurope')
      assert.match(String(item.description), new RegExp(`${what} refused \\(.*, data-platform\\)`))
      assert.match(tooltip, new RegExp(`\nCapacity: ${what} refused \\(12 minutes ago, data-`))
      const zone = await requireRow(session, 'azure-production', 'westeurope', '1')
      assert.doesNotMatch(String(zone.item.description), /refused/)
      const going = session.run('goToMachinePool')
      const list = await getLoadedPick(session)
      const pools = list.items.filter(({ detail }) => detail?.includes('refused'))
      // Of which pool it is, only a type tells.
      const named = what === 'capacity' ? [] : [`spark-executors: ${what} refused`]
      assert.deepEqual(
        pools.map(({ label, detail }) => `${label}: ${detail?.split(' (')[0]}`),
        named,
      )
      list.escape()
      await going
    })
  }

  it('are shown on a zone of Azure by its Kubernetes name', async () => {
    await happen(skuNotAvailable.replace('location westeurope', 'westeurope-2'), 12, dataPlatform)
    const rowIn = async (...zone: string[]) =>
      requireRow(session, 'azure-production', 'westeurope', ...zone)
    assert.match(String((await rowIn('2')).item.description), /Standard_E16s_v5 refused/)
    assert.doesNotMatch(String((await rowIn()).item.description), /refused/)
  })

  it('are shown by a hover, by Check Zones, and first in Go to Machine Pool', async () => {
    await happen(refused)
    await session.changeConnection({ typeFor: ['*'] }) // which changes nothing that was loaded
    await requireZoneRow('us-east-1d')
    const other = await openDocument(
      'tf',
      'region = "us-east-1"\ntype = "g5.2xlarge-x"\nzone = "us-east-1d"\n',
    )
    await selectCheckedAccount(session)
    await session.run('checkZonesInFile', other.document.uri)
    assert.deepEqual(other.diagnostics, [])
    const text = 'region = "us-east-1"\ntype = "g5.2xlarge"\nzone = "us-east-1‸d"\n'
    const opened = await openDocument('tf', text)
    assert.match(
      (await opened.hovers())[0]?.value ?? '',
      /`available`, g5\.2xlarge refused \(12 minutes ago, checkout-prod\)$/,
    )
    await session.run('checkZonesInFile', opened.document.uri)
    const [finding, ...more] = opened.diagnostics
    assert.match(
      finding ?? '',
      /us-east-1d: Information: No capacity for g5\.2xlarge in us-east-1d for cluster checkout-prod \(.+\)\.$/,
    )
    assert.deepEqual(more, [])
    const going = session.run('goToMachinePool')
    const list = await getLoadedPick(session)
    const pools = list.items.filter(({ detail }) => detail?.includes('refused'))
    assert.equal(pools.length, 1)
    const first = list.items.find(({ kind }) => kind === undefined)
    assert.match(
      `${first?.label} ${first?.detail}`,
      /gpu-inference.*us-east-1d · g5\.2xlarge refused/,
    )
    list.escape()
    await going
  })
})
