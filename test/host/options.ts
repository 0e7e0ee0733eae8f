import './endWithParent.ts'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/** The option of every script that runs tests: a regular expression for full titles. */
export const grepOption = { grep: { type: 'string' } } as const

/**
 * Reads the options of this process; docs/testing.md lists them. One that isn’t known or not valid ends the process with
 * code 2 and one line on stderr.
 */
export function readOptions<const T extends ParseArgsOptionsConfig>(options: T) {
  try {
    const { values } = parseArgs({ options })
    const empty = Object.entries(values).find(([, value]) => value === '')
    if (empty) throw new Error(`--${empty[0]} must not be empty`)
    return values
  } catch (error) {
    return fail((error as Error).message)
  }
}

/** The value of an option that accepts these only; undefined where it isn’t given. */
export function choiceOf<T extends string>(
  name: string,
  choices: readonly T[],
  value: string | undefined,
): T | undefined {
  const choice = choices.find((one) => one === value)
  if (choice !== undefined || value === undefined) return choice
  return fail(`--${name} must be ${choices.join(' or ')}, not '${value}'`)
}

/** The value of an option that is a whole number, from 0 on. */
export function numberOf(name: string, most: number, value: string | undefined) {
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(value) && Number(value) <= most) return Number(value)
  return fail(`--${name} must be 0 to ${most}, not '${value}'`)
}

/** Ends the process over options that aren’t valid. */
export function fail(message: string): never {
  console.error(message)
  process.exit(2)
}
