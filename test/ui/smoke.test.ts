import { strict as assert } from 'node:assert'
import { describeUi } from './fixtures.ts'

describeUi('Smoke: a workbench as it comes', { window: 'plain' }, (ui) => {
  it('shows our two views', async () => {
    await ui.workbench.openViewContainer()
    await ui.workbench.machinePools.header.waitFor()
    await ui.workbench.screenshot('smoke')
  })

  it('offers what helps without a connection in the palette, and no more', async () => {
    const { workbench } = ui
    const { quickInput, page } = workbench
    await page.keyboard.press('F1')
    await quickInput.type('>Poolkeeper: ')
    await quickInput.item('Poolkeeper: Add Connection…').waitFor()
    const labels = await quickInput.items.locator('.label-name').allTextContents()
    const own = labels.filter((label) => label.startsWith('Poolkeeper: '))
    assert.deepEqual(own.sort(), [
      'Poolkeeper: Add Connection…',
      'Poolkeeper: Edit Connections',
      'Poolkeeper: Focus on Machine Pools View',
      'Poolkeeper: Focus on Zones View',
      'Poolkeeper: Show Log',
      'Poolkeeper: Try with Sample Data',
    ])
    await workbench.screenshot('palette-without-connection')
    await quickInput.cancel()
  })

  it('finds a text wherever the workbench keeps one', async () => {
    const { workbench } = ui
    await workbench.page.evaluate(() => localStorage.setItem('canary', 'canary-in-storage'))
    assert.deepEqual(await workbench.findCanary('canary-in-storage'), ['browser storage'])
    const found = await workbench.findCanary('workbench.startupEditor')
    assert.ok(found.some((place) => place.endsWith('settings.json')))
    assert.deepEqual(await workbench.findCanary('canary-nowhere'), [])
  })
})
