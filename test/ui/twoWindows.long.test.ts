import { strict as assert } from 'node:assert'
import { configs } from '../sandbox/data.ts'
import { describeUi } from './fixtures.ts'
import { addConnection } from './flows.ts'
import type { Workbench } from './workbench.ts'

const { checkout, billing } = configs

// The windows are two pages of a browser at the same server. They share state as two windows on a desktop do.
describeUi('Delete Machine Pool in one of two windows', { drain: 'manual' }, (ui) => {
  let secondWindow: Workbench
  const getDeletedPools = () =>
    ui.sandbox.requests
      .filter(({ method }) => method === 'DELETE')
      .map(({ url }) => url.split('/').at(-1))
  const openCluster = async (window: Workbench) => {
    const { machinePools } = window
    await window.openViewContainer()
    await machinePools.expand(checkout.clusterName, 'gpu-inference')
  }
  const getDeletionMark = ({ machinePools }: Workbench, pool: string) =>
    machinePools.item(pool).getByText(/^deleting/)

  ui.setUp(async () => {
    const { workbench: first, sandbox } = ui
    await first.openViewContainer()
    await first.zones.collapse() // makes room for the other view
    await addConnection(first, sandbox)
    await first.machinePools.expand(checkout.clusterName, 'gpu-inference')
    secondWindow = await first.openAnother()
    await openCluster(secondWindow)
  })

  after(() => secondWindow.page.close())

  it('is shown in the other until its end, also after a reload', async () => {
    const { workbench: first, sandbox } = ui
    await first.machinePools.chooseFromMenu('gpu-inference', 'Delete Machine Pool…')
    await first.pressDialogButton('Delete Machine Pool')
    for (const window of [first, secondWindow])
      await getDeletionMark(window, 'gpu-inference').waitFor()

    const menu = await secondWindow.machinePools.openMenu('gpu-inference')
    assert.ok(!(await menu.labels()).includes('Delete Machine Pool…'))
    await menu.close()
    for (const window of [first, secondWindow]) {
      await window.reload()
      await openCluster(window)
      await getDeletionMark(window, 'gpu-inference').waitFor()
    }
    sandbox.advanceDrains(3)
    for (const { machinePools } of [first, secondWindow]) {
      await machinePools.item('gpu-inference').waitFor({ state: 'hidden' })
    }
  })

  it('prevents a second request from a dialog that is open in the other', async () => {
    const { workbench: first } = ui
    for (const { machinePools } of [first, secondWindow])
      await machinePools.expand(billing.clusterName, 'memory-optimized')
    await secondWindow.machinePools.chooseFromMenu('memory-optimized', 'Delete Machine Pool…')
    await secondWindow.dialog.getByText('“memory-optimized”').first().waitFor()
    await first.machinePools.chooseFromMenu('memory-optimized', 'Delete Machine Pool…')
    await first.pressDialogButton('Delete Machine Pool')
    await getDeletionMark(first, 'memory-optimized').getByText('3 nodes left').waitFor() // it was accepted
    await secondWindow.pressDialogButton('Delete Machine Pool')
    await secondWindow.notifications.appear(
      'This machine pool is already being deleted, or another window is about to delete it: “memory-optimized”.',
    )
    assert.deepEqual(getDeletedPools(), ['memory-optimized'])
  })
})
