import { appendFileSync } from 'node:fs'
import type { Results } from '../samples.ts'

/** What the bench has prepared for its measures in an extension host. */
export interface Given {
  /** Where what is recorded is to be written, in lines of JSON. */
  recordsFile: string
}

/** The environment variable that {@link Given} comes in. */
export const givenVariable = 'POOLKEEPER_BENCH'

/** The names of the extensions whose activation is measured: a copy of ours as it ships, and one that does nothing. */
export const measured = { ours: 'measured', empty: 'empty' } as const

/** What a window pays, in milliseconds: for each activation, and for the first command after ours. */
export type Started = Record<keyof typeof measured | 'command', number>

/** Hands results to the bench. */
export function record(results: Results | Started): void {
  const { recordsFile } = JSON.parse(process.env[givenVariable] ?? '{}') as Given
  appendFileSync(recordsFile, `${JSON.stringify(results)}\n`)
}
