import { strict as assert } from 'node:assert'
import { configs } from '../sandbox/data.ts'
import { describeUi, itNightly } from './fixtures.ts'
import { addConnection, answer, chooseDeletion } from './flows.ts'

const { clusterName } = configs.checkout

describeUi(
  'Following a deletion, in a workbench that is reloaded',
  { window: 'plain', lookups: 'all', anew: true },
  (ui) => {
    ui.setUp(async () => {
      const { workbench, sandbox } = ui
      sandbox.drain = 'manual'
      await workbench.openViewContainer()
      await workbench.zones.fold() // more room for the other one
      await addConnection(workbench, sandbox)
    })

    it('goes on until the pool is gone', async () => {
      const { workbench, sandbox } = ui
      const { machinePools, notifications } = workbench
      await machinePools.expand(clusterName)
      await chooseDeletion(workbench, 'gpu-inference')
      await workbench.pressDialogButton('Delete Machine Pool')
      await machinePools.item('gpu-inference').getByText('deleting, 2 left').waitFor()
      assert.deepEqual(await notifications.texts(), [], 'the row is in sight')
      await workbench.screenshot('following')

      await workbench.reload()
      await workbench.openViewContainer()
      // In this host, the secret storage lasts no longer than the page.
      await machinePools.welcome.getByRole('button', { name: 'Set API Key' }).click()
      await answer(workbench, { title: 'Set API Key for “127.0.0.1”' }, sandbox.apiKey)
      await machinePools.expand(clusterName)
      await machinePools.item('gpu-inference').getByText('deleting, 2 left').waitFor()
      sandbox.drainStep()
      await machinePools.item('gpu-inference').getByText('deleting, 1 left').waitFor()
      sandbox.drainStep(2)
      await workbench.statusBar
        .getByText('Machine pool deleted: “gpu-inference” in checkout-prod')
        .waitFor()
      await machinePools.item('gpu-inference').waitFor({ state: 'hidden' })
      assert.deepEqual(await notifications.texts(), [])
      const deletions = sandbox.requests.filter(({ method }) => method === 'DELETE')
      assert.equal(deletions.length, 1)
    })

    itNightly('keeps one notification until then where its row is not in sight', async () => {
      const { workbench, sandbox } = ui
      const { notifications, quickInput } = workbench
      await workbench.runCommand('View: Toggle Primary Side Bar Visibility')
      await workbench.runCommand('Poolkeeper: Delete Machine Pool…')
      await quickInput.step({ title: 'Delete Machine Pool' }).waitFor()
      await quickInput.type('memory-optimized')
      await quickInput.pick('memory-optimized')
      await workbench.pressDialogButton('Delete Machine Pool')
      const pool = '“memory-optimized” in billing-prod'
      await notifications.with(`Deleting machine pool, 3 nodes left: ${pool}`).waitFor()
      await workbench.screenshot('following-hidden')
      sandbox.drainStep()
      await notifications.with(`Deleting machine pool, 2 nodes left: ${pool}`).waitFor()
      sandbox.drainStep(3)
      await notifications.appear('Machine pool deleted: “memory-optimized” in billing-prod.')
      assert.equal((await notifications.texts()).length, 1)
      await workbench.runCommand('View: Toggle Primary Side Bar Visibility')
    })
  },
)
