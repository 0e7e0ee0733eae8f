import { type Browser } from 'playwright-core'
import { launchBrowser } from '../host/browser.ts'
import { stageInLanguage } from '../host/languageStage.ts'
import { companionDir, exampleWorkspace, packagePath, root } from '../host/paths.ts'
import { startWorkbench } from '../host/server.ts'
import { toExtensionHost, toHostVersion } from '../host/versions.ts'
import { stageForWeb } from '../host/webStage.ts'
import type { Language } from '../l10n/texts.ts'
import { type Sandbox, startSandbox } from '../sandbox/service.ts'
import type { Lookups } from '../sandbox/settings.ts'
import { Workbench } from './workbench.ts'

export interface UiOptions {
  /** With the companion the extension comes up connected to the sandbox, its views filled. */
  companion?: boolean
  /** Which lookups the sandbox offers; none without this, so that a view shows what a test put in. */
  lookups?: Lookups
  /** User settings on top of the quiet ones; they may be about the sandbox. */
  settings?: Record<string, unknown> | ((sandbox: Sandbox) => Record<string, unknown>)
  /** The folder to open instead of the example. */
  workspace?: string
  /** The language of our texts; English without this. In Node.js's extension host alone. */
  language?: Language
  /** As a user gets it: packed, and installed by VS Code. In Node.js's extension host alone. */
  installed?: boolean
  /** Of the server and the extensions; `info` without this. */
  logLevel?: 'debug' | 'trace'
  /** Ask for workspace trust instead of taking it for granted. */
  workspaceTrust?: boolean
}

export interface Ui {
  readonly workbench: Workbench
  /** Runs in the test's own process; without the companion nothing knows of it yet. */
  readonly sandbox: Sandbox
}

/** Whether the extension runs in the browser, too; see test/host/ui.ts. */
export const isWeb = toExtensionHost(process.env['POOLKEEPER_HOST']) === 'web'

let browser: Promise<Browser> | undefined
let staged: Promise<string> | undefined

/**
 * For a suite: a VS Code with fresh data and a sandbox, from before the suite's first test to after
 * its last. The browser is one for the whole run. A test that fails leaves a screenshot.
 */
export function useUi(options: UiOptions = {}): Ui {
  let workbench: Workbench | undefined
  let sandbox: Sandbox | undefined
  let stopServer: (() => Promise<void>) | undefined

  before(async () => {
    sandbox = await startSandbox({ lookups: options.lookups ?? 'none', cors: isWeb })
    const { baseUrl, apiKey } = sandbox
    const { settings = {} } = options
    const extension = await stagedAs(options)
    const server = await startWorkbench({
      version: toHostVersion(process.env['POOLKEEPER_HOST_VERSION']),
      extensionPaths: options.companion ? [extension, companionDir] : [extension],
      workspace: options.workspace ?? exampleWorkspace,
      settings: typeof settings === 'function' ? settings(sandbox) : settings,
      env: options.companion ? { POOLKEEPER_SANDBOX: JSON.stringify({ baseUrl, apiKey }) } : {},
      ...(options.logLevel ? { logLevel: options.logLevel } : {}),
      workspaceTrust: options.workspaceTrust ?? false,
    })
    stopServer = () => server.stop()
    browser ??= launchBrowser()
    workbench = await Workbench.open(await browser, server)
  })

  afterEach(async function () {
    const { currentTest } = this
    if (currentTest?.state !== 'failed') return
    const title = currentTest.fullTitle().replaceAll(/[^\w]+/g, '-')
    await workbench?.screenshot(`failed-${title}`)
  })

  after(async () => {
    await workbench?.close()
    await stopServer?.()
    await sandbox?.close()
  })

  const started = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('It starts before the first test, not earlier.')
    return value
  }
  return {
    get workbench() {
      return started(workbench)
    },
    get sandbox() {
      return started(sandbox)
    },
  }
}

/** The extension as a suite wants it: its folder, or its package. */
async function stagedAs({ language, installed }: UiOptions): Promise<string> {
  if (isWeb) return (staged ??= stageForWeb())
  if (installed) return packagePath
  return language ? stageInLanguage(language) : root
}

/** Ends the browser of the run. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close()
}
