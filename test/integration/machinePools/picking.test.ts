import { strict as assert } from 'node:assert'
import { getItemName } from '../../fakeVscode/quickInputs.ts'
import { until } from '../helpers.ts'
import { configs } from '../../sandbox/data.ts'
import { enterManuallyLabel, getLoadedPick } from '../lookups.ts'
import { closeAll } from '../zones/editors.ts'
import { searchPath, useFilledSession } from './filled.ts'

const searchAll = '$(search) Search All Clusters'

describe('Machine Pools: What Enter takes in a list', () => {
  const session = useFilledSession()

  /** Opens the list of pools to delete. */
  async function open() {
    const running = session.run('deleteMachinePool')
    return { list: await getLoadedPick(session), running }
  }

  /** Asserts that the question is about this pool, and says no. */
  async function assertAsked(machinePoolName: string): Promise<void> {
    const { text, press } = await session.dialogs.modal()
    assert.ok(text.startsWith(`Delete machine pool “${machinePoolName}” of `), text)
    press()
  }

  it('is the highlighted item, which a match always is, whatever else has that name', async () => {
    await session.addClusters(40)
    const { list, running } = await open()
    for (const text of ['s', 'cl', 'e', 'se', 'a', 'ma']) {
      list.type(text)
      const [first] = list.shown
      assert.ok(list.shown.length > 2)
      assert.ok(first && ![searchAll, enterManuallyLabel].includes(getItemName(first)), text)
      assert.deepEqual(list.activeItems, [first])
      assert.deepEqual(list.labels.slice(-2), [searchAll, enterManuallyLabel])
    }
    list.type('gpu-inference')
    list.pressEnter()
    await assertAsked('gpu-inference')
    await running
  })

  it('stays the same item while more items arrive, even better matches', async () => {
    await session.addClusters(110)
    const { list, running } = await open()
    list.type('o')
    const held = session.holdRequests('continue=')
    list.select(searchAll)
    await until('the second page', held.hasRequest)
    const seen = list.shown[7]
    assert.ok(seen)
    list.activeItems = [seen]
    held.release()
    await until('the whole list', () => !list.busy)
    const [now] = list.activeItems
    assert.deepEqual([now?.label, now?.description], [seen.label, seen.description])
    assert.ok(!list.keepScrollPosition) // it is still to be seen
    list.escape()
    await running
  })

  it('is what was typed while the list was loading, even if the service lists no pools', async () => {
    await session.offer('none')
    const held = session.holdRequests(searchPath)
    await session.run('refreshMachinePools')
    const running = session.run('pin')
    const list = await session.dialogs.pick()
    list.type('worker-pool')
    held.release()
    await until('the whole list', () => !list.busy)
    assert.ok(list.isOpen)
    list.pressEnter()
    for (const [placeholder, answer] of [
      ['Select or enter a provider', 'aws'],
      ['Select a cloud config or enter its UID', configs.checkout.uid],
      ['', 'payments'],
    ] as const) {
      const prompt = await session.dialogs.prompt(placeholder)
      prompt.answer(answer)
    }
    const box = await session.dialogs.prompt('Machine pool')
    assert.equal(box.value, 'worker-pool')
    box.escape()
    await running
  })
})

describe('Machine Pools: A list of pools', () => {
  afterEach(closeAll) // before the session ends: details that are open are read again
  const session = useFilledSession()

  it('closes on a click outside, unless a value can be entered', async () => {
    const deleting = session.run('deleteMachinePool')
    const list = await getLoadedPick(session)
    list.type('gpu')
    assert.ok(!list.ignoreFocusOut) // only searched
    list.escape()
    await deleting
    const adding = session.run('pin')
    const pools = await getLoadedPick(session)
    pools.type('gpu-new')
    pools.select(enterManuallyLabel)
    const providers = await getLoadedPick(session)
    assert.ok(providers.ignoreFocusOut) // a value may be entered
    providers.select('aws')
    const clouds = await getLoadedPick(session)
    assert.match(clouds.items.at(-1)?.description ?? '', /^You can also enter a value/)
    clouds.answer('my-config')
    const label = await session.dialogs.box()
    assert.ok(label.ignoreFocusOut)
    label.pressEnter()
    const name = await session.dialogs.box()
    assert.equal(name.value, 'gpu-new') // nothing that was entered is lost
    name.escape()
    await adding
  })
})
