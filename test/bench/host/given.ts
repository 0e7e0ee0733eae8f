import { appendFileSync } from 'node:fs'
import type { Results } from '../samples.ts'

/** What the bench has prepared for its measures in an extension host. */
export interface Given {
  /** Where what is recorded is to be written, in lines of JSON. */
  recordsFile: string
}

/** The environment variable that {@link Given} comes in. */
export const givenVariable = 'POOLKEEPER_BENCH'

/** Hands results to the bench. */
export function record(results: Results): void {
  const { recordsFile } = JSON.parse(process.env[givenVariable] ?? '{}') as Given
  appendFileSync(recordsFile, `${JSON.stringify(results)}\n`)
}
