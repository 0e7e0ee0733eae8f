import { appendFileSync } from 'node:fs'

/** The environment variable that names the file for what is recorded, in lines of JSON. */
export const recordsVariable = 'POOLKEEPER_BENCH'

/** Hands results to the bench. */
export function record(results: object): void {
  appendFileSync(process.env[recordsVariable]!, `${JSON.stringify(results)}\n`)
}
