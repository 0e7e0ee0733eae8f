import { appendFileSync } from 'node:fs'
import type { Results } from '../samples.ts'

/** The environment variable with the file that what is recorded goes to, in lines of JSON. */
export const recordsVariable = 'POOLKEEPER_BENCH'

/** What a window pays, in milliseconds: for each activation, and for the first command after ours. */
export type Started = Record<'ours' | 'empty' | 'command', number>

/** Hands results to the bench. */
export function record(results: Results | Started): void {
  appendFileSync(process.env[recordsVariable] ?? '', `${JSON.stringify(results)}\n`)
}
