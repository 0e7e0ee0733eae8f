import { strict as assert } from 'node:assert'
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { viewport } from '../host/browser.ts'
import { exampleWorkspace } from '../host/paths.ts'
import { quietSettings } from '../host/quietSettings.ts'
import type { Sandbox } from '../sandbox/service.ts'
import { answer } from './flows.ts'
import { actUntil, until } from './until.ts'
import { readSettings } from './workbenchSettings.ts'
import type { Workbench } from './workbench.ts'

const command = 'Start Anew…'

/** Makes a window that was used as new, with what a suite wants; throws where that cannot be seen. */
export async function resetWindow(
  workbench: Workbench,
  folder: string,
  wanted: {
    settings: Record<string, unknown>
    files: Record<string, string>
    /** What the companion connects it to, and fills its views from. */
    sandbox?: Sandbox
  },
): Promise<void> {
  const { page, quickInput } = workbench
  await page.setViewportSize(viewport)
  await page.mouse.move(0, 0)
  await closeWhatAsks(workbench)
  await fillFolder(folder, wanted.files)

  const former = await readSettings(workbench.dataDir)
  const settings = changes(former, { ...quietSettings, ...wanted.settings })
  const address = wanted.sandbox && {
    baseUrl: wanted.sandbox.baseUrl,
    apiKey: wanted.sandbox.apiKey,
  }
  const forget = connectionsOf(former)
  await workbench.runCommand(`Poolkeeper Companion: ${command}`)
  await answer(workbench, { title: command }, JSON.stringify({ forget, settings, address }))
  await confirmRemovals(workbench)
  assert.equal(await quickInput.title(), `${command} Done`, await quickInput.message())
  await quickInput.cancel()
  await untilAsNew(workbench, wanted.sandbox !== undefined)
}

/** Takes away what a test has left before the next one of its suite: questions, messages, faults, and requests. */
export async function tidy(workbench: Workbench, sandbox: Sandbox): Promise<void> {
  const { notifications, page } = workbench
  sandbox.clearFaults()
  await page.mouse.move(0, 0)
  if (await isAsking(workbench)) await closeWhatAsks(workbench)
  if ((await notifications.texts()).length > 0) {
    await workbench.runCommand('Notifications: Clear All Notifications')
    await until('no message is left', async () => (await notifications.texts()).length === 0)
  }
  sandbox.requests.length = 0
}

/** Puts the example and these files into a folder, and nothing else. */
export async function fillFolder(folder: string, files: Record<string, string>): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
  await cp(exampleWorkspace, folder, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

async function closeWhatAsks(workbench: Workbench): Promise<void> {
  await actUntil(
    'nothing asks any more',
    () => workbench.page.keyboard.press('Escape'),
    async () => !(await isAsking(workbench)),
  )
}

async function isAsking({ page, dialog, quickInput }: Workbench): Promise<boolean> {
  const menu = page.locator('.monaco-menu-container')
  const all = [dialog, quickInput.box, menu].map(async (one) => one.isVisible())
  return (await Promise.all(all)).includes(true)
}

/** Says yes to each removal of a connection, until the companion has done its part. */
async function confirmRemovals(workbench: Workbench): Promise<void> {
  const { dialog, quickInput } = workbench
  const end = quickInput.box.getByText(new RegExp(`^${command} (Done|Failed)$`))
  await until('the companion is done', async () => {
    if (await dialog.isVisible()) await workbench.pressDialogButton('Remove Connection')
    return end.isVisible()
  })
}

/** What is to be written over former settings; null for what is to go. */
function changes(
  former: Record<string, unknown>,
  wanted: Record<string, unknown>,
): Record<string, unknown> {
  const names = new Set([...Object.keys(former), ...Object.keys(wanted)])
  const changed = [...names].filter(
    (name) => JSON.stringify(former[name]) !== JSON.stringify(wanted[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, wanted[name] ?? null]))
}

function connectionsOf(settings: Record<string, unknown>): string[] {
  const connections = settings['poolkeeper.connections'] as { name: string }[] | undefined
  return (connections ?? []).map(({ name }) => name)
}

/** Nothing is left of the suite before, and our views are there, both open, and closed again. */
async function untilAsNew(workbench: Workbench, isFilled: boolean): Promise<void> {
  const { page, machinePools, notifications, zones } = workbench
  await workbench.openViewContainer()
  await workbench.resetSideBarWidth()
  for (const view of [zones, machinePools]) {
    await view.unfold()
    if (!isFilled) await view.welcome.getByRole('button', { name: 'Add Connection' }).waitFor()
  }
  await workbench.resetViewHeights()
  await until('no message is left', async () => (await notifications.texts()).length === 0)
  assert.equal(await page.locator('.editor-group-container .tab').count(), 0)
  if (!isFilled) await workbench.openExplorer()
}
