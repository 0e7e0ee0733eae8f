import { appendFileSync } from 'node:fs'

/** The environment variable with the path of the file for results, which has a line of JSON for each. */
export const recordsVariable = 'POOLKEEPER_BENCH'

/** Appends results to the file. */
export function record(results: object): void {
  appendFileSync(process.env[recordsVariable]!, `${JSON.stringify(results)}\n`)
}
