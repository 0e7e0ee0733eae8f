import { appendFileSync } from 'node:fs'

/** What the bench has prepared for its measures in an extension host. */
export interface Given {
  /** The ids of extensions that are there to be activated. */
  extensions: Record<'ours' | 'empty' | 'other', string>
  /** Services with so many machine pools, each in a process of its own. */
  services: Record<number, { baseUrl: string; apiKey: string }>
  /** Where what is recorded is to be written, in lines of JSON. */
  recordsFile: string
}

/** The environment variable that {@link Given} comes in. */
export const givenVariable = 'POOLKEEPER_BENCH'

export const given = JSON.parse(process.env[givenVariable] ?? '{}') as Given

/** Hands results, or samples, to the bench. */
export function record(values: object): void {
  appendFileSync(given.recordsFile, `${JSON.stringify(values)}\n`)
}
