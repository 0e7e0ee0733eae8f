import { strict as assert } from 'node:assert'
import { viewIds } from '../../../src/contributions.ts'
import { QuickPickItemKind } from 'vscode'
import { provided, until } from '../helpers.ts'
import { failed, nextPick, problemIn } from '../lookups.ts'
import { nameOf, typingHint, type FakeQuickPick } from '../../fakeVscode/quickInputs.ts'
import { searchPath, useFilledSession } from './filled.ts'

describe('Machine Pools: The list of clusters, page by page', () => {
  const session = useFilledSession()
  const names = (count: number) =>
    session.sandbox.data.configs.slice(0, count).map(({ clusterName }) => clusterName)
  const active = ({ activeItems }: FakeQuickPick) => activeItems.map(({ label }) => label)

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

  it('is shared with Load More', async () => {
    const { list, held, running } = await holdAtFirstPage()
    const loading = session.run('loadMore')
    await until('the bar in the view', () => session.dialogs.busyViews.length > 0)
    assert.deepEqual(session.dialogs.busyViews, [viewIds.machinePools])
    held.letGo()
    await until('the whole list', () => !list.busy)
    await loading
    assert.deepEqual([session.dialogs.busyViews, session.dialogs.progress], [[], []])
    list.escape()
    await running
    assert.equal(session.searches().length, 3)
  })

  it('is read no further once the prompt is closed', async () => {
    const { list, held, running } = await holdAtFirstPage()
    list.escape()
    await running
    const shown = list.labels
    let changes = 0
    const { onDidChangeTreeData } = provided('machinePools')
    const subscription = onDidChangeTreeData?.(() => (changes += 1))
    held.letGo()
    // The view hears of the page that was under way when all is over.
    await until('the end', () => changes > 0)
    subscription?.dispose()
    assert.equal(session.searches().length, 2)
    assert.deepEqual(list.labels, shown)
  })

  it('leaves what was typed and chosen as it grows', async () => {
    const { list, held, running } = await holdAtFirstPage()
    const [, second = ''] = names(2)
    list.type('o')
    list.activeItems = list.items.filter(({ label }) => label === second)
    held.letGo()
    await until('the whole list', () => !list.busy)
    assert.equal(list.value, 'o')
    assert.deepEqual(active(list), [second])
    list.escape()
    await running
  })

  it('does not turn the choice of what is typed into that of a cluster', async () => {
    const { list, held, running } = await holdAtFirstPage()
    const place = list.items.findIndex((item) => nameOf(item) === typingHint)
    held.letGo()
    await until('the whole list', () => !list.busy)
    // VS Code knows entries by their places.
    const there = list.items[place]
    assert.equal(there?.kind, QuickPickItemKind.Separator)
    list.enterPlace(place)
    assert.ok(!list.isOver)
    list.escape()
    await running
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

  it('says that it is not whole where the service turns in a circle', async () => {
    session.sandbox.traps = ['loopingContinue']
    const running = session.run('pin')
    ;(await nextPick(session)).choose('aws')
    const list = await nextPick(session)
    assert.deepEqual(list.labels, [...names(100), '$(warning) The list may be incomplete'])
    list.escape()
    await running
  })
})

describe('Machine Pools: The list of providers', () => {
  const session = useFilledSession()

  it('has the custom clouds that the service has clusters in', async () => {
    const running = session.run('pin')
    const providers = await nextPick(session)
    assert.deepEqual(providers.labels.slice(-2), ['virtual', 'nutanix'])
    assert.equal(new Set(providers.labels).size, providers.labels.length)
    providers.choose('nutanix')
    const clusters = await nextPick(session)
    assert.deepEqual(clusters.labels, ['erp'])
    clusters.escape()
    await running
  })
})
