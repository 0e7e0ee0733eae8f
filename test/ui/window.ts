import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../host/browser.ts'
import { companionDir, exampleWorkspace, packagePath, root } from '../host/paths.ts'
import { temporaryDirectory } from '../host/processes.ts'
import { startWorkbench } from '../host/server.ts'
import { stageExtension } from '../host/stage.ts'
import { isWeb, runOptions } from './runOptions.ts'
import { Workbench } from './workbench.ts'

/** What a suite wants of its VS Code. */
export interface WindowOptions {
  /** As a user gets it: packed, and installed by VS Code, without the companion. In Node.js alone. */
  isInstalled?: boolean
  /** User settings on top of the quiet ones. */
  settings?: Record<string, unknown>
  /** Files in the folder that is open, besides those of the example; by their names. */
  files?: Record<string, string>
  /** More arguments of the server. */
  args?: string[]
}

/** A VS Code of its own, and the page that shows it. */
export interface Window {
  readonly workbench: Workbench
  close(): Promise<unknown>
}

/** Ends with this process. */
let browser: Promise<Browser> | undefined
let staged: Promise<string> | undefined

/** Starts a VS Code with fresh data and opens it. */
export async function openWindow(options: WindowOptions): Promise<Window> {
  const { isInstalled = false, settings = {}, files = {}, args = [] } = options
  const folder = temporaryDirectory()
  await cp(exampleWorkspace, folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const server = await startWorkbench({
    version: runOptions.version,
    extensionPaths:
      isInstalled && !isWeb()
        ? [packagePath]
        : [isWeb() ? await (staged ??= stageExtension('web')) : root, companionDir],
    workspace: folder,
    settings,
    env: { POOLKEEPER_SANDBOX: 'none' },
    args,
  })
  try {
    const workbench = await Workbench.open(await (browser ??= launchBrowser()), server)
    return { workbench, close: () => workbench.close().then(() => server.stop()) }
  } catch (error) {
    await server.stop()
    throw error
  }
}
