import Mocha from 'mocha'

/** How many tests ended how. */
export interface Totals {
  passed: number
  failed: number
  skipped: number
}

const failedMark = 'Suites with failures: '

/** Mocha's spec report, and the totals as a line of JSON for the program that started the run. */
export class SpecWithTotals extends Mocha.reporters.Spec {
  override epilogue(): void {
    super.epilogue()
    const { passes, failures, pending } = this.stats
    const failed = new Set(this.failures.map((test) => test.titlePath()[0] ?? ''))
    if (failed.size > 0) Mocha.reporters.Base.consoleLog(failedMark + JSON.stringify([...failed]))
    const totals: Totals = { passed: passes, failed: failures, skipped: pending }
    Mocha.reporters.Base.consoleLog(JSON.stringify(totals))
  }
}

export default SpecWithTotals // what mocha's --reporter takes

/** Finds the totals in what a test run printed; undefined if it broke off before. */
export function findTotals(output: string): Totals | undefined {
  const found = output.match(/\{"passed":\d+,"failed":\d+,"skipped":\d+\}/g)?.at(-1)
  return found === undefined ? undefined : (JSON.parse(found) as Totals)
}

/** Finds the titles of the outermost suites in which a test failed. */
export function findFailedSuites(output: string): string[] {
  const line = output.split('\n').findLast((one) => one.includes(failedMark))
  return line === undefined ? [] : (JSON.parse(line.split(failedMark)[1] ?? '[]') as string[])
}
