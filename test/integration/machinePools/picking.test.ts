import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { configs } from '../../sandbox/data.ts'
import { nameOf, type FakeQuickPick } from '../../fakeVscode/quickInputs.ts'
import { failDeletion } from '../deletion/pools.ts'
import { until } from '../helpers.ts'
import { failed, manual, nextPick } from '../lookups.ts'
import { closeAll } from '../zones/editors.ts'
import { searchPath, useFilledSession } from './filled.ts'

const searchAll = '$(search) Search All Clusters'
const active = ({ activeItems }: FakeQuickPick) => activeItems.map(nameOf)

describe('Machine Pools: What Enter takes in a list', () => {
  const session = useFilledSession()

  /** Opens the list of pools to delete. */
  async function open() {
    const running = session.run('deleteMachinePool')
    return { list: await nextPick(session), running }
  }

  /** Asserts that the question is about this pool, and says no. */
  async function assertAsked(machinePoolName: string): Promise<void> {
    const { text, press } = await session.dialogs.modal()
    assert.ok(text.startsWith(`Delete machine pool “${machinePoolName}” of `), text)
    press()
  }

  it('is what is highlighted, which a match always is, whatever else is called like that', async () => {
    await session.addClusters(40)
    const { list, running } = await open()
    for (const text of ['s', 'cl', 'e', 'se', 'a', 'ma']) {
      list.type(text)
      const [first] = list.shown
      assert.ok(list.shown.length > 2)
      assert.ok(first && ![searchAll, manual].includes(nameOf(first)), text)
      assert.deepEqual(list.activeItems, [first])
      assert.deepEqual(list.labels.slice(-2), [searchAll, manual])
    }
    list.type('gpu-inference')
    list.enter()
    await assertAsked('gpu-inference')
    await running
  })

  it('is what was highlighted where more pages have come that the screen does not show yet', async () => {
    await session.addClusters(110)
    const { list, running } = await open()
    list.type('-')
    const held = session.hold('continue=')
    list.choose(searchAll)
    await until('the second page', held.isReached)
    const seen = list.shown[4]
    assert.ok(seen)
    list.activeItems = [seen]
    list.fallBehind()
    held.letGo()
    await until('the whole list', () => !list.busy)
    list.enter()
    const { text, press } = await session.dialogs.modal()
    const [cluster] = seen.description?.split(' · ') ?? []
    assert.equal(text, `Delete machine pool “${seen.label}” of cluster “${cluster}”?`)
    press()
    await running
  })

  it('stays the same item while more come, even where better matches do', async () => {
    await session.addClusters(110)
    const { list, running } = await open()
    list.type('o')
    const held = session.hold('continue=')
    list.choose(searchAll)
    await until('the second page', held.isReached)
    const seen = list.shown[7]
    assert.ok(seen)
    list.activeItems = [seen]
    held.letGo()
    await until('the whole list', () => !list.busy)
    const [now] = list.activeItems
    assert.deepEqual([now?.label, now?.description], [seen.label, seen.description])
    assert.ok(!list.keepScrollPosition) // it is still to be seen
    list.escape()
    await running
  })

  it('is nothing once that has gone which loads more, until somebody moves or types', async () => {
    await session.addClusters(110)
    const { list, running } = await open()
    session.sandbox.addFault({ path: 'continue=', status: 500 })
    for (const last of [searchAll, failed]) {
      const held = session.hold('continue=')
      list.choose(last)
      list.enter() // held down
      await until('the next page', held.isReached)
      assert.deepEqual(active(list), [last])
      list.enter()
      held.letGo()
      await until('the end', () => !list.busy)
      assert.deepEqual(active(list), [])
      list.enter()
      assert.ok(!list.isOver)
    }
    assert.equal(session.searches().length, 4)
    list.type('gpu')
    assert.match(active(list)[0] ?? '', /gpu/)
    list.escape()
    await running
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('is what is typed where nothing matches, also once a match has come', async () => {
    const held = session.hold(searchPath)
    const running = session.run('pin')
    ;(await session.dialogs.pick()).choose('aws')
    const list = await session.dialogs.pick()
    await until('the request', held.isReached)
    list.type('checkout')
    await until('what is typed', () => active(list).length > 0)
    assert.deepEqual(active(list), ['checkout'])
    held.letGo()
    await until('the list', () => !list.busy)
    assert.deepEqual(list.shown.map(nameOf), ['checkout-prod', 'checkout'])
    assert.deepEqual(active(list), ['checkout'])
    list.enter()
    assert.match((await session.dialogs.box()).prompt, /label for the cloud config/)
    session.dialogs.closeAll()
    await running
  })

  it('shows the cluster of a pool before anything else that is known, where its name leaves no room', async () => {
    const long = 'a-pool-of-'.repeat(5) + 'forty'
    const [, worker] = session.sandbox.data.configs[0]?.pools ?? []
    session.sandbox.data.configs[0]?.pools.push({ ...(worker ?? assert.fail()), name: long })
    const { list, running } = await open()
    const item = list.shown.find(({ label }) => label === long)
    assert.equal(item?.description, undefined)
    assert.match(item?.detail ?? '', /^checkout-prod · Production · aws · 6 nodes · /)
    const other = list.shown.find(({ label }) => label === 'gpu-inference')
    assert.equal(other?.description, 'checkout-prod · Production · aws')
    list.escape()
    await running
  })
})

describe('Machine Pools: A list of pools', () => {
  afterEach(closeAll) // before the session ends: details that are open are read again
  const session = useFilledSession()

  it('tells of nodes, control planes, and deletions nobody knows the outcome of', async () => {
    await failDeletion(session, await session.poolRow(configs.checkout, 'gpu-inference'), {
      status: 500,
    })
    const running = session.run('deleteMachinePool')
    const list = await nextPick(session)
    const found = (label: string) => list.shown.filter((item) => item.label === label)
    const [doubtful] = found('gpu-inference').filter(({ detail }) => detail?.startsWith('may have'))
    assert.match(
      doubtful?.detail ?? '',
      /^may have been deleted · check before you try again · .*nodes?/,
    )
    assert.equal((doubtful?.iconPath as vscode.ThemeIcon | undefined)?.id, 'warning')
    const [controlPlane] = found('control-plane-pool')
    assert.match(controlPlane?.detail ?? '', /^control plane · \d+ nodes?/)
    assert.equal((controlPlane?.iconPath as vscode.ThemeIcon | undefined)?.id, 'server-environment')
    list.escape()
    await running
  })

  it('closes on a click outside, and stays where an answer was given before', async () => {
    const deleting = session.run('deleteMachinePool')
    const list = await nextPick(session)
    list.type('gpu')
    assert.ok(!list.ignoreFocusOut) // only searched
    list.escape()
    await deleting
    const adding = session.run('pin')
    const providers = await nextPick(session)
    assert.ok(!providers.ignoreFocusOut)
    providers.choose('aws')
    const clusters = await nextPick(session)
    assert.ok(clusters.ignoreFocusOut) // else the provider would be lost
    clusters.answer('my-config')
    const box = await session.dialogs.box()
    assert.ok(box.ignoreFocusOut)
    assert.ok(box.placeholder)
    box.answer('')
    const names = await nextPick(session)
    assert.ok(names.ignoreFocusOut)
    names.escape()
    await adding
  })
})
