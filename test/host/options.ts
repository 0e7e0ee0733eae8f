import { parseArgs } from 'node:util'
import { endWithParents } from './parents.ts'

/** A command-line option. With neither `value`, `choices`, nor `range`, it is a switch. */
export interface Option {
  /** What it does, for the usage text. */
  help: string
  /** The name of its value in the usage text, such as `TEXT`. */
  value?: string
  /** The values that it accepts. */
  choices?: readonly string[]
  /** The whole numbers that it accepts: the smallest and the largest. */
  range?: readonly [number, number]
  /** Whether its value is a regular expression. */
  isPattern?: true
  /** Whether it can have several values separated by commas. */
  several?: true
}
export type Options = Record<string, Option>

/** The option of every script that runs tests. */
export const grepOption = {
  value: 'TEXT',
  isPattern: true,
  help: 'Run only tests whose full title matches this regular expression',
} as const

type One<O extends Option> = O extends { choices: readonly (infer Choice)[] }
  ? Choice
  : O extends { range: readonly [number, number] }
    ? number
    : O extends { value: string }
      ? string
      : true
/** The values of the options that were given. */
export type Values<T extends Options> = {
  -readonly [Name in keyof T]?: T[Name] extends { several: true } ? One<T[Name]>[] : One<T[Name]>
}

/** What a script of package.json is called with, and how it explains itself. */
export interface Script<T extends Options> {
  /** Its name in package.json. */
  name: string
  /** What it does, in one or two sentences. */
  summary: string
  options: T
}

/**
 * Reads the options of this process. `--help` prints the usage text and ends the process with code 0;
 * an unknown option or a bad value ends it with code 2 and one line on stderr. From then on the process
 * ends with the npm that started it.
 */
export function readOptions<const T extends Options>(
  script: Script<T>,
  args = process.argv.slice(2),
): Values<T> {
  if (process.env['npm_lifecycle_event'] !== undefined) endWithParents()
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(usageOf(script))
    process.exit(0)
  }
  const config = Object.entries<Option>(script.options).map(([name, option]) => {
    return [name, { type: isSwitch(option) ? 'boolean' : 'string' } as const] as const
  })
  try {
    const { values } = parseArgs({ options: Object.fromEntries(config), args })
    const checked = Object.entries(values).map(([name, value]) => {
      const option = script.options[name]
      if (!option || typeof value !== 'string') return [name, value]
      if (!option.several) return [name, checkedValue(name, option, value)]
      return [name, value.split(',').map((one) => checkedValue(name, option, one))]
    })
    return Object.fromEntries(checked) as Values<T>
  } catch (error) {
    return fail(script.name, (error as Error).message)
  }
}

/** Ends the process over options that aren’t valid. */
export function fail(name: string, message: string): never {
  console.error(`${name}: ${message} (--help lists the options)`)
  process.exit(2)
}

function checkedValue(name: string, option: Option, text: string): string | number {
  const { choices, range, isPattern } = option
  if (text === '') throw new Error(`--${name} must not be empty`)
  if (choices && !choices.includes(text)) {
    throw new Error(`--${name} must be ${choices.join(' or ')}, not '${text}'`)
  }
  if (isPattern) RegExp(text)
  if (!range) return text
  const [least, most] = range
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  if (value >= least && value <= most) return value
  throw new Error(`--${name} must be ${least} to ${most}, not '${text}'`)
}

/** The usage text, in the form that command-line tools share. */
function usageOf<T extends Options>({ name, summary, options }: Script<T>): string {
  const command = name === 'test' || name === 'start' ? `npm ${name}` : `npm run ${name}`
  const all: Options = { ...options, help: { help: 'Show this help' } }
  const lines = Object.entries(all).map(([option, one]) => {
    const value = isSwitch(one) ? '' : ` ${one.value ?? one.choices?.join('|') ?? 'N'}`
    return `  --${option}${value}${one.several ? '[,…]' : ''}\n      ${one.help}`
  })
  return `Usage: ${command} [-- OPTIONS]\n\n${summary}\n\nOptions:\n${lines.join('\n')}\n`
}

function isSwitch({ value, choices, range }: Option): boolean {
  return value === undefined && choices === undefined && range === undefined
}
