import Mocha from 'mocha'

/** How many tests ended how, and the titles of those that failed: of their suites, then their own. */
export interface Totals {
  passed: number
  failed: number
  skipped: number
  failures: string[][]
}

/** The environment variable that asks for the failures alone, and a {@link tick} for each test. */
export const briefVariable = 'POOLKEEPER_BRIEF_REPORT'
/** A line that says that one more test is over. */
const tick = '\u00b7'
const totalsMark = 'Totals: '

const { Base, Spec } = Mocha.reporters
const { EVENT_TEST_END } = Mocha.Runner.constants

/** Mocha’s spec report, and the totals as a line for the program that started the run. */
class SpecWithTotals extends Spec {
  override epilogue(): void {
    super.epilogue()
    printTotals(this)
    if (this.stats.tests > 0) return
    // A slip in `--grep` must not look like success: mocha ends the process with the runner's number.
    Base.consoleLog('No test has run.')
    this.runner.failures = 1
  }
}

/** What a run of many programs wants of each. */
class Brief extends Base {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    runner.on(EVENT_TEST_END, () => Base.consoleLog(tick))
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      if (this.failures.length > 0) Base.list(this.failures)
      printTotals(this)
    })
  }
}

/** What mocha’s `--reporter` takes. */
export const Reporter = process.env[briefVariable] === undefined ? SpecWithTotals : Brief
export default Reporter

function printTotals({ stats, failures }: Mocha.reporters.Base): void {
  const { passes, failures: failed, pending } = stats
  const titles = failures.map(titlesOf)
  const totals: Totals = { passed: passes, failed, skipped: pending, failures: titles }
  Base.consoleLog(totalsMark + JSON.stringify(totals))
}

/** What to run it alone by: for a hook, its suite. */
function titlesOf(test: Mocha.Test): string[] {
  const isHook = (test as { type?: string }).type === 'hook'
  return isHook ? test.titlePath().slice(0, -1) : test.titlePath()
}

/** The totals of each test run in what programs printed; a run that broke off has none. */
export function findTotals(output: string): Totals[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith(totalsMark))
    .map((line) => JSON.parse(line.slice(totalsMark.length)) as Totals)
}

/** How many tests are over by what was printed. */
export function ticksIn(output: string): number {
  return output.split('\n').filter((line) => line === tick).length
}

/** What programs printed, without what {@link Reporter} has added. */
export function withoutTotals(output: string): string {
  const isAdded = (line: string) => line === tick || line.startsWith(totalsMark)
  return output
    .split('\n')
    .filter((line) => !isAdded(line))
    .join('\n')
    .trim()
}

/** The sum of some totals. */
export function sumOf(all: readonly Totals[]): Totals {
  const sum: Totals = { passed: 0, failed: 0, skipped: 0, failures: [] }
  for (const { passed, failed, skipped, failures } of all) {
    sum.passed += passed
    sum.failed += failed
    sum.skipped += skipped
    sum.failures.push(...failures)
  }
  return sum
}
