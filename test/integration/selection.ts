import { isLong } from '../long.ts'
import { everyHost } from './everyHost.ts'
import { longOnly } from './longOnly.ts'

/** Which test files run: all of them, or those of `everyHost.ts`. */
export const suites = ['all', 'everyHost'] as const
export type Suites = (typeof suites)[number]

/** Whether a test file runs, as the environment has it. */
export function isSelected(file: string): boolean {
  const startsWithOne = (starts: readonly string[]) =>
    starts.some((start) => file.startsWith(start))
  if (!isLong && startsWithOne(longOnly)) return false
  return process.env['POOLKEEPER_SUITES'] !== 'everyHost' || startsWithOne(everyHost)
}
