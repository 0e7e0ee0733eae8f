import { strict as assert } from 'node:assert'
import type { CloudConfigNode, MachinePoolNode, TreeNode } from '../../../../src/ui/trees/nodes.ts'
import { testClock } from '../../../clock.ts'
import { configs } from '../../../sandbox/data.ts'
import { until } from '../../../until.ts'
import { textsOf, useWindows } from './windows.ts'

/** A cluster with two worker pools. */
const { uid: configUid } = configs.dataPlatform
const spark = { provider: 'azure', configUid, machinePoolName: 'spark-executors' }
const kafka = { ...spark, machinePoolName: 'kafka-brokers' }
const lastWorker = /^This is the cluster’s last worker pool/m

describe('Deletion: A deletion that nobody wants to follow any more', () => {
  const w = useWindows()

  async function sparkRow(): Promise<MachinePoolNode> {
    const rows = await w.rowsOf(configUid)
    const row = rows.find(({ machinePoolName }) => machinePoolName === spark.machinePoolName)
    return row ?? assert.fail()
  }

  async function clusterRow(): Promise<CloudConfigNode> {
    const top = (await w.window.rows('machinePools')) as TreeNode[]
    const projects = top.filter(({ kind }) => kind === 'project')
    const below = await Promise.all(projects.map((one) => w.window.rows('machinePools', one)))
    const all = [...top, ...below.flat()] as TreeNode[]
    const isIt = (one: TreeNode): one is CloudConfigNode =>
      one.kind === 'cloudConfig' && one.configUid === configUid
    return all.find(isIt) ?? assert.fail()
  }

  async function isMarked(): Promise<boolean> {
    const item = await w.window.item('machinePools', await sparkRow())
    return /unknown|deleting|confirmed/.test(String(item?.description))
  }

  /** Returns whether the other worker pool counts as the last one. */
  async function isLast(): Promise<boolean> {
    const { run, modal } = await w.ask(w.window, kafka)
    modal.press()
    await run.end
    return lastWorker.test(modal.detail)
  }

  /** Returns what the dialog says where the pool is to be deleted again. */
  async function earlier(): Promise<string> {
    const { run, modal } = await w.ask(w.window, spark)
    modal.press()
    await run.end
    return modal.detail
  }

  /** Deletes a pool without a definite response, though the service has accepted it. */
  async function deleteUnsure(): Promise<void> {
    w.service.addFault({ method: 'DELETE', afterEffect: true, cut: 'beforeHeaders' })
    assert.match((await w.delete(w.window, spark)).join(), /may have been deleted/)
  }

  it('keeps its mark where its cluster is unpinned, which only a pinned one can be, and counts', async () => {
    await deleteUnsure()
    const context = async () =>
      (await w.window.item('machinePools', await clusterRow()))?.contextValue ?? ''
    assert.doesNotMatch(await context(), /\bunpin\b/)
    await w.window.run('pin', await clusterRow())
    assert.match(await context(), /\bunpin\b/)
    await w.window.run('unpin', await clusterRow())
    assert.ok(await isMarked())
    assert.ok(await isLast())
  })

  it('loses its mark where its own row is unpinned, and counts until the service no longer lists the pool', async () => {
    await deleteUnsure()
    await w.window.run('unpin', await sparkRow())
    assert.ok(!(await isMarked()))
    assert.ok(await isLast())
    assert.match(await earlier(), /^The outcome of an earlier delete request is unknown\./m)
    w.window = w.window.reload()
    assert.ok(!(await isMarked()))
    assert.ok(await isLast())
    w.service.drainStep(20)
    await until('its end', () => !w.isMarked())
    assert.deepEqual(w.window.messages, [])
  })

  it('counts where it was accepted long ago, and its row is unpinned', async () => {
    await w.delete(w.window, spark)
    testClock.putForward(21)
    await until('the warning', () => w.window.messages[0])
    await w.window.run('unpin', await sparkRow())
    assert.ok(!(await isMarked()))
    assert.ok(await isLast())
    assert.match(await earlier(), /^The service accepted an earlier delete request\./m)
  })

  it('is marked again as soon as machines go', async () => {
    await w.delete(w.window, spark)
    testClock.putForward(21)
    await until('the warning', () => w.window.messages[0])
    await w.window.run('unpin', await sparkRow())
    w.service.drainStep(1)
    await until('its mark', isMarked)
    const run = await w.window.run('deleteMachinePool', spark)
    assert.match(textsOf(run).join(), /is already being deleted/)
  })

  it('is marked again as soon as its pool is pinned', async () => {
    await deleteUnsure()
    for (const byRow of [true, false]) {
      await w.window.run('unpin', await sparkRow())
      assert.ok(!(await isMarked()))
      await w.window.run('pin', byRow ? await sparkRow() : spark)
      assert.ok(await isMarked())
    }
  })

  it('counts where its connection is removed, and added again', async () => {
    await w.delete(w.window, spark)
    await w.removeConnection('home')
    await w.connect('again', w.service)
    assert.ok(await isMarked())
    assert.ok(await isLast())
    const run = await w.window.run('deleteMachinePool', spark)
    assert.match(textsOf(run).join(), /is already being deleted/)
    assert.equal(w.deletions().length, 1)
  })
})
