import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
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
import { until } from '../helpers.ts'
import { useComparisons } from './comparisons.ts'

const account = accounts.awsProduction
const usable = awsRegions.filter((region) => !notOptedIn.includes(region))
const zonesOf = (region: string) => `${paths.awsRegions}/${region}/zones`

describe('Compare Zones…: All regions of an account', () => {
  const session = useLookups()
  const comparisons = useComparisons()

  /** Makes the reading of a region fail. */
  const fail = (region: string, status: number) =>
    session.sandbox.addFault({ path: zonesOf(region), status, times: null })
  const run = async () => session.run('compareZones', (await rowAt(session, account.name)).node)
  const readZones = () => asked(session).filter((path) => path.endsWith('/zones'))

  it('reads each region once that is not known, and leaves out those that are not opted in', async () => {
    await rowAt(session, account.name, 'us-east-1', 'us-east-1a')
    session.sandbox.requests.length = 0
    await run()
    const comparison = await comparisons.latest()
    assert.equal(
      comparison.panel.title,
      `Compare Zones: ${usable.toSorted().slice(0, 3).join(', ')}, …`,
    )
    assert.deepEqual(await comparison.titles(), ['Region', 'Zone ID', account.name])
    const regions = (await comparison.cells()).map(([region = '']) => region)
    assert.deepEqual([...new Set(regions)].sort(), usable.toSorted())
    const others = usable.filter((region) => region !== 'us-east-1')
    assert.deepEqual(readZones().toSorted(), others.map(zonesOf).toSorted())
    assert.deepEqual(session.dialogs.statusMessages, [
      `Skipped regions that the account hasn’t opted in to: ${notOptedIn.length}.`,
    ])
    assert.deepEqual(session.dialogs.messages, [])
    // What was read stands in the tree.
    session.sandbox.requests.length = 0
    await rowAt(session, account.name, 'eu-west-1', 'eu-west-1a')
    assert.deepEqual(readZones(), [])
  })

  it('lists the regions that failed, a failure that several have once, and reads again', async () => {
    fail('eu-west-1', 500)
    fail('eu-west-2', 500)
    fail('us-west-2', 403)
    await run()
    const comparison = await comparisons.latest()
    const [one = '', other = '', ...rest] = await comparison.problems()
    assert.match(one, /^eu-west-1, eu-west-2: .*reported a server error \(500\)/)
    assert.match(other, /^us-west-2: .*doesn’t have permission/)
    assert.deepEqual(rest, [])
    assert.equal(readZones().filter((path) => path === zonesOf('us-west-2')).length, 1)
    session.sandbox.clearFaults()
    await session.run('refreshComparison')
    await until('no problem', async () => (await comparison.problems()).length === 0)
  })

  it('says why where the regions cannot be listed, and tries again', async () => {
    session.sandbox.addFault({ path: `${paths.awsRegions}?`, status: 500 })
    await run()
    const { text, press } = await session.dialogs.message()
    assert.match(text, /reported a server error \(500\)/)
    assert.deepEqual(session.zoneRequests(), [])
    press('Retry')
    assert.equal((await (await comparisons.latest()).titles()).length, 3)
  })

  const kept = [
    { title: 'lists none', listed: 'none' as const },
    { title: 'has an empty list', body: '{"regions":[]}' },
  ]
  for (const { title, listed, body } of kept) {
    it(`reads the regions that are kept where the service ${title}`, async () => {
      await session.addRegion(account, 'us-east-1')
      await session.addRegion(account, 'eu-west-1')
      if (listed) await offer(session, listed)
      else session.sandbox.addFault({ path: '/clouds/aws/regions?', body, times: null })
      await session.run('refreshZones')
      await run()
      await (await comparisons.latest()).shown()
      assert.deepEqual(
        [...new Set(readZones())].toSorted(),
        ['eu-west-1', 'us-east-1'].map(zonesOf),
      )
    })
  }

  const regions = notOptedIn.map((name) => ({ name, optInStatus: 'not-opted-in' }))
  const nothing = [
    {
      title: 'the account has opted in to none',
      body: JSON.stringify({ regions }),
      text: `No regions found for “aws-production”. Skipped regions that the account hasn’t opted in to: ${notOptedIn.length}.`,
    },
    {
      title: 'the service lists none',
      body: '{"regions":[]}',
      text: 'No regions found for “aws-production”.',
    },
    {
      title: 'there is no list of them',
      text: 'No regions found for “aws-production”.',
    },
  ]
  for (const { title, body, text } of nothing) {
    it(`says so where ${title}`, async () => {
      if (body === undefined) await offer(session, { awsRegions: false })
      else session.sandbox.addFault({ path: '/clouds/aws/regions?', body, times: null })
      await run()
      const told = await session.dialogs.message()
      assert.deepEqual([told.text, told.buttons], [text, ['List Zones']])
      assert.equal(comparisons.count, 0)
    })
  }

  it('asks for the account from the palette, and for the project of a cloud that has them', async () => {
    const running = session.run('compareZones')
    ;(await session.dialogs.list()).choose(['gcp-production'])
    ;(await nextPick(session)).choose('gcp-production')
    await running
    await (await comparisons.latest()).shown()
    assert.match(session.zoneRequests()[0]!.url, /\/v1\/clouds\/gcp\//)
  })
})
