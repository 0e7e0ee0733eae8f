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
  /** Whether it can be repeated, or have several values separated by commas. */
  several?: true
}
export type Options = Record<string, Option>

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
  try {
    return parseOptions(script.options, args)
  } catch (error) {
    return fail(script.name, (error as Error).message)
  }
}

/** Ends the process over options that aren’t valid. */
export function fail(name: string, message: string): never {
  console.error(`${name}: ${message} (--help lists the options)`)
  process.exit(2)
}

/** Parses arguments; throws an error of one line if they aren’t valid. */
export function parseOptions<const T extends Options>(options: T, args: string[]): Values<T> {
  const config = Object.entries(options).map(([name, option]) => {
    const type = isSwitch(option) ? ('boolean' as const) : ('string' as const)
    return [name, { type, multiple: option.several ?? false }] as const
  })
  const given = parsed(Object.fromEntries(config), args)
  const values = Object.entries(given).map(([name, value]) => {
    const option = options[name]
    if (!option || typeof value === 'boolean') return [name, value]
    const all = [value].flat().flatMap((text) => (option.several ? text.split(',') : [text]))
    const checked = all.map((text) => checkedValue(name, option, text))
    return [name, option.several ? checked : checked[0]]
  })
  return Object.fromEntries(values) as Values<T>
}

function parsed(
  options: Record<string, { type: 'boolean' | 'string'; multiple: boolean }>,
  args: string[],
): Record<string, boolean | string | string[]> {
  try {
    return parseArgs({ options, args }).values as Record<string, boolean | string | string[]>
  } catch (error) {
    // Node.js adds advice after the first sentence.
    const [sentence = ''] = (error as Error).message.split(/\. |\.?\n/)
    throw new Error(sentence, { cause: error })
  }
}

function checkedValue(
  name: string,
  { choices, range, isPattern }: Option,
  text: string,
): string | number {
  if (choices && !choices.includes(text)) {
    throw new Error(`--${name} must be ${listed(choices)}, not '${text}'`)
  }
  if (!range) {
    if (text === '') throw new Error(`--${name} must not be empty`)
    if (isPattern) assertPattern(name, text)
    return text
  }
  const [least, most] = range
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  if (value >= least && value <= most) return value
  throw new Error(`--${name} must be ${least} to ${most}, not '${text}'`)
}

function assertPattern(name: string, text: string): void {
  try {
    RegExp(text)
  } catch (error) {
    throw new Error(`--${name} must be a regular expression, not '${text}'`, { cause: error })
  }
}

/** The usage text, in the form that command-line tools share. */
export function usageOf<T extends Options>({ name, summary, options }: Script<T>): string {
  const command = name === 'test' || name === 'start' ? `npm ${name}` : `npm run ${name}`
  const entries: [string, string][] = Object.entries({
    ...options,
    help: { help: 'Show this help' },
  } satisfies Options).map(([option, one]) => [`--${option}${valueOf(one)}`, one.help])
  const width = Math.max(...entries.map(([option]) => option.length))
  const lines = entries.map(([option, help]) => `  ${option.padEnd(width)}  ${help}`)
  return `Usage: ${command} [-- OPTIONS]\n\n${summary}\n\nOptions:\n${lines.join('\n')}\n`
}

function valueOf(option: Option): string {
  if (isSwitch(option)) return ''
  const { value, choices, several } = option
  const name = value ?? choices?.join('|') ?? 'N'
  return ` ${name}${several ? '[,…]' : ''}`
}

function isSwitch({ value, choices, range }: Option): boolean {
  return value === undefined && choices === undefined && range === undefined
}

function listed(choices: readonly string[]): string {
  return choices.length < 2
    ? choices.join('')
    : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
}
