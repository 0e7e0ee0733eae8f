import { strict as assert } from 'node:assert'
import { configs } from '../sandbox/data.ts'
import { describeUi } from './fixtures.ts'
import { addConnection, chooseDeletion, hostName, typeNames } from './flows.ts'
import { actUntil, until } from './until.ts'

const { clusterName, provider, uid } = configs.checkout

describeUi('Machine pools', { drain: 'manual' }, (ui) => {
  const getDeletePaths = () =>
    ui.sandbox.requests.filter(({ method }) => method === 'DELETE').map(({ url }) => url)
  const getPath = (pool: string) => `/v1/cloudconfigs/${provider}/${uid}/machinePools/${pool}`

  ui.setUp(async () => {
    const { workbench, sandbox } = ui
    await workbench.openViewContainer()
    await workbench.zones.collapse() // makes room for the other view
    await addConnection(workbench, sandbox)
    await workbench.machinePools.expand(clusterName, 'gpu-inference')
  })

  it('are deleted by the menu after a confirmation, and monitored until they are drained', async () => {
    const { workbench, sandbox } = ui
    const { dialog, machinePools, notifications } = workbench
    const row = machinePools.item('gpu-inference')
    await chooseDeletion(workbench, 'gpu-inference')
    await dialog
      .getByText(`Delete machine pool “gpu-inference” of cluster “${clusterName}”?`)
      .waitFor()
    await dialog.getByText(`Connection: ${hostName}`).waitFor()
    await workbench.pressDialogButton('Cancel')
    assert.deepEqual(getDeletePaths(), [])
    await chooseDeletion(workbench, 'gpu-inference')
    await workbench.pressDialogButton('Delete Machine Pool')
    await row.getByText('deleting… · 2 nodes left').waitFor()
    await notifications.appear(`2 nodes left: “gpu-inference” in ${clusterName}`)
    sandbox.advanceDrains()
    await row.getByText('deleting… · 1 node left').waitFor()
    sandbox.advanceDrains(2)
    await notifications.appear(`Machine pool deleted: “gpu-inference” in ${clusterName}`)
    await row.waitFor({ state: 'hidden' })
    assert.deepEqual(getDeletePaths(), [getPath('gpu-inference')])
  })

  it('are not deleted by pressing Enter twice in the list of pools, which opens the details', async () => {
    const { dialog, page, quickInput } = ui.workbench
    const details = page.getByRole('tab', { name: /^batch-spot \(checkout-prod\)\.json/ })
    await ui.workbench.runCommand('Poolkeeper: Delete Machine Pool…')
    await quickInput.type('batch-spot')
    await quickInput.item('batch-spot').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter', { delay: 200 })
    await actUntil(
      'the details are shown',
      async () => {
        // The list or the dialog may have opened after the keys. The list has no active item if that item was removed.
        if (await quickInput.box.isVisible()) await quickInput.activate('batch-spot')
        else if (!(await dialog.isVisible())) return
        await page.keyboard.press('Enter')
      },
      async () => getDeletePaths().length > 0 || (await details.isVisible()),
    )
    await dialog.waitFor({ state: 'hidden' })
    assert.deepEqual(getDeletePaths(), [])
    // An Enter between the list and the dialog has collapsed the focused row, which may be the project’s.
    await ui.workbench.machinePools.expand('Production', clusterName)
    await ui.workbench.machinePools.expand(clusterName, 'batch-spot')
  })

  it('keep their row if the service refuses the deletion, and a button fixes the cause', async () => {
    const { workbench, sandbox } = ui
    const { machinePools, notifications, quickInput } = workbench
    sandbox.addFault({ method: 'DELETE', status: 401 })
    await chooseDeletion(workbench, 'batch-spot')
    await workbench.pressDialogButton('Delete Machine Pool')
    await notifications.press('Machine pool not deleted: “batch-spot”', 'Set API Key')
    await quickInput.step({ title: `Set API Key for “${hostName}”` }).waitFor()
    await quickInput.cancel()
    await machinePools.item('batch-spot').waitFor()
    assert.deepEqual(getDeletePaths(), [getPath('batch-spot')])
  })

  it('are marked if they may have been deleted, until the service no longer lists them', async () => {
    const { workbench, sandbox } = ui
    const { machinePools, notifications } = workbench
    const row = machinePools.item('batch-spot')
    sandbox.addFault({ method: 'DELETE', stall: 'beforeHeaders' })
    await chooseDeletion(workbench, 'batch-spot')
    await workbench.pressDialogButton('Delete Machine Pool')
    await until('the request was sent', () => getDeletePaths().length === 1)
    await notifications.press('Deleting machine pool “batch-spot”…', 'Cancel')
    await notifications.appear(/may have been deleted: .+ Poolkeeper keeps checking\./)
    await row.getByText('may have been deleted').waitFor()
    const config = sandbox.data.configs.find((candidate) => candidate.uid === uid)
    assert.ok(config)
    config.pools = config.pools.filter(({ name }) => name !== 'batch-spot')
    await workbench.runCommand('Poolkeeper: Refresh Machine Pools')
    await row.waitFor({ state: 'hidden' })
    assert.deepEqual(getDeletePaths(), [getPath('batch-spot')])
  })

  it('are deleted by an agent only after Poolkeeper’s own dialog, with the names typed', async () => {
    const { workbench } = ui
    const { dialog, notifications, quickInput } = workbench
    await workbench.runCommand('Poolkeeper Companion: Call a Tool…')
    await quickInput.pick('poolkeeper_delete_machine_pool')
    const input = { connection: hostName, provider, configUid: uid, machinePoolName: 'worker-pool' }
    await quickInput.submit(JSON.stringify(input))
    await dialog.getByText('asks you again').waitFor()
    await dialog.getByRole('button', { name: 'Yes', exact: true }).click()
    await dialog.getByText('Delete machine pool “worker-pool” of cluster').waitFor()
    assert.deepEqual(getDeletePaths(), [])
    await workbench.pressDialogButton('Delete Machine Pool…')
    await typeNames(workbench, 'worker-pool')
    await notifications.appear('Result: ')
    assert.deepEqual(getDeletePaths(), [getPath('worker-pool')])
    ui.sandbox.advanceDrains(7) // its notification would disturb the next test
    await notifications.appear(`Machine pool deleted: “worker-pool” in ${clusterName}`)
  })
})
