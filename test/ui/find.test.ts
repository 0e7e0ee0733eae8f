import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import { addGenerated } from '../sandbox/generate.ts'
import { describeUi, itNightly, type UiOptions } from './fixtures.ts'
import { addConnection } from './flows.ts'
import { until } from './until.ts'

/** Whether a part of a view has the focus. */
const hasFocus = (page: Page) =>
  page.evaluate(() => Boolean(document.activeElement?.closest('.pane')))

const searchAll = 'Search All Clusters'

const options: UiOptions = {
  window: 'plain',
  lookups: 'all',
  anew: true,
}

describeUi('Find and Go to Machine Pool', options, (ui) => {
  const searches = () => ui.sandbox.requests.filter(({ method }) => method === 'POST').length

  ui.setUp(async () => {
    // 123 clusters: three pages.
    addGenerated(ui.sandbox.data, 110)
    await ui.workbench.openViewContainer()
    await addConnection(ui.workbench, ui.sandbox)
  })

  /** Shows a machine pool of the first page. */
  async function goTo(pool: string): Promise<void> {
    const { quickInput, machinePools } = ui.workbench
    await ui.workbench.runCommand('Poolkeeper: Go to Machine Pool…')
    await quickInput.step({ title: 'Go to Machine Pool' }).waitFor()
    await quickInput.type(pool)
    await quickInput.pick(pool)
    await machinePools.selected.and(machinePools.item(pool)).waitFor()
  }

  // By day, test/integration/machinePools/goTo.test.ts holds what is found, and that it is selected.
  itNightly('goes to a pool on a page that is searched on demand', async () => {
    const { workbench, sandbox } = ui
    const { quickInput, machinePools, page } = workbench
    await machinePools.item('checkout-prod').waitFor()
    const before = searches()
    const last = sandbox.data.configs.at(-1)
    const pool = last?.pools[0]
    assert.ok(last && pool)
    await workbench.runCommand('Poolkeeper: Go to Machine Pool…')
    await quickInput.step({ title: 'Go to Machine Pool' }).waitFor()
    await quickInput.item('control-plane-pool').first().waitFor()
    await workbench.screenshot('go-to')
    await quickInput.type(last.clusterName)
    await until('nothing else to be left', async () => (await quickInput.items.count()) === 1)
    await workbench.screenshot('go-to-search')
    await quickInput.items.filter({ hasText: searchAll }).click() // behind its icon
    const found = async () => (await quickInput.items.count()) === last.pools.length
    await until('the pools of that cluster, and nothing else', found)
    assert.equal(await quickInput.input.inputValue(), last.clusterName)
    assert.equal(searches() - before, 2)
    await workbench.screenshot('go-to-found')
    await quickInput.pick(pool.name)
    await quickInput.box.waitFor({ state: 'hidden' })
    await machinePools.selected.and(machinePools.item(pool.name)).waitFor()
    await machinePools.item(last.clusterName).waitFor()
    await workbench.screenshot('go-to-shown')
    // With the focus, so that a key acts on it.
    await until('the row has the focus', () => hasFocus(page))
    assert.deepEqual(await workbench.notifications.texts(), [])
  })

  it('shows the view with the pool where it is closed', async () => {
    const { machinePools, page } = ui.workbench
    await machinePools.items.first().waitFor()
    await machinePools.fold()
    await machinePools.items.first().waitFor({ state: 'hidden' })
    await goTo('a100-training')
    await until('the row has the focus', () => hasFocus(page))
  })
})
