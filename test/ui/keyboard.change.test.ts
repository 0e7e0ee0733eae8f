import { strict as assert } from 'node:assert'
import { configs } from '../sandbox/data.ts'
import { describeUi } from './fixtures.ts'
import { prompts, readClipboard } from './flows.ts'
import { Menu } from './workbenchMenu.ts'
import { Keyboard } from './workbenchKeyboard.ts'
import { actUntil, until } from './until.ts'

const { checkout } = configs

describeUi('Keyboard: without a mouse', {}, (ui) => {
  const deletions = () => ui.sandbox.requests.filter(({ method }) => method === 'DELETE')
  let keyboard: Keyboard

  /** Moves the focus through the welcome view from top to bottom, and adds a connection. */
  ui.setUp(async () => {
    keyboard = new Keyboard(ui.workbench)
    await keyboard.watchPointer()
    await keyboard.run('Poolkeeper: Focus on Zones View')
    await ui.workbench.zones.welcome.waitFor()
    await keyboard.pressUntil('Tab', /^button Zones Section/)
    const order: string[] = []
    while (order.length < 20 && order.at(-1) !== 'button Machine Pools Section') {
      order.push(await keyboard.moveFocus('Tab'))
    }
    assert.deepEqual(order, [
      'button Add Connection…',
      'region Welcome',
      'button Add Connection',
      'button Try with Sample Data',
      'button Machine Pools Section',
    ])
    await keyboard.pressUntil('Shift+Tab', /^button Add Connection$/)
    await keyboard.press('Enter')
    await keyboard.answer(prompts.url, ui.sandbox.baseUrl)
    await keyboard.answer(prompts.key, ui.sandbox.apiKey)
    await keyboard.waitForPrompt(prompts.project) // Enter selects all projects
    await keyboard.press('Enter')
    await ui.workbench.zones.item('aws-production').waitFor()
    await keyboard.waitForFocus(/^tree(item)? /) // it would close a palette that is opened before
    assert.ok(await keyboard.hasOnlyPressedKeys(), 'only keys were pressed')
  })

  beforeEach(() => keyboard.watchPointer())

  afterEach(async () => {
    assert.ok(await keyboard.hasOnlyPressedKeys(), 'only keys were pressed')
  })

  it('zones are listed, two names are copied, and zones in a region are read out with their states', async () => {
    const { workbench } = ui
    await keyboard.run('Poolkeeper: List Zones…')
    await keyboard.choose(prompts.account, 'aws-production')
    await keyboard.choose(prompts.region, 'us-east-1')
    await keyboard.waitForPrompt({ title: 'Zones in us-east-1' })
    // The list shows its first item as active, but ignores Space before an arrow key is pressed.
    for (const [index, zone] of ['us-east-1b', 'us-east-1c'].entries()) {
      await keyboard.pressUntil('ArrowDown', new RegExp(`${zone}, use1-az\\d · available`))
      await keyboard.press('Space')
      await workbench.quickInput.box.getByText(`${index + 1} Selected`).waitFor()
    }
    await keyboard.press('Enter')
    const copied = 'us-east-1b\nus-east-1c'
    await until('the names are copied', async () => (await readClipboard(workbench)) === copied)
    await keyboard.run('Poolkeeper: Focus on Zones View')
    // The first row had the focus before it got a pinned one above it.
    await keyboard.pressUntil('ArrowUp', /^treeitem aws-production, aws, pinned$/)
    const { zones } = workbench
    await keyboard.open(zones.item('aws-production'), zones.item('us-east-1'))
    await keyboard.pressUntil('ArrowRight', /^treeitem us-east-1, pinned/) // pinned regions are first
    await keyboard.open(zones.item('us-east-1'), zones.item('us-east-1a'))
    await keyboard.pressUntil('ArrowRight', /^treeitem us-east-1a, use1-az\d, available(,|$)/) // the first zone of the region
  })

  it('the focused pool is deleted after a confirmation, whatever pool is selected', async () => {
    const { dialog, machinePools, notifications } = ui.workbench
    await keyboard.run('Poolkeeper: Focus on Machine Pools View')
    await keyboard.pressUntil('ArrowDown', /^treeitem checkout-prod, 4 pools, aws, /)
    await keyboard.open(machinePools.item('checkout-prod'), machinePools.item('batch-spot'))
    await keyboard.pressUntil('ArrowRight', /^treeitem batch-spot/)
    await keyboard.press('Enter') // selects it
    await keyboard.pressUntil('ArrowDown', /^treeitem gpu-inference, 2 nodes, d, us-east-1, /)
    // Before the menu is open, an arrow key would move the focus in the view.
    const isMenuOpen = () => new Menu(ui.workbench.page).entries.first().isVisible()
    await actUntil(
      'the menu is open',
      async () => {
        if (!(await isMenuOpen())) await keyboard.press('Shift+F10')
      },
      isMenuOpen,
    )
    await keyboard.pressUntil('ArrowDown', /^menuitem Delete Machine Pool…/)
    await keyboard.press('Escape')
    await keyboard.waitForFocus(/^treeitem gpu-inference/)

    const question = dialog.getByText(
      'Delete machine pool “gpu-inference” of cluster “checkout-prod”?',
    )
    const openDialog = async () => {
      // The dialog may still be closing.
      await actUntil(
        'the dialog is open',
        async () => {
          if (!(await question.isVisible())) await keyboard.press('Delete')
        },
        () => question.isVisible(),
      )
      await keyboard.waitForFocus(/^button Show Details$/)
    }
    await openDialog()
    await keyboard.pressUntil('Tab', /^button Delete Machine Pool$/)
    await keyboard.pressUntil('Tab', /^button Cancel$/)
    await keyboard.pressUntil('Tab', /^button Show Details$/) // the focus stays in the dialog
    await keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await keyboard.waitForFocus(/^treeitem gpu-inference/)
    assert.deepEqual(deletions(), [])

    await openDialog()
    await keyboard.pressUntil('Tab', /^button Delete Machine Pool$/)
    await keyboard.press('Enter')
    await notifications.appear('Machine pool deleted: “gpu-inference” in checkout-prod')
    await until(
      'the pool is gone',
      async () => (await machinePools.item('gpu-inference').count()) === 0,
    )
    assert.deepEqual(
      deletions().map(({ url }) => url),
      [`/v1/cloudconfigs/aws/${checkout.uid}/machinePools/gpu-inference`],
    )
  })
})
