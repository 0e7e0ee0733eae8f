import { isLong } from '../long.ts'
import { everyHost } from './everyHost.ts'
import { longOnly } from './longOnly.ts'
import { realOnly } from './realOnly.ts'

/**
 * Which test files run in a VS Code: all of them; those of `everyHost.ts`; or these and those of
 * `realOnly.ts`, which leaves out what passes in plain Node.js too.
 */
export const suites = ['all', 'everyHost', 'real'] as const

/** Whether a test file runs in a VS Code, as the environment has it. */
export function isSelected(file: string): boolean {
  if (!isLong && isOf(longOnly, file)) return false
  const chosen = process.env['POOLKEEPER_SUITES']
  if (chosen === 'everyHost') return isOf(everyHost, file)
  if (chosen === 'real') return isOf(everyHost, file) || isOf(realOnly, file)
  return true
}

/** Whether a test file runs in plain Node.js, on the fake VS Code. */
export function isSelectedForFake(file: string): boolean {
  return !isOf(realOnly, file) && (isLong || !isOf(longOnly, file))
}

/** Whether a file’s path starts with one of these. */
export function isOf(starts: readonly string[], file: string): boolean {
  return starts.some((start) => file.startsWith(start))
}
