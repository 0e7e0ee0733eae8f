import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../host/browser.ts'
import { companionDir, packagePath, root } from '../host/paths.ts'
import { startWorkbench } from '../host/server.ts'
import { stageExtension } from '../host/stage.ts'
import { copyExampleWorkspace } from '../host/workspaces.ts'
import { isWeb, runOptions } from './runOptions.ts'
import { Workbench } from './workbench.ts'

/** How the VS Code of a suite is started. */
export interface WindowOptions {
  /** Whether VS Code installs the package as users have it, without the companion. Ignored in a browser. */
  isInstalled?: boolean
  /** User settings, in addition to those of every workbench. */
  settings?: Record<string, unknown>
  /** The URI of the open folder, in place of one with the files of the example workspace. */
  folder?: string
  /** The texts of files in the open folder, by name, in addition to those of the example workspace. */
  files?: Record<string, string>
  /** More arguments for the server. */
  args?: string[]
}

/** A VS Code with its page. */
export interface Window {
  readonly workbench: Workbench
  close(): Promise<unknown>
}

/** Shared by all windows; it ends with this process. */
let browser: Promise<Browser> | undefined
let stagedForWeb: Promise<string> | undefined

/** Starts a VS Code with new data, and opens its page. */
export async function openWindow(options: WindowOptions): Promise<Window> {
  const { isInstalled = false, settings = {}, args = [] } = options
  const server = await startWorkbench({
    version: runOptions.version,
    extensionPaths: await getExtensionPaths(isInstalled),
    workspace: options.folder ?? (await createFolder(options.files)),
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

/** Creates a copy of the example workspace with more files. */
async function createFolder(files: Record<string, string> = {}): Promise<string> {
  const folder = copyExampleWorkspace()
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

async function getExtensionPaths(isInstalled: boolean): Promise<string[]> {
  if (isWeb()) return [await (stagedForWeb ??= stageExtension('web')), companionDir]
  return isInstalled ? [packagePath] : [root, companionDir]
}
