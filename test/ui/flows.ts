import type { FrameLocator, Page } from 'playwright-core'
import type { CloudAccount, CloudConfig } from '../sandbox/data.ts'
import type { Sandbox } from '../sandbox/service.ts'
import { until } from './until.ts'
import type { Workbench } from './workbench.ts'

/**
 * Answers one step of a row of prompts: waits until it is the one that asks, by its title (which
 * carries the step's number) and its placeholder, types and presses Enter.
 */
export async function answer(
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
  const isRefused = () => notifications.with(refusal).isVisible()
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

/** The name that a connection to a sandbox has, unless it is taken. */
export const hostName = '127.0.0.1'

/** Adds a connection through the boxes. A name other than the host’s is asked for only where that is taken. */
export async function addConnection(
  workbench: Workbench,
  { baseUrl, apiKey }: Pick<Sandbox, 'baseUrl' | 'apiKey'>,
  name = hostName,
): Promise<void> {
  const { notifications, quickInput, statusBar } = workbench
  await workbench.runCommand('Poolkeeper: Add Connection…')
  await answer(workbench, { title: 'Add Connection (1/2)' }, baseUrl)
  const naming = { title: 'Add Connection (1/2)', placeholder: 'For example, production' }
  if (name !== hostName) await answer(workbench, naming, name)
  await answer(workbench, { title: 'Add Connection (2/2)' }, apiKey)
  const project = quickInput.step({
    title: 'Add Connection (2/2)',
    placeholder: projectPlaceholder,
  })
  const named = statusBar.getByText(shortened(name), { exact: true })
  await project.or(named).first().waitFor()
  if (await project.isVisible()) await quickInput.submit('')
  await named.waitFor()
  const offer = /Connected to|Connection “.*” saved/
  await notifications.appear(offer)
  await notifications.dismiss(offer)
}

export const projectPlaceholder = 'Select a project for the connection or enter its UID'

/** A connection’s name as the status bar has it: the middle of a long one is left out. */
export function shortened(name: string): string {
  return name.length > 40 ? `${name.slice(0, 27)}…${name.slice(-12)}` : name
}

/** Goes through the prompts of List Zones… to the request, with an account that is not known yet. */
export async function askForZones(
  workbench: Workbench,
  { provider, uid, name }: CloudAccount,
  region: string,
): Promise<void> {
  await workbench.runCommand('Poolkeeper: List Zones…')
  // Where nothing is listed, the account and the region are entered in boxes.
  await answer(workbench, { title: 'List Zones (1/2)' }, uid)
  const providers = { title: 'List Zones (1/2)', placeholder: 'Select or enter a provider' }
  await answer(workbench, providers, provider)
  await answer(workbench, { title: 'List Zones (1/2)', placeholder: labelPlaceholder }, name)
  await answer(workbench, { title: 'List Zones (2/2)' }, region)
}

export const accountPlaceholder = 'Select a cloud account or enter its UID'
export const labelPlaceholder = 'Leave empty for no label'

/** Adds a machine pool through the prompts, with a cloud config that is not known yet. */
export async function addMachinePool(
  workbench: Workbench,
  { provider, uid, clusterName }: CloudConfig,
  pool: string,
): Promise<void> {
  await workbench.runCommand('Poolkeeper: Pin')
  await answerMachinePool(workbench, 'Pin Machine Pool', { provider, uid, clusterName }, pool)
  await workbench.machinePools.item(pool).waitFor()
}

/** The three steps that name a machine pool. */
export async function answerMachinePool(
  workbench: Workbench,
  title: string,
  { provider, uid, clusterName }: Pick<CloudConfig, 'provider' | 'uid' | 'clusterName'>,
  pool: string,
): Promise<void> {
  await answer(workbench, { title: `${title} (1/3)` }, provider)
  await answer(workbench, { title: `${title} (2/3)` }, uid)
  const label = { title: `${title} (2/3)`, placeholder: labelPlaceholder }
  await answer(workbench, label, clusterName)
  await answer(workbench, { title: `${title} (3/3)` }, pool)
}

/** Reads the clipboard, as a paste would. */
export async function readClipboard({ page }: Workbench): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return page.evaluate(() => navigator.clipboard.readText())
}

/** The page of the Markdown preview that is shown. */
export function renderedMarkdown(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame')
}
