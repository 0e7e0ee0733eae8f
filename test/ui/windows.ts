import type { Browser } from 'playwright-core'
import { launchBrowser } from '../host/browser.ts'
import { stageInLanguage } from '../host/languageStage.ts'
import { companionDir, packagePath, root } from '../host/paths.ts'
import { temporaryDirectory } from '../host/processes.ts'
import { startWorkbench, type WorkbenchServer } from '../host/server.ts'
import { stageForWeb } from '../host/webStage.ts'
import type { Sandbox } from '../sandbox/service.ts'
import { type Kind, type KindName, kinds } from './kinds.ts'
import { isWeb, version } from './runOptions.ts'
import { fillFolder, resetWindow } from './windowReset.ts'
import { Workbench } from './workbench.ts'

/** What a suite wants of its window. */
export interface Wanted {
  filled?: boolean
  fresh?: boolean
  settings?: Record<string, unknown> | ((sandbox: Sandbox) => Record<string, unknown>)
  files?: Record<string, string>
}

/** A VS Code, its page, and the folder that is open in it. */
export interface Window {
  readonly kind: KindName
  readonly workbench: Workbench
  readonly folder: string
  readonly server: WorkbenchServer
  /** Of the suite that has the window; an answer that is on its way may still come after its end. */
  sandbox: Sandbox
}

/** Windows that could not be reset, and why: a fresh one took the place of each. */
export const replaced: string[] = []

let browser: Promise<Browser> | undefined
let staged: Promise<string> | undefined
let current: Window | undefined

/** The window of a kind, as new: the one that is open, reset, or a fresh one. */
export async function takeWindow(
  kind: KindName,
  sandbox: Sandbox,
  wanted: Wanted,
): Promise<Window> {
  const isReusable = current?.kind === kind && kinds[kind].isShared && !wanted.fresh
  if (current && isReusable && (await tryReset(current, sandbox, wanted))) return current
  await closeWindow()
  current = await openWindow(kind, sandbox, wanted)
  return current
}

/** Closes the window that is open, and the sandbox of its suite. */
export async function closeWindow(): Promise<void> {
  const window = current
  current = undefined
  await window?.workbench.close()
  await window?.server.stop()
  await window?.sandbox.close()
}

/** Ends the browser of the run, with what is open. */
export async function closeBrowser(): Promise<void> {
  await closeWindow()
  await (await browser)?.close()
}

async function tryReset(window: Window, sandbox: Sandbox, wanted: Wanted): Promise<boolean> {
  const { kind, workbench, folder, sandbox: former } = window
  try {
    await resetWindow(workbench, folder, {
      settings: settingsOf(wanted, sandbox),
      files: wanted.files ?? {},
      ...(wanted.filled ? { sandbox } : {}),
    })
    window.sandbox = sandbox
    await former.close()
    return true
  } catch (error) {
    await workbench.shot(`not-reset-${kind}-${replaced.length + 1}`).catch(() => {})
    replaced.push(`${kind}: ${String(error)}`)
    console.error(`A window could not be reset, and is replaced. ${replaced.at(-1)}`)
    return false
  }
}

async function openWindow(kind: KindName, sandbox: Sandbox, wanted: Wanted): Promise<Window> {
  const { isShared, ...how }: Kind = kinds[kind]
  const { baseUrl, apiKey } = sandbox
  const address = wanted.filled ? JSON.stringify({ baseUrl, apiKey }) : 'none'
  const extension = await stagedAs(how)
  const folder = temporaryDirectory().path
  await fillFolder(folder, wanted.files ?? {})
  const server = await startWorkbench({
    version,
    extensionPaths: isShared || wanted.filled ? [extension, companionDir] : [extension],
    workspace: folder,
    settings: settingsOf(wanted, sandbox),
    env: { POOLKEEPER_SANDBOX: address },
    ...(how.logLevel ? { logLevel: how.logLevel } : {}),
    workspaceTrust: how.workspaceTrust ?? false,
  })
  try {
    browser ??= launchBrowser()
    const workbench = await Workbench.open(await browser, server)
    if (wanted.filled) await workbench.statusBar.getByText('has filled the views').waitFor()
    return { kind, workbench, folder, server, sandbox }
  } catch (error) {
    await server.stop()
    throw error
  }
}

function settingsOf({ settings = {} }: Wanted, sandbox: Sandbox): Record<string, unknown> {
  return typeof settings === 'function' ? settings(sandbox) : settings
}

/** The extension as a kind wants it: its folder, or its package. */
async function stagedAs({ language, installed }: Omit<Kind, 'isShared'>): Promise<string> {
  if (isWeb) return (staged ??= stageForWeb())
  if (installed) return packagePath
  return language ? stageInLanguage(language) : root
}
