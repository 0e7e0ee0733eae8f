import { strict as assert } from 'node:assert'
import { viewIds } from '../../../src/contributions.ts'
import { testClock } from '../../clock.ts'
import { accounts } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import { itInVSCode } from '../inBrowser.ts'
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
import { useComparisons } from '../comparison/comparisons.ts'

const account = accounts.awsProduction
const usable = awsRegions.filter((region) => !notOptedIn.includes(region))
const zonesOf = (region: string) => `${paths.awsRegions}/${region}/zones`

describe('Zones: List Zones in All Regions…', () => {
  const session = useLookups()
  const comparisons = useComparisons()

  /** Makes the reading of a region fail until the test ends or {@link mend} is called. */
  const fail = (region: string, status = 500) =>
    session.sandbox.addFault({ path: zonesOf(region), status, times: null })
  const mend = () => session.sandbox.clearFaults()
  const run = async () =>
    session.run('listZonesInAllRegions', (await rowAt(session, account.name)).node)

  it('reads each region once, and leaves out those that are not opted in', async () => {
    await run()
    const zones = asked(session).filter((path) => path.endsWith('/zones'))
    assert.deepEqual(zones.toSorted(), usable.map(zonesOf).toSorted())
    const { text, severity, buttons } = await session.dialogs.message()
    assert.equal(
      text,
      `Listed the zones of “aws-production”. Regions: ${usable.length}. Skipped regions that the account hasn’t opted in to: ${notOptedIn.length}.`,
    )
    assert.deepEqual([severity, buttons], ['info', ['Compare Zones']])
    assert.deepEqual(session.dialogs.viewProgress, [viewIds.zones])
    assert.deepEqual(session.dialogs.progress, [])
  })

  it('tells how far it is where it begins outside of the view', async () => {
    const { provider, uid: cloudAccountUid, name: cloudAccountLabel } = account
    await session.run('listZonesInAllRegions', { provider, cloudAccountUid, cloudAccountLabel })
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

  itInVSCode(
    'opens what it has read in a comparison, with one column for the account',
    async () => {
      await run()
      const before = asked(session).length
      ;(await session.dialogs.message()).press('Compare Zones')
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
      assert.equal(asked(session).length, before, 'nothing is read again')
    },
  )

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
    const before = asked(session).length
    await rowAt(session, account.name, 'us-east-1', 'us-east-1a')
    assert.equal(asked(session).slice(before).includes(zonesOf('us-east-1')), false)
  })

  it('lists the regions that failed, and reads those alone again', async () => {
    fail('eu-west-1')
    fail('us-west-2', 403)
    await run()
    const { text, severity, buttons, press } = await session.dialogs.message()
    assert.equal(severity, 'warning')
    assert.equal(
      text,
      `Couldn’t list all zones of “aws-production”. Failed regions: 2 of ${usable.length} (eu-west-1 (Service error), us-west-2 (Access denied)).`,
    )
    assert.deepEqual(buttons, ['Retry', 'Show Failures…', 'Compare Zones'])
    mend()
    session.sandbox.requests.length = 0
    press('Retry')
    const again = await session.dialogs.message()
    assert.equal(again.text, 'Listed the zones of “aws-production”. Regions: 2.')
    assert.deepEqual(asked(session).toSorted(), ['eu-west-1', 'us-west-2'].map(zonesOf))
  })

  it('tells each failure in full, and reads chosen ones again', async () => {
    for (const region of usable.slice(0, 6)) fail(region)
    await run()
    const { text, press } = await session.dialogs.message()
    assert.match(text, /ap-northeast-1 \(Service error\), 2 more\)\.$/)
    press('Show Failures…')
    const list = await session.dialogs.list()
    assert.deepEqual(
      list.items.map(({ label, picked }) => [label, picked]),
      usable.slice(0, 6).map((region) => [region, true]),
    )
    assert.match(list.items[0]?.detail ?? '', /reported a server error \(500\)/)
    mend()
    session.sandbox.requests.length = 0
    list.choose([usable[1]!])
    await session.dialogs.message()
    assert.deepEqual(asked(session), [zonesOf(usable[1]!)])
  })

  it('stops at a key that is not accepted, and says so once', async () => {
    const row = await rowAt(session, account.name)
    session.sandbox.addFault({ path: '/zones', status: 401, times: null })
    await session.run('listZonesInAllRegions', row.node)
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
    assert.match((await session.dialogs.message()).text, /^Listed the zones of/)
  })

  it('reads the regions that are kept where the service lists none', async () => {
    await session.addRegion(account, 'us-east-1')
    await session.addRegion(account, 'eu-west-1')
    await offer(session, 'none')
    await run()
    assert.equal(
      (await session.dialogs.message()).text,
      'Listed the zones of “aws-production”. Regions: 2.',
    )
    const read = asked(session).filter((path) => path.endsWith('/zones'))
    assert.deepEqual(read.toSorted(), ['eu-west-1', 'us-east-1'].map(zonesOf))
  })

  it('reads the regions that are kept where the service’s list is empty', async () => {
    await session.addRegion(account, 'us-east-1')
    session.sandbox.addFault({ path: '/clouds/aws/regions?', body: '{"regions":[]}', times: null })
    await run()
    const { text } = await session.dialogs.message()
    assert.equal(text, 'Listed the zones of “aws-production”. Regions: 1.')
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
    const running = session.run('listZonesInAllRegions')
    const provider = await nextPick(session)
    assert.deepEqual([provider.title, provider.totalSteps], ['List Zones in All Regions', 2])
    provider.choose('gcp')
    ;(await nextPick(session)).choose('gcp-production')
    ;(await nextPick(session)).choose('gcp-production')
    await running
    assert.match(
      (await session.dialogs.message()).text,
      /^Listed the zones of “gcp-production”\. Regions: \d\d\.$/,
    )
    const { url } = session.zoneRequests()[0]!
    assert.match(url, /\/v1\/clouds\/gcp\//)
    const project = await rowAt(session, 'gcp-production', 'gcp-production')
    session.sandbox.requests.length = 0
    await session.rows(
      'zones',
      await rowAt(session, 'gcp-production', 'gcp-production', 'us-east1'),
    )
    assert.deepEqual(session.zoneRequests(), [])
    await session.run('listZonesInAllRegions', project.node)
    assert.match((await session.dialogs.message()).text, /^Listed the zones of/)
  })

  it('asks in the view’s title, too, where VS Code passes nothing while no row has the focus', async () => {
    const running = session.run('listZonesInAllRegions', undefined, null)
    ;(await nextPick(session)).escape()
    await running
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('asks for the project of a row’s account without Back, as there is nothing to go back to', async () => {
    const row = await rowAt(session, 'gcp-production')
    const running = session.run('listZonesInAllRegions', row.node)
    const projects = await nextPick(session)
    assert.ok(projects.labels.includes('gcp-production'))
    assert.deepEqual(projects.buttons, [])
    projects.escape()
    await running
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('ends in silence where the prompts are left', async () => {
    const running = session.run('listZonesInAllRegions')
    ;(await nextPick(session)).escape()
    await running
    assert.deepEqual(session.dialogs.messages, [])
    assert.deepEqual(session.zoneRequests(), [])
  })

  it('keeps the regions of an account that no list has, so that they stand in the tree', async () => {
    await offer(session, { accounts: false })
    const { provider, uid: cloudAccountUid, name: cloudAccountLabel } = account
    const given = { provider, cloudAccountUid, cloudAccountLabel }
    await session.run('listZonesInAllRegions', { ...given, regions: ['us-east-1', 'eu-west-1'] })
    assert.equal(
      (await session.dialogs.message()).text,
      'Listed the zones of “aws-production”. Regions: 2.',
    )
    session.sandbox.requests.length = 0
    await rowAt(session, account.name, 'eu-west-1', 'eu-west-1a')
    assert.deepEqual(session.zoneRequests(), [])
  })
})
