import Mocha from 'mocha'

/** How many tests ended how. */
export interface Totals {
  passed: number
  failed: number
  skipped: number
}

/** The environment variable that asks for the failures alone. */
export const briefVariable = 'POOLKEEPER_BRIEF_REPORT'
const totalsMark = 'Totals: '

const { Base, Spec } = Mocha.reporters

/** Mocha’s spec report, or the failures alone, and the totals as a line for the program that started the run. */
export class Reporter extends (process.env[briefVariable] === undefined ? Spec : Base) {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    if (this instanceof Spec) return
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => this.epilogue())
  }

  override epilogue(): void {
    const { passes: passed, failures: failed, pending: skipped } = this.stats
    if (this instanceof Spec) super.epilogue()
    else if (this.failures.length > 0) Base.list(this.failures)
    const totals: Totals = { passed, failed, skipped }
    Base.consoleLog(totalsMark + JSON.stringify(totals))
    if (this.stats.tests > 0) return
    // A slip in `--grep` must not look like success: mocha ends the process with the runner's number.
    Base.consoleLog('No test has run.')
    this.runner.failures = 1
  }
}
export default Reporter

/** The totals of each test run in what programs printed; a run that broke off has none. */
export function findTotals(output: string): Totals[] {
  const lines = output.split('\n').filter((line) => line.startsWith(totalsMark))
  return lines.map((line) => JSON.parse(line.slice(totalsMark.length)) as Totals)
}

/** The sum of some totals. */
export function sumOf(all: readonly Totals[]): Totals {
  const sum = (key: keyof Totals) => all.reduce((total, one) => total + one[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}
