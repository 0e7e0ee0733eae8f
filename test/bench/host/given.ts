import { writeFileSync } from 'node:fs'
import type { Copies } from '../copies.ts'
import type { Results } from '../samples.ts'

/** What the bench has prepared for its measures in an extension host. */
export interface Given {
  copies: Copies
  /** Services with so many machine pools, each in a process of its own. */
  services: Record<number, { baseUrl: string; apiKey: string }>
  /** Where the results are to be written. */
  resultsFile: string
}

/** The environment variable that {@link Given} comes in. */
export const givenVariable = 'POOLKEEPER_BENCH'

export const given = JSON.parse(process.env[givenVariable] ?? '{}') as Given

const all: Results = {}

/** Hands results to the bench. */
export function record(results: Results): void {
  Object.assign(all, results)
  writeFileSync(given.resultsFile, JSON.stringify(all))
}
