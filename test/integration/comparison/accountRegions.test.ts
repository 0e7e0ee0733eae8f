import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import {
  getRequestedPaths,
  awsRegions,
  getLoadedPick,
  regionsNotOptedIn,
  setLookups,
  lookupPaths,
  requireRow,
  useSessionWithLookups,
} from '../lookups.ts'
import { useComparisons } from './comparisons.ts'

const account = accounts.awsProduction
const usable = awsRegions.filter((region) => !regionsNotOptedIn.includes(region))
const createZonesPath = (region: string) => `${lookupPaths.awsRegions}/${region}/zones`

describe('Compare Zones…: All regions of an account', () => {
  const session = useSessionWithLookups()
  const comparisons = useComparisons()

  const run = async () =>
    session.run('compareZones', (await requireRow(session, account.name)).node)
  const readZones = () => getRequestedPaths(session).filter((path) => path.endsWith('/zones'))

  it('loads each unknown region once, and leaves out those without opt-in', async () => {
    await requireRow(session, account.name, 'us-east-1', 'us-east-1a')
    session.sandbox.requests.length = 0
    await run()
    const comparison = await comparisons.latest()
    assert.equal(comparison.panel.title, 'Compare Zones: aws-production')
    const { titles, cells } = await comparison.shown()
    assert.deepEqual(titles, ['Region', 'Zone ID', account.name])
    assert.deepEqual(new Set(cells.map(([region]) => region)), new Set(usable))
    const otherRegions = usable.filter((region) => region !== 'us-east-1')
    assert.deepEqual(readZones().toSorted(), otherRegions.map(createZonesPath).toSorted())
    assert.deepEqual(session.dialogs.statusMessages, [
      `Skipped regions that the account hasn’t opted in to: ${regionsNotOptedIn.length}.`,
    ])
    assert.deepEqual(session.dialogs.messages, [])
    // The tree shows what was loaded, without another request.
    session.sandbox.requests.length = 0
    await requireRow(session, account.name, 'eu-west-1', 'eu-west-1a')
    assert.deepEqual(readZones(), [])
  })

  it('lists the regions that failed, each error once, and loads them again', async () => {
    for (const [region, status] of [
      ['eu-west-1', 500],
      ['eu-west-2', 500],
      ['us-west-2', 403],
    ] as const) {
      session.sandbox.addFault({ path: createZonesPath(region), status, times: null })
    }
    await run()
    const comparison = await comparisons.latest()
    const [problem = '', other = '', ...rest] = (await comparison.shown()).problems
    assert.match(problem, /^eu-west-1, eu-west-2: .*reported a server error \(500\)/)
    assert.match(other, /^us-west-2: .*the key has no permission/)
    assert.deepEqual(rest, [])
    session.sandbox.clearFaults()
    await session.run('refreshComparison')
    await comparison.shown(({ problems }) => problems.length === 0)
  })

  it('says why the regions can’t be listed, and tries again', async () => {
    session.sandbox.addFault({ path: `${lookupPaths.awsRegions}?`, status: 500 })
    await run()
    const { text, press } = await session.dialogs.message()
    assert.match(text, /reported a server error \(500\)/)
    assert.deepEqual(session.zoneRequests(), [])
    press('Retry')
    assert.equal((await (await comparisons.latest()).shown()).titles.length, 3)
  })

  it('loads the pinned regions if the service lists none', async () => {
    await session.pinRegion(account, 'us-east-1')
    await session.pinRegion(account, 'eu-west-1')
    await setLookups(session, 'none')
    await run()
    await (await comparisons.latest()).shown()
    assert.deepEqual(new Set(readZones()), new Set(['us-east-1', 'eu-west-1'].map(createZonesPath)))
  })

  const regions = regionsNotOptedIn.map((name) => ({ name, optInStatus: 'not-opted-in' }))
  const none = 'No regions found for “aws-production”.'
  const skipped = `Skipped regions that the account hasn’t opted in to: ${regionsNotOptedIn.length}.`
  for (const { title, body, text } of [
    {
      title: 'the account has opted in to no region',
      body: { regions },
      text: `${none} ${skipped}`,
    },
    { title: 'the service lists no region', body: { regions: [] }, text: none },
    { title: 'the service supports no list of regions', body: undefined, text: none },
  ]) {
    it(`says so if ${title}`, async () => {
      if (!body) await setLookups(session, { awsRegions: false })
      const fault = { path: '/clouds/aws/regions?', body: JSON.stringify(body), times: null }
      if (body) session.sandbox.addFault(fault)
      await run()
      const message = await session.dialogs.message()
      assert.deepEqual([message.text, message.buttons], [text, ['List Zones']])
      assert.deepEqual(comparisons.opened, [])
    })
  }

  it('prompts for the account from the palette, and for the project of a cloud with projects', async () => {
    const running = session.run('compareZones')
    ;(await session.dialogs.pick()).select('gcp-production')
    ;(await getLoadedPick(session)).select('gcp-production')
    await running
    await (await comparisons.latest()).shown()
    assert.match(session.zoneRequests()[0]!.url, /\/v1\/clouds\/gcp\//)
  })
})
