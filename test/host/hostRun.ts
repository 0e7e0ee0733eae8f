import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchBrowser, newPage } from './browser.ts'
import { outDir } from './paths.ts'
import { temporaryDirectory } from './processes.ts'
import { serveSandboxes } from './remoteSandboxes.ts'
import { startWorkbench } from './server.ts'
import { stageForTests } from './stage.ts'
import type { ExtensionHost, HostVersion, Window } from './versions.ts'
import { copyExampleWorkspace } from './workspaces.ts'

interface HostRun {
  version: HostVersion
  /** Where the extension and the tests run: in Node.js, or in the browser. */
  host: ExtensionHost
  /** The kinds of windows; the tests run in each, one after another. */
  windows: readonly Window[]
  /** A module with `run()`, which rejects if a test fails. */
  testsPath: string
  /** The environment variables of the tests. */
  env: Record<string, string>
  /** The folder of other installed extensions; none if absent. */
  extensionsDir?: string
}

/** The tests begin their lines with this mark, since VS Code logs to the same stream. */
const reportMark = '\u00a6 '

/**
 * Runs tests in the VS Code of the test host, in a headless browser. Prints what they print; returns
 * whether all of them passed.
 */
export async function runInHost(run: HostRun): Promise<boolean> {
  const { version, host, extensionsDir } = run
  const log = join(outDir, `integration/${[version, host, ...new Set(run.windows)].join('-')}.log`)
  mkdirSync(dirname(log), { recursive: true })
  rmSync(log, { force: true })
  // A browser can’t run sandboxes, so they run in this process.
  const sandboxes = host === 'web' ? await serveSandboxes() : undefined
  const browser = await launchBrowser()
  let passed = true
  for (const window of run.windows) {
    const env = {
      ...run.env,
      POOLKEEPER_REPORT_MARK: reportMark,
      POOLKEEPER_WINDOW: window,
      POOLKEEPER_SANDBOXES: sandboxes?.url ?? '',
    }
    const server = await startWorkbench({
      version,
      tests: await stageForTests(host, run.testsPath, env),
      workspace: getWorkspace(window),
      settings: { 'security.workspace.trust.enabled': window === 'restricted' },
      ...(extensionsDir !== undefined && { extensionsDir }),
      env,
    })
    passed = (await runInPage(browser, server.url, log)) && passed
    await server.stop()
  }
  await browser.close()
  await sandboxes?.stop()
  if (!passed) console.error(`What VS Code logged: ${log}`)
  return passed
}

/** The folder or workspace file that a window opens; undefined if none. */
function getWorkspace(window: Window): string | undefined {
  if (window === 'none') return undefined
  if (window === 'virtual') return 'poolkeeper-virtual:/folder'
  if (window !== 'several') return copyExampleWorkspace()
  const file = join(temporaryDirectory(), 'several.code-workspace')
  const folders = [copyExampleWorkspace(), copyExampleWorkspace()].map((path) => ({ path }))
  writeFileSync(file, JSON.stringify({ folders }))
  return file
}

/** Opens the workbench, and waits until its extension host reports the result. VS Code’s own log goes to a file. */
async function runInPage(browser: Browser, url: string, log: string): Promise<boolean> {
  // A small page is faster to draw.
  const page = await newPage(browser, { viewport: { width: 640, height: 400 } })
  let hasTotals = false
  let hasPassed = false
  // VS Code’s workbench calls these two functions if they exist.
  await page.exposeFunction('codeAutomationLog', (type: string, [text, ...more]: unknown[]) => {
    if (typeof text === 'string' && text.startsWith(reportMark)) {
      const line = text.slice(reportMark.length)
      hasTotals ||= /^ {2}\d+ passing/.test(line)
      console.log(line)
    } else appendFileSync(log, `[${type}] ${JSON.stringify([text, ...more])}\n`)
  })
  await page.exposeFunction('codeAutomationExit', (code: number) => {
    hasPassed = code === 0
    void page.close()
  })
  // The limit is far more than the tests take, for busy computers. A crash also closes the page.
  const closed = page.waitForEvent('close', { timeout: 60 * 60_000 })
  await Promise.all([closed, page.goto(url)]).catch((error: unknown) => console.error(error))
  await page.context().close()
  // An extension host that ends too early may report success.
  if (!hasTotals) console.error('The run has ended without totals.')
  return hasPassed && hasTotals
}
