import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, newPage } from './browser.ts'
import { exampleWorkspace, outDir, screenshotDir } from './paths.ts'
import { temporaryDirectory } from './processes.ts'
import { serveSandboxes } from './remoteSandboxes.ts'
import { startWorkbench } from './server.ts'
import type { ExtensionHost, HostVersion, Window } from './versions.ts'
import { stageForTests, stageTests } from './stage.ts'

interface HostRun {
  version: HostVersion
  /** Where the extension and the tests run: in Node.js, or in the browser. */
  host: ExtensionHost
  /** What to have open: a page for each, one after another. */
  windows: readonly Window[]
  /** A module with `run()`, which rejects if a test fails. */
  testsPath: string
  /** What the tests find in `process.env`. */
  env: Record<string, string>
  /** Where other extensions are that are installed; none are without this. */
  extensionsDir?: string
}

const minutes = 20 // far more than they take, but on a machine that does other things too

/** One stream carries what the tests print and what VS Code itself logs. The tests mark theirs. */
const reportMark = '\u00a6 '

/**
 * Runs tests in the VS Code of the test host, in a headless browser. Prints what they print; returns
 * whether all of them passed.
 */
export async function runInHost(run: HostRun): Promise<boolean> {
  const { version, host, extensionsDir } = run
  const name = [version, host, ...run.windows].join('-')
  const log = new HostLog(join(outDir, `integration/${name}.log`))
  const env = { ...run.env, POOLKEEPER_REPORT_MARK: reportMark }
  const extensionPath = await stageForTests(host)
  // What tests cannot do in a browser is done here.
  const sandboxes = host === 'web' ? (await serveSandboxes()).url : undefined
  const browser = await launchBrowser()
  let passed = true
  for (const window of run.windows) {
    const ofWindow = { ...env, POOLKEEPER_WINDOW: window }
    const server = await startWorkbench({
      version,
      extensionPaths: [extensionPath],
      testsPath: sandboxes
        ? await stageTests(extensionPath, run.testsPath, {
            ...ofWindow,
            POOLKEEPER_SANDBOXES: sandboxes,
          })
        : run.testsPath,
      workspace: workspaceOf(window),
      workspaceTrust: window === 'restricted',
      ...(extensionsDir !== undefined && { extensionsDir }),
      env: ofWindow,
    })
    log.isComplete = false
    passed = (await runInPage(browser, server.url, log, `integration-${name}-${window}`)) && passed
    // An extension host that ends before its time can look like success.
    if (!log.isComplete) {
      console.error('The run broke off: there are no totals.')
      passed = false
    }
    await server.stop()
  }
  await browser.close()
  return passed
}

/** What a window is told to open; undefined for nothing. */
function workspaceOf(window: Window): string | undefined {
  if (window === 'none') return undefined
  if (window === 'virtual') return 'poolkeeper-virtual:/folder'
  if (window !== 'several') return exampleWorkspace
  const file = join(temporaryDirectory().path, 'several.code-workspace')
  const folders = [exampleWorkspace, dirname(exampleWorkspace)].map((path) => ({ path }))
  writeFileSync(file, JSON.stringify({ folders }))
  return file
}

/** Prints what the tests print, and keeps the rest in a file. */
class HostLog {
  readonly file: string
  /** Whether there were totals. */
  isComplete = false

  constructor(file: string) {
    this.file = file
    rmSync(file, { force: true })
  }

  add(type: string, [text, ...details]: unknown[]): void {
    if (typeof text === 'string' && text.startsWith(reportMark)) {
      const line = text.slice(reportMark.length)
      this.isComplete ||= /^ {2}\d+ passing/.test(line)
      console.log(line)
    } else appendFileSync(this.file, `[${type}] ${JSON.stringify([text, ...details])}\n`)
  }
}

/** Nobody looks at it: the less there is to draw, the sooner it is done. */
const small = { width: 640, height: 400 }

/** Opens the workbench and waits for the result that its extension host reports. */
async function runInPage(browser: Browser, url: string, log: HostLog, name: string) {
  const page = await newPage(browser, { viewport: small })
  // The workbench hands the log over to these two functions if it finds them.
  await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) =>
    log.add(type, args),
  )
  const ended = new Promise<boolean>((resolve) => {
    void page.exposeFunction('codeAutomationExit', (code: number) => resolve(code === 0))
    page.on('crash', () => {
      console.error('The browser page crashed.')
      resolve(false)
    })
    setTimeout(() => {
      console.error(`The tests timed out after ${minutes} minutes.`)
      resolve(false)
    }, minutes * 60_000).unref()
  })
  await page.goto(url)
  const passed = await ended
  if (!passed) await showWhatHappened(page, log, name)
  await page.context().close()
  return passed
}

async function showWhatHappened(page: Page, { file }: HostLog, name: string): Promise<void> {
  console.error(`What VS Code logged: ${file}`)
  mkdirSync(screenshotDir, { recursive: true })
  const path = join(screenshotDir, `${name}.png`)
  await page.screenshot({ path, timeout: 10_000 }).then(
    () => console.error(`What the workbench looked like: ${path}`),
    (error: unknown) => console.error('There is no screenshot:', error),
  )
}
