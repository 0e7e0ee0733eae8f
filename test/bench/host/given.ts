import { appendFileSync } from 'node:fs'
import type { Results } from '../samples.ts'

/** The environment variable that names the file for what is recorded, in lines of JSON. */
export const recordsVariable = 'POOLKEEPER_BENCH'

/** The names of the extensions whose activation is measured: a copy of ours as it ships, and one that does nothing. */
export const measured = { ours: 'measured', empty: 'empty' } as const

/** What a window pays, in milliseconds: for each activation, and for the first command after ours. */
export type Started = Record<keyof typeof measured | 'command', number>

/** Hands results to the bench. */
export function record(results: Results | Started): void {
  appendFileSync(process.env[recordsVariable]!, `${JSON.stringify(results)}\n`)
}
