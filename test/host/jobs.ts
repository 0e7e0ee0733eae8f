import { allUi, everydayUi, type UiJob } from '../ui/kinds.ts'
import { otherWindows } from './windows.ts'

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
  /** Whether nothing else may run meanwhile, because it measures. */
  isAlone?: true
}

const check = (name: string, seconds: number, script = name): Job => ({
  name,
  script,
  args: [],
  seconds,
  hasTests: false,
})
const tests = (name: string, seconds: number, script: string, ...args: string[]): Job => ({
  name,
  script,
  args,
  seconds,
  hasTests: true,
})
const host = (where: string, seconds: number, ...args: string[]): Job => {
  const [version = '', kind = ''] = where.split(' ')
  return tests(
    `host ${where}`,
    seconds,
    'integration',
    '--version',
    version,
    '--host',
    kind,
    ...args,
  )
}
const windows = (kind: string, seconds: number, ...some: readonly string[]): Job => {
  const args = ['--version', 'newest', '--host', kind, '--windows', some.join(',')]
  return tests(`windows ${kind}`, seconds, 'integration', ...args)
}
const ui = ([name, seconds, ...args]: UiJob): Job => tests(`ui ${name}`, seconds, 'ui', ...args)

const checks = [check('types', 6), check('lint', 4), check('format', 11, 'format:check')]

/** `npm test` */
export const everyday: Job[] = [
  ...checks,
  tests('unit', 40, 'unit'),
  tests('fake', 30, 'fake'),
  host('newest node', 110, '--suites', 'real'),
  host('newest web', 70, '--suites', 'everyHost'),
  host('minimum node', 65, '--suites', 'everyHost'),
  // The one in which something of ours is off; npm run test:all has all of them, in both.
  windows('node', 20, 'restricted'),
  ...everydayUi.map(ui),
]

/** `npm run test:all` */
export const all: Job[] = [
  ...checks,
  tests('unit', 900, 'unit', '--long'),
  tests('fake', 60, 'fake'),
  host('newest node', 900, '--long'),
  host('newest web', 300, '--long'),
  host('minimum node', 900, '--long'),
  host('minimum web', 300, '--long'),
  windows('node', 50, ...otherWindows),
  windows('web', 50, ...otherWindows),
  ...allUi.map(ui),
  { ...check('bench', 200), args: ['--check'], isAlone: true },
]

/** The jobs of some names, or that begin with such words. */
export function chosen(jobs: readonly Job[], only: readonly string[] | undefined): Job[] {
  return jobs.filter(({ name }) => !only || only.some((one) => `${name} `.startsWith(`${one} `)))
}

/**
 * How a job is run alone, by people and programs: `npm run SCRIPT -- OPTIONS`.
 *
 * @param grep Only tests whose full title matches this, too.
 */
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

/** Why there is no such job, in one line; undefined if there is one for each name. */
export function problemOf(jobs: readonly Job[], only: readonly string[] = []): string | undefined {
  const unknown = only.find((one) => chosen(jobs, [one]).length === 0)
  if (unknown === undefined) return undefined
  const names = [...new Set(jobs.map(({ name }) => name))].join(', ')
  return `--only must be of ${names}, not '${unknown}'`
}
