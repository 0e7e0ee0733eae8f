import { strict as assert } from 'node:assert'
import { configs } from '../sandbox/data.ts'
import { describeUi } from './fixtures.ts'
import { addConnection, answerPrompt } from './flows.ts'
import type { Workbench } from './workbench.ts'

const { checkout, billing } = configs

// Two pages of one browser on one server: what a window writes there reaches the other one as it does
// between two windows of a desktop, but for the keys, which each page has for itself in this host.
describeUi(
  'Delete Machine Pool in one of two windows',
  { isNightly: true, drain: 'manual' },
  (ui) => {
    let second: Workbench
    const deletions = () =>
      ui.sandbox.requests
        .filter(({ method }) => method === 'DELETE')
        .map(({ url }) => url.split('/').at(-1))
    /** Opens the cluster in a new page. In this host, the secret storage lasts no longer than the page. */
    const browse = async (window: Workbench, apiKey: string) => {
      const { machinePools } = window
      await window.openViewContainer()
      await machinePools.welcome.getByRole('button', { name: 'Set API Key' }).click()
      await answerPrompt(window, { title: 'Set API Key for “127.0.0.1”' }, apiKey)
      await machinePools.expand(checkout.clusterName)
      await machinePools.item('gpu-inference').waitFor()
    }
    const deleting = ({ machinePools }: Workbench, pool: string) =>
      machinePools.item(pool).getByText(/^deleting/)

    ui.setUp(async () => {
      const { workbench: first, sandbox } = ui
      await first.openViewContainer()
      await first.zones.collapse() // more room for the other one
      await addConnection(first, sandbox)
      await first.machinePools.expand(checkout.clusterName)
      second = await first.openAnother()
      await browse(second, sandbox.apiKey)
    })

    after(() => second.page.close())

    it('is known in the other, also after a reload, and its end', async () => {
      const { workbench: first, sandbox } = ui
      await first.machinePools.chooseFromMenu('gpu-inference', 'Delete Machine Pool…')
      await first.pressDialogButton('Delete Machine Pool')
      for (const window of [first, second]) await deleting(window, 'gpu-inference').waitFor()

      const menu = await second.machinePools.openMenu('gpu-inference')
      assert.ok(!(await menu.labels()).includes('Delete Machine Pool…'))
      await menu.close()
      for (const window of [first, second]) {
        await window.reload()
        await browse(window, sandbox.apiKey)
        await deleting(window, 'gpu-inference').waitFor()
      }
      sandbox.advanceDrains(3)
      for (const { machinePools } of [first, second]) {
        await machinePools.item('gpu-inference').waitFor({ state: 'hidden' })
      }
    })

    it('is known to a question that stands in the other, which sends none', async () => {
      const { workbench: first } = ui
      for (const { machinePools } of [first, second]) await machinePools.expand(billing.clusterName)
      await second.machinePools.chooseFromMenu('memory-optimized', 'Delete Machine Pool…')
      await second.dialog.getByText('“memory-optimized”').first().waitFor()
      await first.machinePools.chooseFromMenu('memory-optimized', 'Delete Machine Pool…')
      await first.pressDialogButton('Delete Machine Pool')
      await deleting(first, 'memory-optimized').getByText('3 left').waitFor() // it was accepted
      await second.pressDialogButton('Delete Machine Pool')
      await second.notifications.appear(
        'This machine pool is already being deleted, or another window is about to delete it: “memory-optimized”.',
      )
      assert.deepEqual(deletions(), ['memory-optimized'])
    })
  },
)
