import type { FrameLocator } from 'playwright-core'
import type { Sandbox } from '../sandbox/service.ts'
import { until } from './until.ts'
import type { Workbench } from './workbench.ts'

/**
 * Answers one of several prompts: waits until it is the one that asks, by its title and its placeholder, types and
 * presses Enter.
 */
export async function answerPrompt(
  { quickInput }: Workbench,
  step: { title: string; placeholder?: string },
  text: string,
): Promise<void> {
  await quickInput.step(step).waitFor()
  await quickInput.submit(text)
}

/**
 * Chooses the deletion in a pool's menu, until it is asked about. A pool that is still drawn as being
 * deleted, though that has been refused, has no such entry. Where VS Code draws the view anew under the
 * open menu, it hands over no row, and the extension refuses.
 */
export async function chooseDeletion(workbench: Workbench, pool: string): Promise<void> {
  const { dialog, machinePools, notifications } = workbench
  const refusal = 'The view changed in the meantime. Try again.'
  const isRefused = () => notifications.withText(refusal).isVisible()
  const deleting = machinePools.item(pool).getByText(/^deleting/)
  await until('the pool is not being deleted', () => deleting.isHidden())
  for (;;) {
    await machinePools.chooseFromMenu(pool, 'Delete Machine Pool…')
    await until('an answer', async () => (await dialog.isVisible()) || (await isRefused()))
    if (!(await isRefused())) return
    await notifications.dismiss(refusal)
  }
}

/** Types what the box wants before a deletion, which is its placeholder: the cluster and the pool. */
export async function typeNames({ quickInput }: Workbench, pool: string): Promise<void> {
  await quickInput.step({ title: 'Delete Machine Pool' }).waitFor()
  const wanted = await quickInput.input.getAttribute('placeholder')
  if (!wanted?.endsWith(`/${pool}`)) throw new Error(`It wants ${wanted}`)
  await quickInput.submit(wanted)
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

/** The name that a connection to a sandbox has. */
export const hostName = '127.0.0.1'

/** Adds a connection through the boxes, for all projects. */
export async function addConnection(
  workbench: Workbench,
  { baseUrl, apiKey }: Pick<Sandbox, 'baseUrl' | 'apiKey'>,
): Promise<void> {
  const { notifications, quickInput, statusBar } = workbench
  await workbench.runCommand('Poolkeeper: Add Connection…')
  await answerPrompt(workbench, prompts.url, baseUrl)
  await answerPrompt(workbench, prompts.key, apiKey)
  const project = quickInput.step(prompts.project)
  const named = statusBar.getByText(hostName, { exact: true })
  await project.or(named).first().waitFor()
  if (await project.isVisible()) await quickInput.submit('')
  await named.waitFor()
  const offer = /Connected to|Connection “.*” saved/
  await notifications.appear(offer)
  await notifications.dismiss(offer)
}

/** Lists the zones of a region of an account that the service lists. */
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

/** Selects a region in the steps of List Zones…, until the list of its zones is open. */
export async function selectRegion(
  { quickInput }: Workbench,
  account: string,
  region: string,
): Promise<void> {
  for (const [prompt, entry] of [
    [prompts.account, account],
    [prompts.region, region],
  ] as const) {
    await quickInput.step(prompt).waitFor()
    await quickInput.type(entry)
    await quickInput.pick(entry)
  }
  await quickInput.step({ title: `Zones in ${region}` }).waitFor()
}

/** Reads the clipboard, as a paste would. */
export async function readClipboard({ page }: Workbench): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return page.evaluate(() => navigator.clipboard.readText())
}

/** The page of the Markdown preview or of the comparison that is shown. */
export function getShownPage({ page }: Workbench): FrameLocator {
  return page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame')
}
