import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { addGeneratedClusters } from '../../sandbox/generate.ts'
import type { Row } from '../helpers.ts'
import { searchPath, useFilledSession } from './filled.ts'

const more = 'Load More Clusters'

describe('Machine Pools: The pages of the Machine Pools view', () => {
  const session = useFilledSession()

  /** Everything at the top, in one project. */
  async function start(clusters: number, pools?: number): Promise<void> {
    const { data } = session.sandbox
    addGeneratedClusters(data, clusters, pools)
    for (const config of data.configs) config.projectUid = configs.checkout.projectUid
    await session.run('refreshMachinePools')
  }
  const ids = (rows: Row[]) => rows.map(({ item }) => item.id)

  it('shows the first rows of 5,000 clusters after one request', async () => {
    await start(5_000, 20_000)
    const rows = await session.rows('machinePools')
    assert.equal(session.requests().length, 1)
    assert.equal(session.searches().length, 1)
    assert.equal(rows.length, 51)
    const last = rows.at(-1)
    assert.deepEqual([last?.label, last?.item.description], [more, '50/5013'])
    assert.equal(last?.item.command?.command, 'poolkeeper.loadMore')
    const pools = await session.rows('machinePools', await session.clusterRow('checkout-prod'))
    assert.equal(pools.length, 4)
    assert.equal(session.requests().length, 2)
  })

  it('loads the next page by Load More, and keeps the rows', async () => {
    await start(100)
    const before = ids((await session.rows('machinePools')).slice(0, -1))
    await session.run('loadMore')
    const rows = await session.rows('machinePools')
    assert.equal(session.searches().length, 2)
    assert.match(session.searches()[1]?.url ?? '', /continue=/)
    assert.equal(rows.length, 101)
    assert.ok(before.every((id) => ids(rows).includes(id)))
    await session.run('loadMore')
    const all = await session.labels('machinePools')
    assert.deepEqual(all, session.sandbox.data.configs.map(({ clusterName }) => clusterName).sort())
    await session.run('loadMore')
    assert.equal(session.searches().length, 3)
  })

  it('shows the error of a page, keeps the rows, and loads it again by Retry', async () => {
    await start(100)
    const before = ids((await session.rows('machinePools')).slice(0, -1))
    session.sandbox.addFault({ path: searchPath, status: 500 })
    await session.run('loadMore')
    const [failure, ...rows] = await session.rows('machinePools')
    assert.equal(failure?.label, 'Service error')
    assert.deepEqual(ids(rows), before)
    assert.deepEqual(session.dialogs.unseenTexts, [])
    await session.run('refresh', failure?.node)
    assert.equal((await session.rows('machinePools')).length, 101)
    // It went on with the page that had failed.
    const [, second, third, ...otherRows] = session.searches().map(({ url }) => url)
    assert.match(second ?? '', /continue=/)
    assert.deepEqual([third, otherRows], [second, []])
  })

  it('ends if the pages repeat, says so, and marks nothing as not listed', async () => {
    await start(100)
    const kept = { provider: 'aws', configUid: 'far-away', machinePoolName: 'a' }
    await session.run('pin', kept)
    session.sandbox.traps = ['loopingContinue']
    await session.rows('machinePools')
    await session.run('loadMore')
    const rows = await session.rows('machinePools')
    assert.equal(rows.length, 100 + 1 + 1)
    const last = rows.at(-1)
    assert.deepEqual(
      [last?.label, last?.item.description],
      ['The list may be incomplete', 'The service’s list couldn’t be loaded completely.'],
    )
    const far = rows.find(({ label }) => label === 'far-away')
    assert.equal(far?.item.description, '')
    await session.run('loadMore')
    assert.equal(session.searches().length, 2)
  })
})
