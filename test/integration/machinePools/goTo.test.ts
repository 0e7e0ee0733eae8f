import { strict as assert } from 'node:assert'
import { viewIds } from '../../../src/contributions.ts'
import type { MachinePoolNode } from '../../../src/ui/trees/nodes.ts'
import { configs } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { closeViews, until } from '../helpers.ts'
import { loadFailedLabel, enterManuallyLabel, getLoadedPick, findProblem } from '../lookups.ts'
import { getItemName, type FakeQuickPick } from '../../fakeVscode/quickInputs.ts'
import { useFilledSession } from './filled.ts'

const searchAll = '$(search) Search All Clusters'

describe('Machine Pools: Go to Machine Pool', () => {
  afterEach(closeViews)
  const session = useFilledSession()
  const listPoolNames = (from: number, to?: number) =>
    session.sandbox.data.configs
      .slice(from, to)
      .flatMap(({ pools }) => pools.map(({ name }) => name))
  const description = ({ items }: FakeQuickPick, label: string) =>
    items.find((item) => getItemName(item) === label)?.description

  /** Waits until VS Code shows a machine pool as the one that is selected. */
  async function isSelected(machinePoolName: string, configUid: string): Promise<void> {
    const view = parts.views.get(viewIds.machinePools)
    await until(`${machinePoolName} to be selected`, () => {
      const [node, ...otherRows] = view?.selection ?? []
      const pool = node as Partial<MachinePoolNode> | undefined
      return (
        otherRows.length === 0 &&
        pool?.kind === 'machinePool' &&
        pool.machinePoolName === machinePoolName &&
        pool.configUid === configUid
      )
    })
    assert.ok(view?.visible)
  }

  /** Asserts that a list has these pools, in whatever order they came, and then these entries. */
  function assertPools(list: FakeQuickPick, names: string[], ...tail: string[]): void {
    const { labels } = list
    const count = labels.length - tail.length
    assert.deepEqual(labels.slice(count), tail)
    assert.deepEqual(labels.slice(0, count).sort(), names.sort())
  }

  /** Opens the prompt, with its first page. */
  async function open() {
    const running = session.run('goToMachinePool')
    return { list: await getLoadedPick(session), running }
  }

  it('lists the pools, and reveals the selected one', async () => {
    const { list, running } = await open()
    assertPools(list, listPoolNames(0)) // no page is left to search
    assert.equal(description(list, 'a100-training'), 'ml-training · Production · gcp')
    list.select('a100-training')
    await running
    await isSelected('a100-training', configs.mlTraining.uid)
    assert.equal(session.searches().length, 1)
    assert.deepEqual(session.dialogs.unseenTexts, [])
  })

  it('lists what the view shows below a pinned cluster, even if the service lists no clusters', async () => {
    await session.offer({ clusterSearch: false })
    await session.pinPool(configs.checkout, 'no-such-pool')
    const pools = configs.checkout.pools.map(({ name }) => name)
    const { list, running } = await open()
    assert.deepEqual(list.labels.toSorted(), ['no-such-pool', ...pools].toSorted())
    list.select('worker-pool')
    await running
    await isSelected('worker-pool', configs.checkout.uid)
    const deleting = session.run('deleteMachinePool')
    const fullList = await getLoadedPick(session)
    assert.deepEqual(fullList.labels.toSorted(), [...list.labels, enterManuallyLabel].toSorted())
    fullList.escape()
    await deleting
  })

  it('lists it even before the cluster is loaded, and shows no message if that fails', async () => {
    await session.run('pin', (await session.clusterRow('checkout-prod')).node)
    await session.offer({ clusterSearch: false })
    const { list, running } = await open()
    assertPools(
      list,
      configs.checkout.pools.map(({ name }) => name),
    )
    assert.equal(description(list, 'worker-pool'), 'checkout-prod · aws')
    list.escape()
    await running
    await session.offer('none')
    await session.run('goToMachinePool')
    const { text, buttons } = await session.dialogs.message()
    assert.equal(text, 'No machine pools found. Pin one to show it in the view.')
    assert.deepEqual(buttons, ['Pin Machine Pool'])
  })

  it('searches all clusters on demand, and shows pools as they are found', async () => {
    await session.addClusters(110)
    const { list, running } = await open()
    assertPools(list, listPoolNames(0, 50), searchAll)
    assert.equal(description(list, searchAll), 'Search All Clusters · Clusters loaded: 50/123')
    assert.equal(session.searches().length, 1)
    list.type('gpu')
    const held = session.holdRequests('continue=')
    list.select(searchAll)
    await until('the second page', held.hasRequest)
    assert.ok(list.busy)
    assertPools(list, listPoolNames(0, 50), searchAll)
    held.release()
    await until('the whole list', () => !list.busy)
    assert.equal(list.value, 'gpu')
    assertPools(list, listPoolNames(0))
    assert.equal(session.searches().length, 3)
    const last = session.sandbox.data.configs.at(-1)
    assert.ok(last)
    list.type(last.clusterName)
    const pool = list.shown[0] ?? assert.fail()
    assert.ok(pool.description?.includes(last.clusterName))
    list.pressEnter()
    await running
    await isSelected(pool.label, last.uid)
  })

  it('says why a page couldn’t be loaded, keeps the others, and tries it again', async () => {
    await session.addClusters(110)
    const { list, running } = await open()
    session.sandbox.addFault({ path: 'continue=', status: 500 })
    list.select(searchAll)
    await until('the end', () => !list.busy)
    assert.match(findProblem(list) ?? '', /reported a server error \(500\)/)
    assertPools(list, listPoolNames(0, 50), loadFailedLabel)
    list.select(loadFailedLabel)
    await until('the whole list', () => !list.busy)
    assert.equal(findProblem(list), undefined)
    assertPools(list, listPoolNames(0))
    list.escape()
    await running
    assert.equal(session.searches().length, 4)
  })
})

describe('Machine Pools: Delete Machine Pool and Pin from the palette, where the service lists pools', () => {
  const session = useFilledSession()

  it('pins the selected pool', async () => {
    const running = session.run('pin')
    ;(await getLoadedPick(session)).select('a100-training')
    await running
    const { item } = await session.poolRow(configs.mlTraining, 'a100-training')
    assert.match(item.contextValue ?? '', /\bunpin\b/)
  })

  it('lists pinned pools, then the others as they arrive, and “Enter manually…” last', async () => {
    await session.addClusters(50)
    const { uid: configUid } = configs.checkout
    const kept = { provider: 'aws', configUid, machinePoolName: 'gpu-inference' }
    await session.run('pin', kept)
    const running = session.run('deleteMachinePool')
    const list = await getLoadedPick(session)
    assert.equal(list.labels[0], 'gpu-inference')
    assert.deepEqual(list.labels.slice(-2), [searchAll, enterManuallyLabel])
    list.select(searchAll)
    await until('the whole list', () => !list.busy)
    assert.equal(list.labels.at(-1), enterManuallyLabel)
    const last = session.sandbox.data.configs.at(-1)
    assert.ok(last)
    list.type(last.clusterName)
    const pool = list.shown[0] ?? assert.fail()
    assert.ok(pool.description?.includes(last.clusterName))
    list.pressEnter()
    const { text, press } = await session.dialogs.modal()
    assert.equal(text, `Delete machine pool “${pool.label}” of cluster “${last.clusterName}”?`)
    press()
    await running
    assert.deepEqual(session.requests('DELETE'), [])
  })
})
