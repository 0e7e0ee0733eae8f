import { strict as assert } from 'node:assert'
import { configs } from '../sandbox/data.ts'
import { describeUi } from './fixtures.ts'
import { addConnection, answer } from './flows.ts'
import type { Workbench } from './workbench.ts'

const { checkout, billing } = configs

// Two pages of one browser on one server: what a window writes there reaches the other one as it does
// between two windows of a desktop, but for the keys, which each page has for itself in this host.
describeUi(
  'Delete Machine Pool in one of two windows',
  { nightly: true, drain: 'manual' },
  (ui) => {
    let second: Workbench
    const deletions = () =>
      ui.sandbox.requests
        .filter(({ method }) => method === 'DELETE')
        .map(({ url }) => url.split('/').at(-1))
    const deleting = ({ machinePools }: Workbench, pool: string) =>
      machinePools.item(pool).getByText(/^deleting/)

    ui.setUp(async () => {
      const { workbench: first, sandbox } = ui
      await first.openViewContainer()
      await first.zones.fold() // more room for the other one
      await addConnection(first, sandbox)
      await first.machinePools.expand(checkout.clusterName)
      second = await first.openAnother()
      await second.openViewContainer()
      await second.machinePools.welcome.getByRole('button', { name: 'Set API Key' }).click()
      await answer(second, { title: 'Set API Key for “127.0.0.1”' }, sandbox.apiKey)
      await second.machinePools.expand(checkout.clusterName)
      await second.machinePools.item('gpu-inference').waitFor()
    })

    after(() => second.page.close())

    it('is known in the other within a second, and its end', async () => {
      const { workbench: first, sandbox } = ui
      await first.machinePools.chooseFromMenu('gpu-inference', 'Delete Machine Pool…')
      await first.pressDialogButton('Delete Machine Pool')
      const seen = [first, second].map(async (window) => {
        await deleting(window, 'gpu-inference').waitFor()
        return performance.now()
      })
      const [here = 0, there = 0] = await Promise.all(seen)
      assert.ok(there - here < 1000, `${Math.round(there - here)} ms later`)

      const menu = await second.machinePools.openMenu('gpu-inference')
      assert.ok(!(await menu.labels()).includes('Delete Machine Pool…'))
      await menu.close()
      sandbox.drainStep(3)
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
