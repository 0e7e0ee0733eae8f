import { parseArgs } from 'node:util'

/** What an option accepts: no value, a text, a whole number from 0 on, or one of several texts. */
type Kind = keyof Values | readonly string[]
type Values = { flag: true; text: string; number: number }
type Options<T> = {
  [K in keyof T]?: T[K] extends readonly (infer C)[] ? C : Values[T[K] & keyof Values]
}

/**
 * Reads the options of this process; docs/testing.md lists them. An unknown or invalid option ends the process with code
 * 2 and a line on stderr.
 */
export function readOptions<const T extends Record<string, Kind>>(kinds: T): Options<T> {
  const options = Object.entries(kinds).map(
    ([name, kind]) => [name, { type: kind === 'flag' ? 'boolean' : 'string' }] as const,
  )
  try {
    const { values } = parseArgs({ options: Object.fromEntries(options) })
    const parsed = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? parseValue(name, value, kinds[name]) : value,
    ])
    return Object.fromEntries(parsed) as Options<T>
  } catch (error) {
    return fail((error as Error).message)
  }
}

function parseValue(name: string, value: string, kind: Kind = 'text'): string | number {
  if (value === '') throw new Error(`--${name} must not be empty`)
  if (kind === 'number' && /^\d{1,9}$/.test(value)) return Number(value)
  if (kind === 'text' || kind.includes(value)) return value
  const expected = typeof kind === 'string' ? 'a number' : kind.join(' or ')
  throw new Error(`--${name} must be ${expected}, not '${value}'`)
}

/** Ends the process because of an invalid option. */
export function fail(message: string): never {
  console.error(message)
  process.exit(2)
}
