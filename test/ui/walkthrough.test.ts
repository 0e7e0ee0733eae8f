import { strict as assert } from 'node:assert'
import { describeUi, itNightly, type UiOptions } from './fixtures.ts'
import { Walkthrough } from './workbenchWalkthrough.ts'
import { until } from './until.ts'

const connect = 'Connect to your service'
const list = 'List availability zones'
const browse = 'Browse machine pools'
const remove = 'Delete safely'
const edit = 'Get zones right in your files'

const options: UiOptions = {
  window: 'packed',
  lookups: 'all',
  nightly: true,
  files: { 'checked.yaml': 'region: us-east-1\nzone: us-east-1a\n' },
}

describeUi('Walkthrough', options, (ui) => {
  let walkthrough: Walkthrough
  const completes = (...titles: string[]) =>
    until(`these have a check mark: ${titles.join()}`, async () => {
      return (await walkthrough.completed()).join() === titles.join()
    })

  const toggleSideBar = () => ui.workbench.page.keyboard.press('ControlOrMeta+b')

  ui.setUp(async () => {
    walkthrough = new Walkthrough(ui.workbench.page)
    await ui.workbench.openViewContainer()
  })

  const getStarted = async () => {
    await ui.workbench.runCommand('Welcome: Open Walkthrough...')
    await ui.workbench.quickInput.pick('Get Started with Poolkeeper')
    await walkthrough.title.waitFor()
  }

  it('completes its steps by commands and views', async () => {
    await getStarted()
    assert.deepEqual(await walkthrough.completed(), [])
    await ui.workbench.screenshot('walkthrough')
    await walkthrough.press(browse, 'Show Machine Pools')
    await completes(browse)
    await walkthrough.press(remove, 'Try with Sample Data')
    await ui.workbench.machinePools.expand('training')
    await ui.workbench.machinePools.chooseFromMenu('notebooks', 'Delete Machine Pool…')
    await ui.workbench.dialog.getByText(/^Delete machine pool “notebooks”/).waitFor()
    await ui.workbench.pressDialogButton('Cancel')
    await completes(connect, browse, remove)
  })

  itNightly('has a picture for each step, where there is room', async () => {
    await getStarted()
    await toggleSideBar()
    const inPictures = {
      [list]: 'us-east-1b',
      [browse]: 'gpu-inference',
      [remove]: 'gpu-inference?',
      [edit]: 'use1-az6',
      [connect]: 'https://|',
    }
    for (const [title, text] of Object.entries(inPictures)) {
      await walkthrough.open(title)
      await walkthrough.picture.getByText(text, { exact: true }).waitFor()
      await ui.workbench.screenshot(`walkthrough-${title.replaceAll(' ', '-')}`)
    }
    await toggleSideBar()
  })

  itNightly('looks well in every kind of theme', async () => {
    const { workbench } = ui
    await getStarted()
    await toggleSideBar()
    await walkthrough.open(edit)
    for (const theme of ['Dark Modern', 'Dark High Contrast', 'Light High Contrast'] as const) {
      await workbench.setColorTheme(theme)
      const background = await workbench.page
        .locator('.monaco-workbench')
        .evaluate((page) => getComputedStyle(page).getPropertyValue('--vscode-editor-background'))
      const parts = [1, 3, 5].map((at) => Number.parseInt(background.slice(at, at + 2), 16))
      await until('the picture has the colors of the theme', async () => {
        const card = walkthrough.picture.locator('path').first()
        const fill = await card.evaluate((path) => getComputedStyle(path).fill)
        return fill === `rgb(${parts.join(', ')})`
      })
      await workbench.screenshot(`walkthrough-${theme.replaceAll(' ', '-')}`)
    }
    await toggleSideBar()
  })
})
