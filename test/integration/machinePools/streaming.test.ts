import { strict as assert } from 'node:assert'
import { until } from '../helpers.ts'
import { failed, nextPick, problemIn } from '../lookups.ts'
import { searchPath, useFilledSession } from './filled.ts'

describe('Machine Pools: The list of clusters, page by page', () => {
  const session = useFilledSession()
  const names = (count: number) =>
    session.sandbox.data.configs.slice(0, count).map(({ clusterName }) => clusterName)

  // Three pages, all of one provider.
  beforeEach(async () => {
    await session.addClusters(110)
    for (const config of session.sandbox.data.configs) {
      config.provider = 'aws'
      delete config.cloudType
    }
  })

  /** Opens the prompt; its second page does not leave before it is let go. */
  async function holdAtFirstPage() {
    const held = session.hold('continue=')
    const running = session.run('pin')
    ;(await nextPick(session)).choose('aws')
    const list = await session.dialogs.pick()
    await until('the second page', held.isReached)
    await until('the names of the first page', () => list.labels.length > 1)
    return { list, held, running }
  }

  it('offers the first page while the second is on its way, and then all', async () => {
    const { list, held, running } = await holdAtFirstPage()
    assert.ok(list.busy)
    assert.deepEqual(list.labels, [...names(50)])
    held.letGo()
    await until('the whole list', () => !list.busy)
    const all = session.sandbox.data.configs
    assert.deepEqual(list.labels, [...names(all.length)])
    assert.equal(problemIn(list), undefined)
    list.escape()
    await running
    assert.equal(session.searches().length, 3)
  })

  it('is kept: the view and the next prompt ask for nothing', async () => {
    const running = session.run('pin')
    ;(await nextPick(session)).choose('aws')
    ;(await nextPick(session)).escape()
    await running
    const rows = await session.rows('machinePools')
    const below = await Promise.all(rows.map((row) => session.rows('machinePools', row)))
    assert.equal(below.flat().length, session.sandbox.data.configs.length)
    const again = session.run('pin')
    ;(await nextPick(session)).choose('aws')
    ;(await nextPick(session)).escape()
    await again
    assert.equal(session.searches().length, 3)
  })

  it('says that a page could not be read, and keeps those before it', async () => {
    const { list, held, running } = await holdAtFirstPage()
    session.sandbox.addFault({ path: searchPath, status: 500 })
    held.letGo()
    await until('the end', () => !list.busy)
    assert.deepEqual(list.labels, [...names(50), failed])
    assert.match(problemIn(list) ?? '', /reported a server error \(500\)/)
    list.escape()
    await running
    // The next time it goes on from there.
    const again = session.run('pin')
    ;(await nextPick(session)).choose('aws')
    const whole = await nextPick(session)
    assert.equal(problemIn(whole), undefined)
    assert.equal(whole.labels.length, session.sandbox.data.configs.length)
    whole.escape()
    await again
    const tokens = session.searches().map(({ url }) => /continue=([^&]+)/.exec(url)?.[1])
    assert.equal(tokens.length, 4)
    assert.equal(tokens[1], tokens[2])
  })
})
