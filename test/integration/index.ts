import Mocha from 'mocha'
import { format } from 'node:util'
import { isInQuickRun, isInRun, isInWindowRun } from '../testFiles.ts'

/** By the path of a test file, the function that executes the file, which declares its suites. */
type TestFiles = Record<string, () => unknown>

/** Runs the suites of the bundle inside an extension host. Rejects if a test fails, or none has run. */
export async function runTestFiles(files: TestFiles): Promise<void> {
  markReport()
  const mocha = new Mocha({
    ui: 'bdd',
    reporter: 'spec',
    color: false,
    timeout: 60_000,
    forbidOnly: true,
  })
  const grep = process.env['POOLKEEPER_TEST_GREP']
  if (grep) mocha.grep(new RegExp(grep))
  const isQuick = process.env['POOLKEEPER_QUICK'] !== undefined
  const isOtherWindow = (process.env['POOLKEEPER_WINDOW'] || 'folder') !== 'folder'
  for (const [file, declare] of Object.entries(files)) {
    if (!isInRun(file) || (isQuick && !isInQuickRun(file))) continue
    if (isOtherWindow && !isInWindowRun(file)) continue
    mocha.suite.emit('pre-require', globalThis, file, mocha)
    declare()
  }
  const runner = await new Promise<Mocha.Runner>((resolve) => {
    const started = mocha.run(() => resolve(started))
  })
  const { passes, failures } = runner.stats ?? { passes: 0, failures: 0 }
  if (failures > 0) throw new Error(`${failures} tests failed`)
  if (passes === 0) throw new Error('No test has run') // a typing error in `--grep` must not look like success
}

/** Marks the lines of the report for the test host, which also gets VS Code’s log. The desktop has no mark. */
function markReport(): void {
  const mark = process.env['POOLKEEPER_REPORT_MARK'] ?? ''
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => {
    for (const line of format(...args).split('\n')) console.log(mark + line)
  }
}
