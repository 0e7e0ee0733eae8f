import { isLong } from '../long.ts'
import { everyHost } from './everyHost.ts'
import { longOnly } from './longOnly.ts'
import { realOnly } from './realOnly.ts'

/**
 * Which test files run in a VS Code: all; those of `everyHost.ts`; or those of `everyHost.ts` and
 * `realOnly.ts`, which are all that can’t run in plain Node.js.
 */
export const suites = ['all', 'everyHost', 'real'] as const

/** Whether a test file runs in a VS Code, by the environment variables of the run. */
export function isSelected(file: string): boolean {
  if (!isLong && startsWithAny(longOnly, file)) return false
  const selected = process.env['POOLKEEPER_SUITES']
  if (selected === 'everyHost') return startsWithAny(everyHost, file)
  if (selected === 'real') return startsWithAny(everyHost, file) || startsWithAny(realOnly, file)
  return true
}

/** Whether a test file runs in plain Node.js, on the fake VS Code. */
export function isSelectedForFake(file: string): boolean {
  return !startsWithAny(realOnly, file) && (isLong || !startsWithAny(longOnly, file))
}

/** Whether a file’s path starts with an element of a list. */
export function startsWithAny(starts: readonly string[], file: string): boolean {
  return starts.some((start) => file.startsWith(start))
}
