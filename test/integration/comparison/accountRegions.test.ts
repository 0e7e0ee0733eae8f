import { strict as assert } from 'node:assert'
import { viewIds } from '../../../src/contributions.ts'
import { testClock } from '../../clock.ts'
import { accounts } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import {
  asked,
  awsRegions,
  nextPick,
  notOptedIn,
  offer,
  paths,
  rowAt,
  useLookups,
} from '../lookups.ts'
import { useComparisons } from './comparisons.ts'

const account = accounts.awsProduction
const usable = awsRegions.filter((region) => !notOptedIn.includes(region))
const zonesOf = (region: string) => `${paths.awsRegions}/${region}/zones`

describe('Compare Zones…: All regions of an account', () => {
  const session = useLookups()
  const comparisons = useComparisons()

  /** Makes the reading of a region fail until the test ends or {@link mend} is called. */
  const fail = (region: string, status = 500) =>
    session.sandbox.addFault({ path: zonesOf(region), status, times: null })
  const mend = () => session.sandbox.clearFaults()
  const run = async () => session.run('compareZones', (await rowAt(session, account.name)).node)

  it('reads each region once, and leaves out those that are not opted in', async () => {
    await run()
    await (await comparisons.latest()).shown()
    const zones = asked(session).filter((path) => path.endsWith('/zones'))
    assert.deepEqual(zones.toSorted(), usable.map(zonesOf).toSorted())
    assert.deepEqual(session.dialogs.statusMessages, [
      `Skipped regions that the account hasn’t opted in to: ${notOptedIn.length}.`,
    ])
    assert.deepEqual(session.dialogs.messages, [])
    assert.deepEqual(session.dialogs.viewProgress, [viewIds.zones])
    assert.deepEqual(session.dialogs.progress, [])
  })

  it('tells how far it is where it begins outside of the view', async () => {
    const { provider, uid: cloudAccountUid, name: cloudAccountLabel } = account
    await session.run('compareZones', { provider, cloudAccountUid, cloudAccountLabel })
    assert.deepEqual(session.dialogs.viewProgress, [])
    assert.deepEqual(session.dialogs.progress, ['Listing zones for aws-production…'])
    assert.deepEqual(
      session.dialogs.progressMessages,
      usable.map((_, index) => `Regions: ${index + 1} of ${usable.length}`),
    )
  })

  it('leaves the zones in the tree, where they are not asked for again', async () => {
    await run()
    const before = asked(session).length
    for (const region of ['us-east-1', 'eu-west-1', 'af-south-1']) {
      await rowAt(session, account.name, region, `${region}a`)
    }
    const again = asked(session).slice(before)
    assert.deepEqual(
      again.filter((path) => path.endsWith('/zones')),
      [],
    )
  })

  it('has one column for the account, and asks only for what is not known', async () => {
    await rowAt(session, account.name, 'us-east-1', 'us-east-1a')
    session.sandbox.requests.length = 0
    await run()
    const comparison = await comparisons.latest()
    const { columns, hasRegions } = await comparison.shown()
    assert.deepEqual(
      columns.map(({ title }) => title),
      [account.name],
    )
    assert.ok(hasRegions)
    assert.equal(comparison.panel.title, `Compare Zones: ${usable.length} regions`)
    const cells = await comparison.cells()
    assert.deepEqual([...new Set(cells.map(([region = '']) => region))].sort(), usable.toSorted())
    const zones = asked(session).filter((path) => path.endsWith('/zones'))
    assert.deepEqual(zones.length, usable.length - 1)
    assert.ok(!zones.includes(zonesOf('us-east-1')))
  })

  it('keeps what came when it is cancelled, and says no more than how far it came', async () => {
    const stalled = 'eu-central-1'
    session.sandbox.addFault({ path: zonesOf(stalled), stall: 'beforeHeaders', times: null })
    testClock.shorten('quick', 20)
    const running = run()
    const left = () => session.dialogs.progressMessages.at(-1)
    await until('all others', () => left() === `Regions: ${usable.length - 1} of ${usable.length}`)
    session.dialogs.cancel()
    await running
    assert.deepEqual(session.dialogs.messages, [])
    assert.deepEqual(session.dialogs.statusMessages, [
      `Stopped listing zones. Regions completed: ${usable.length - 1} of ${usable.length}`,
    ])
    assert.equal(comparisons.count, 0)
    const before = asked(session).length
    await rowAt(session, account.name, 'us-east-1', 'us-east-1a')
    assert.equal(asked(session).slice(before).includes(zonesOf('us-east-1')), false)
  })

  it('lists the regions that failed, and reads those alone again', async () => {
    fail('eu-west-1')
    fail('us-west-2', 403)
    await run()
    const comparison = await comparisons.latest()
    const [one = '', other = '', ...rest] = (await comparison.shown()).columns[0]?.problems ?? []
    assert.match(one, /^eu-west-1: .*reported a server error \(500\)/)
    assert.match(other, /^us-west-2: .*doesn’t have permission/)
    assert.deepEqual(rest, [])
    const zones = asked(session).filter((path) => path.endsWith('/zones'))
    assert.equal(zones.filter((path) => path === zonesOf('us-west-2')).length, 1)
    mend()
    session.sandbox.requests.length = 0
    comparison.ask({ type: 'retry', column: 0 })
    await until('no problem', async () => {
      const { columns } = await comparison.shown()
      return columns[0]?.problems.length === 0
    })
    assert.deepEqual(asked(session).toSorted(), ['eu-west-1', 'us-west-2'].map(zonesOf))
  })

  it('names every region that failed, and a failure that several have once', async () => {
    const failing = usable.slice(0, 6)
    for (const region of failing) fail(region)
    await run()
    const { columns } = await (await comparisons.latest()).shown()
    const [problem = '', ...rest] = columns[0]?.problems ?? []
    assert.deepEqual(problem.split(':')[0]?.split(', ').sort(), failing.toSorted())
    assert.match(problem, /reported a server error \(500\)/)
    assert.deepEqual(rest, [])
  })

  it('stops at a key that is not accepted, and says so once', async () => {
    const row = await rowAt(session, account.name)
    session.sandbox.addFault({ path: '/zones', status: 401, times: null })
    await session.run('compareZones', row.node)
    const { text, buttons } = await session.dialogs.message()
    assert.match(text, /didn’t accept the API key \(401\)/)
    assert.deepEqual(buttons, ['Set API Key', 'Retry'])
    assert.ok(session.zoneRequests().length <= 3)
    assert.deepEqual(session.dialogs.unseen, [])
  })

  it('says why where the regions cannot be listed, and tries again', async () => {
    session.sandbox.addFault({ path: `${paths.awsRegions}?`, status: 500 })
    await run()
    const { text, press } = await session.dialogs.message()
    assert.match(text, /reported a server error \(500\)/)
    assert.deepEqual(session.zoneRequests(), [])
    press('Retry')
    assert.equal((await (await comparisons.latest()).shown()).columns.length, 1)
  })

  it('reads the regions that are kept where the service lists none', async () => {
    await session.addRegion(account, 'us-east-1')
    await session.addRegion(account, 'eu-west-1')
    await offer(session, 'none')
    await run()
    await (await comparisons.latest()).shown()
    const read = asked(session).filter((path) => path.endsWith('/zones'))
    assert.deepEqual(read.toSorted(), ['eu-west-1', 'us-east-1'].map(zonesOf))
  })

  it('reads the regions that are kept where the service’s list is empty', async () => {
    await session.addRegion(account, 'us-east-1')
    session.sandbox.addFault({ path: '/clouds/aws/regions?', body: '{"regions":[]}', times: null })
    await run()
    const { panel } = await comparisons.latest()
    assert.equal(panel.title, 'Compare Zones: us-east-1')
  })

  it('says so where the account has opted in to none', async () => {
    const regions = notOptedIn.map((name) => ({ name, optInStatus: 'not-opted-in' }))
    const body = JSON.stringify({ regions })
    session.sandbox.addFault({ path: '/clouds/aws/regions?', body, times: null })
    await run()
    const { text } = await session.dialogs.message()
    assert.match(
      text,
      /^No zones were listed for “aws-production”\. Skipped regions that the account hasn’t opted in to: \d+\.$/,
    )
  })

  it('says so where the service lists none', async () => {
    session.sandbox.addFault({ path: '/clouds/aws/regions?', body: '{"regions":[]}', times: null })
    await run()
    assert.equal(
      (await session.dialogs.message()).text,
      'No regions found for “aws-production”. The service lists none, and none are pinned.',
    )
  })

  it('says so where there is no list of them', async () => {
    await offer(session, { awsRegions: false })
    await run()
    const { text, buttons } = await session.dialogs.message()
    assert.equal(
      text,
      'No regions found for “aws-production”. No list of regions is available, and none are pinned.',
    )
    assert.deepEqual(buttons, ['List Zones'])
  })

  it('asks for the account from the palette, and for the project of a cloud that has them', async () => {
    const running = session.run('compareZones')
    ;(await session.dialogs.list()).choose(['gcp-production'])
    ;(await nextPick(session)).choose('gcp-production')
    await running
    await (await comparisons.latest()).shown()
    assert.match(session.zoneRequests()[0]!.url, /\/v1\/clouds\/gcp\//)
    session.sandbox.requests.length = 0
    const project = await rowAt(session, 'gcp-production', 'gcp-production')
    await session.rows(
      'zones',
      await rowAt(session, 'gcp-production', 'gcp-production', 'us-east1'),
    )
    assert.deepEqual(session.zoneRequests(), [])
    await session.run('compareZones', project.node)
    await until('another one', () => comparisons.count === 2)
    assert.deepEqual(session.zoneRequests(), [])
  })

  it('asks for the project of a row’s account without Back, as there is nothing to go back to', async () => {
    const row = await rowAt(session, 'gcp-production')
    const running = session.run('compareZones', row.node)
    const projects = await nextPick(session)
    assert.ok(projects.labels.includes('gcp-production'))
    assert.deepEqual(projects.buttons, [])
    projects.escape()
    await running
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('keeps the regions of an account that no list has, so that they stand in the tree', async () => {
    await offer(session, { accounts: false })
    const { provider, uid: cloudAccountUid, name: cloudAccountLabel } = account
    await session.run('compareZones', { provider, cloudAccountUid, cloudAccountLabel })
    await (await comparisons.latest()).shown()
    session.sandbox.requests.length = 0
    await rowAt(session, account.name, 'eu-west-1', 'eu-west-1a')
    assert.deepEqual(session.zoneRequests(), [])
  })
})
