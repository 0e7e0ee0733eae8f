import { otherWindows } from './versions.ts'

/** A phase of `npm test`: a script of package.json with options, as a person runs it alone. */
export interface Job {
  /** What `--only` takes: all of it, or its first words. */
  name: string
  script: string
  args: string[]
  /** About how long it takes beside others on two cores, in seconds: the longest start first. */
  seconds: number
  /** The tests that it is about, a regular expression for their full titles; all without this. */
  grep?: string
  /** Whether it runs tests and says how many, and so takes `--grep`; otherwise, it counts as one. */
  hasTests: boolean
}

const check = (name: string, seconds: number, script = name, ...args: string[]): Job => ({
  name,
  script,
  args,
  seconds,
  hasTests: false,
})
const tests = (name: string, seconds: number, script: string, ...args: string[]): Job => ({
  ...check(name, seconds, script, ...args),
  hasTests: true,
})
const host = (version: string, kind: string, seconds: number, ...args: string[]): Job => {
  const where = ['--version', version, '--host', kind]
  return tests(`host ${version} ${kind}`, seconds, 'integration', ...where, ...args)
}
const windows = (kind: string, seconds: number, ...some: readonly string[]): Job => {
  const args = ['--version', 'newest', '--host', kind, '--windows', some.join(',')]
  return tests(`windows ${kind}`, seconds, 'integration', ...args)
}
const ui = (kind: string, seconds: number, ...args: string[]): Job =>
  tests(`ui ${kind}`, seconds, 'ui', '--host', kind, ...args)

const checks = [check('types', 6), check('lint', 4), check('format', 11, 'format:check')]

/** `npm test` */
export const everyday: Job[] = [
  ...checks,
  tests('unit', 40, 'unit'),
  tests('fake', 30, 'fake'),
  host('newest', 'node', 40, '--suites', 'real'),
  host('newest', 'web', 40, '--suites', 'everyHost'),
  host('minimum', 'node', 40, '--suites', 'everyHost'),
  ui('node', 80, '--quick'),
]

/** `npm run test:all`; the last one measures, and runs alone. */
export const all: Job[] = [
  ...checks,
  tests('unit', 900, 'unit', '--long'),
  tests('fake', 60, 'fake'),
  host('newest', 'node', 900, '--long'),
  host('newest', 'web', 300, '--long'),
  host('minimum', 'node', 900, '--long'),
  host('minimum', 'web', 300, '--long'),
  windows('node', 50, ...otherWindows),
  windows('web', 50, ...otherWindows),
  ui('node', 240),
  ui('web', 240),
  check('bench', 200, 'bench', '--check'),
]

/** How a job is run: the options of its script, with only the tests whose full title matches this, too. */
export function optionsOf(job: Job, grep?: string): string[] {
  const both = bothOf(job.grep, grep)
  return both === undefined ? job.args : [...job.args, '--grep', both]
}

/** A regular expression for what matches two of them, at any place. */
export function bothOf(first: string | undefined, second: string | undefined): string | undefined {
  if (first === undefined || second === undefined) return first ?? second
  return `^(?=.*(?:${first}))(?=.*(?:${second}))`
}

/** The command that runs one test of a job alone, for a shell; without a title, all of the job. */
export function commandOf(job: Job, title?: string): string {
  const grep = title?.replaceAll(/[^\w ]/g, '.')
  const options = optionsOf(grep === undefined ? job : { ...job, grep })
  const words = options.map((word) => (/^[\w,-]+$/.test(word) ? word : `'${word}'`))
  return ['npm run', job.script, ...(words.length > 0 ? ['--', ...words] : [])].join(' ')
}
