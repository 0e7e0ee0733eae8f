#!/usr/bin/env node
// Takes the place of the desktop VS Code for `runTests` of @vscode/test-electron: understands
// --extensionDevelopmentPath=, --extensionTestsPath= and a folder to open, runs the tests in the
// VS Code of the test host in a headless browser, and exits with their result. With
// POOLKEEPER_HOST=web both run in the browser, too: then what tests cannot do there is done here.
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { launchBrowser, newPage } from './browser.ts'
import { exampleWorkspace, outDir, screenshotDir } from './paths.ts'
import { temporaryDirectory } from './processes.ts'
import { serveSandboxes } from './remoteSandboxes.ts'
import { startWorkbench } from './server.ts'
import { toHostVersion } from './versions.ts'
import { stageTestsForWeb } from './webStage.ts'

const args = process.argv.slice(2)
const values = (name: string) =>
  args.filter((arg) => arg.startsWith(`${name}=`)).map((arg) => arg.slice(name.length + 1))

const extensionPaths = values('--extensionDevelopmentPath')
const testsPath = values('--extensionTestsPath')[0]
if (!testsPath) throw new Error('--extensionTestsPath= is missing')
const [extensionsDir] = values('--extensions-dir')
const version = toHostVersion(process.env['POOLKEEPER_HOST_VERSION'])
const isWeb = process.env['POOLKEEPER_HOST'] === 'web'
const minutes = 20 // far more than they take, but on a machine that does other things too

// The run that started this one may be killed outright; then this has nobody to report to.
process.stdin.on('end', () => process.exit(1)).resume()

// One stream carries what the tests print and what VS Code itself logs. The tests mark theirs.
const mark = '\u00a6 '
const hostLog = join(outDir, `integration/host-${version}-${isWeb ? 'web' : 'node'}.log`)
rmSync(hostLog, { force: true })

const server = await startWorkbench({
  version,
  ...(isWeb ? await stagedForWeb(testsPath) : { extensionPaths, testsPath }),
  ...opened(),
  ...(extensionsDir !== undefined && { extensionsDir }),
  env: { POOLKEEPER_REPORT_MARK: mark },
})
const browser = await launchBrowser()
const page = await newPage(browser)
const result = await Promise.race([runTests(server.url), timeout()])
if (result !== 0) await showWhatHappened()
await browser.close()
await server.stop()
process.exit(result)

/** What the window has open, by POOLKEEPER_WINDOW; a folder without it. See test/integration/windows.test.ts. */
function opened(): { workspace: string | undefined; workspaceTrust?: boolean } {
  const folder = args.find((arg) => !arg.startsWith('-')) ?? exampleWorkspace
  switch (process.env['POOLKEEPER_WINDOW'] ?? '') {
    case 'none':
      return { workspace: undefined }
    case 'several': {
      const file = join(temporaryDirectory().path, 'several.code-workspace')
      const folders = [folder, dirname(folder)].map((path) => ({ path }))
      writeFileSync(file, JSON.stringify({ folders }))
      return { workspace: file }
    }
    case 'virtual':
      return { workspace: 'poolkeeper-virtual:/folder' }
    case 'restricted':
      return { workspace: folder, workspaceTrust: true }
    default:
      return { workspace: folder }
  }
}

/** What takes the place of the extension and of the tests in a browser. */
async function stagedForWeb(tests: string) {
  const { url } = await serveSandboxes()
  const environment: Record<string, string> = {}
  for (const name of ['CI', 'POOLKEEPER_TEST_GREP', 'POOLKEEPER_WINDOW']) {
    const value = process.env[name]
    if (value !== undefined) environment[name] = value
  }
  environment['POOLKEEPER_SANDBOXES'] = url
  environment['POOLKEEPER_REPORT_MARK'] = mark
  const staged = await stageTestsForWeb(tests, environment)
  return { extensionPaths: [staged.extensionPath], testsPath: staged.testsPath }
}

/** Opens the workbench and waits for the result that its extension host reports. */
async function runTests(url: string): Promise<number> {
  // The workbench hands the log over to these two functions if it finds them.
  await page.exposeFunction('codeAutomationLog', printLog)
  const exited = new Promise<number>((resolve) => {
    void page.exposeFunction('codeAutomationExit', (code: number) => resolve(code))
    page.on('crash', () => {
      console.error('The browser page crashed.')
      resolve(1)
    })
  })
  await page.goto(url)
  return await exited
}

/** Prints what the tests print and keeps the rest in a file. */
function printLog(type: string, [text, ...details]: unknown[]): void {
  if (typeof text === 'string' && text.startsWith(mark)) console.log(text.slice(mark.length))
  else appendFileSync(hostLog, `[${type}] ${JSON.stringify([text, ...details])}\n`)
}

async function timeout(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, minutes * 60_000))
  console.error(`The tests did not end within ${minutes} minutes.`)
  return 1
}

async function showWhatHappened(): Promise<void> {
  console.error(`What VS Code logged: ${hostLog}`)
  mkdirSync(screenshotDir, { recursive: true })
  const path = join(screenshotDir, `integration-${version}${isWeb ? '-web' : ''}.png`)
  await page.screenshot({ path, timeout: 10_000 }).then(
    () => console.error(`What the workbench looked like: ${path}`),
    (error: unknown) => console.error('There is no screenshot:', error),
  )
}
