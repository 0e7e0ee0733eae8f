import type { FrameLocator } from 'playwright-core'
import type { Sandbox } from '../sandbox/service.ts'
import { until } from './until.ts'
import type { Workbench } from './workbench.ts'
import { Keyboard } from './workbenchKeyboard.ts'

/** Answers a prompt: waits for it by its title and its placeholder, types the text, and presses Enter. */
export async function answerPrompt(
  { quickInput }: Workbench,
  step: { title: string; placeholder?: string },
  text: string,
): Promise<void> {
  await quickInput.step(step).waitFor()
  await quickInput.submit(text)
}

/**
 * Selects Delete Machine Pool in a pool’s menu until its dialog opens. While the pool is shown as being deleted, the menu
 * does not have the entry. If VS Code updates the view while the menu is open, it passes no row to the command, which
 * then fails.
 */
export async function chooseDeletion(workbench: Workbench, pool: string): Promise<void> {
  const { dialog, machinePools, notifications } = workbench
  const failure = 'The view changed in the meantime. Try again.'
  const hasFailed = () => notifications.withText(failure).isVisible()
  const deletionMark = machinePools.item(pool).getByText(/^deleting/)
  await until('the pool is not being deleted', () => deletionMark.isHidden())
  for (;;) {
    await machinePools.chooseFromMenu(pool, 'Delete Machine Pool…')
    await until(
      'a dialog or a failure',
      async () => (await dialog.isVisible()) || (await hasFailed()),
    )
    if (!(await hasFailed())) return
    await notifications.dismiss(failure)
  }
}

/** Types the confirmation of a deletion, which is the placeholder of the box: the cluster and the pool. */
export async function typeNames({ quickInput }: Workbench, pool: string): Promise<void> {
  await quickInput.step({ title: 'Delete Machine Pool' }).waitFor()
  const placeholder = await quickInput.input.getAttribute('placeholder')
  if (!placeholder?.endsWith(`/${pool}`)) throw new Error(`The placeholder is ${placeholder}`)
  await quickInput.submit(placeholder)
}

/** The prompts of Add Connection… and List Zones…. */
export const prompts = {
  url: { title: 'Add Connection', placeholder: 'https://' },
  key: { title: 'Add Connection', placeholder: 'API key' },
  project: {
    title: 'Add Connection',
    placeholder: 'Select a project for the connection or enter its UID',
  },
  account: { title: 'List Zones', placeholder: 'Select a cloud account or enter its UID' },
  region: { title: 'List Zones', placeholder: 'Select or enter a region' },
}

/** The name of a connection to a sandbox, unless the user enters another. */
export const hostName = '127.0.0.1'

/** Adds a connection by the command, for all projects. */
export async function addConnection(
  workbench: Workbench,
  { baseUrl, apiKey }: Pick<Sandbox, 'baseUrl' | 'apiKey'>,
): Promise<void> {
  const { notifications, quickInput, statusBar } = workbench
  await workbench.runCommand('Poolkeeper: Add Connection…')
  await answerPrompt(workbench, prompts.url, baseUrl)
  await answerPrompt(workbench, prompts.key, apiKey)
  const projectStep = quickInput.step(prompts.project)
  const statusItem = statusBar.getByText(hostName, { exact: true })
  await projectStep.or(statusItem).first().waitFor()
  if (await projectStep.isVisible()) await quickInput.submit('')
  await statusItem.waitFor()
  const success = /Connected to|Connection “.*” saved/
  await notifications.appear(success)
  // Until the first row has the focus, a palette that is opened would be closed again.
  await new Keyboard(workbench).waitForFocus(/^treeitem /)
  await notifications.dismiss(success)
}

/** Lists the zones of a region by the command, and waits for the region in the view. */
export async function listZones(
  workbench: Workbench,
  account: string,
  region: string,
): Promise<void> {
  await workbench.runCommand('Poolkeeper: List Zones…')
  await selectRegion(workbench, account, region)
  await workbench.quickInput.cancel()
  await workbench.zones.item(region).waitFor()
}

/** Selects an account and a region in List Zones…, and waits for the list of zones. */
export async function selectRegion(
  { quickInput }: Workbench,
  account: string,
  region: string,
): Promise<void> {
  const answers = [
    [prompts.account, account],
    [prompts.region, region],
  ] as const
  for (const [prompt, entry] of answers) {
    await quickInput.step(prompt).waitFor()
    await quickInput.type(entry)
    await quickInput.pick(entry)
  }
  await quickInput.step({ title: `Zones in ${region}` }).waitFor()
}

/** Reads the clipboard of the browser. */
export async function readClipboard({ page }: Workbench): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return page.evaluate(() => navigator.clipboard.readText())
}

/** The page of the visible Markdown preview or comparison. */
export function getShownPage({ page }: Workbench): FrameLocator {
  return page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame')
}
