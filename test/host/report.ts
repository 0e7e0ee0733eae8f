import Mocha from 'mocha'

/** How many tests ended how, and the titles of those that failed: of their suites, then their own. */
export interface Totals {
  passed: number
  failed: number
  skipped: number
  failures: string[][]
}

/** The environment variable that asks for the failures alone. */
export const briefVariable = 'POOLKEEPER_BRIEF_REPORT'
const totalsMark = 'Totals: '

const { Base, Spec } = Mocha.reporters
const { EVENT_RUN_END } = Mocha.Runner.constants

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
    runner.once(EVENT_RUN_END, () => {
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
  const titles = failures.map((test) => test.titlePath())
  const totals: Totals = { passed: passes, failed, skipped: pending, failures: titles }
  Base.consoleLog(totalsMark + JSON.stringify(totals))
}

/** The totals of each test run in what programs printed; a run that broke off has none. */
export function findTotals(output: string): Totals[] {
  const lines = output.split('\n').filter((line) => line.startsWith(totalsMark))
  return lines.map((line) => JSON.parse(line.slice(totalsMark.length)) as Totals)
}

/** What programs printed, without what {@link Reporter} has added. */
export function withoutTotals(output: string): string {
  const lines = output.split('\n').filter((line) => !line.startsWith(totalsMark))
  return lines.join('\n').trim()
}

/** The sum of some totals. */
export function sumOf(all: readonly Totals[]): Totals {
  const sum = (key: 'passed' | 'failed' | 'skipped') =>
    all.reduce((total, one) => total + one[key], 0)
  const failures = all.flatMap((one) => one.failures)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), failures }
}
