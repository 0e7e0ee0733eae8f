import { strict as assert } from 'node:assert'
import { accounts, configs } from '../sandbox/data.ts'
import { describeUi, itNightly, type UiOptions } from './fixtures.ts'
import { answer } from './flows.ts'
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
    await ui.workbench.runCommand('Poolkeeper: Get Started')
    await walkthrough.title.waitFor()
  }

  it('opens from the welcome view, and knows of each step once it is done', async function () {
    this.timeout(240_000) // one way through all of them, because no check mark ever goes
    const { workbench, sandbox } = ui
    const { machinePools } = workbench
    await workbench.zones.welcome.getByRole('button', { name: 'Get Started' }).click()
    await walkthrough.title.waitFor()
    assert.deepEqual(await walkthrough.completed(), [])
    await workbench.screenshot('walkthrough')

    // It knows of a connection and its key once they are there.
    await walkthrough.press(connect, 'Add Connection')
    await workbench.quickInput.cancel()
    assert.deepEqual(await walkthrough.completed(), [])
    await walkthrough.press(connect, 'Add Connection')
    await answer(workbench, { title: 'Add Connection (1/4)' }, sandbox.baseUrl)
    await answer(workbench, { title: 'Add Connection (2/4)' }, 'sandbox')
    await answer(workbench, { title: 'Add Connection (3/4)' }, sandbox.apiKey)
    await answer(workbench, { title: 'Add Connection (4/4)' }, '')
    await completes(connect)

    // It knows of zones once they are listed.
    await walkthrough.press(list, 'List Zones')
    await answer(workbench, { title: 'List Zones (1/3)' }, 'aws')
    await answer(workbench, { title: 'List Zones (2/3)' }, accounts.awsProduction.name)
    await workbench.quickInput.step({ title: 'List Zones (3/3)' }).waitFor()
    assert.deepEqual(await walkthrough.completed(), [connect])
    await workbench.quickInput.submit('us-east-1')
    await completes(connect, list)
    await workbench.quickInput.step({ title: 'Zones in us-east-1' }).waitFor()
    await workbench.quickInput.cancel()

    // It knows of pools once a cluster is opened.
    await walkthrough.press(browse, 'Show Machine Pools')
    await machinePools.item('Production').waitFor()
    assert.deepEqual(await walkthrough.completed(), [connect, list])
    await machinePools.expand(configs.checkout.clusterName)
    await completes(connect, list, browse)

    // It knows of a deletion once its question is answered, in the sample data.
    await walkthrough.press(remove, 'Try with Sample Data')
    await machinePools.expand('training')
    await machinePools.chooseFromMenu('notebooks', 'Delete Machine Pool…')
    await workbench.dialog.getByText(/^Delete machine pool “notebooks”/).waitFor()
    assert.deepEqual(await walkthrough.completed(), [connect, list, browse])
    await workbench.pressDialogButton('Cancel')
    await completes(connect, list, browse, remove)
    assert.ok(sandbox.requests.every(({ method }) => method !== 'DELETE'))
    await workbench.runCommand('Poolkeeper: Remove Sample Data')
    await machinePools.item(configs.checkout.clusterName).waitFor()

    // It knows of a file once its zones are checked.
    await walkthrough.press(edit, 'Go to File')
    await workbench.quickInput.box.waitFor()
    await workbench.quickInput.cancel()
    await workbench.editor.open('checked.yaml')
    await workbench.runCommand('Poolkeeper: Check Zones in File')
    await workbench.quickInput.pick(accounts.awsProduction.name)
    await workbench.statusBar.getByText('Zones checked: 1.').waitFor()
    await getStarted()
    await completes(connect, list, browse, remove, edit)
    await workbench.screenshot('walkthrough-done')
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
