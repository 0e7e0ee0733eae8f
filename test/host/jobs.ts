/** A phase of `npm test`: a script of package.json with options, as a person runs it alone. */
export interface Job {
  /** What `--only` takes: all of it, or its first words. */
  name: string
  script: string
  args: string[]
  /** About how long it takes beside others on two cores, in seconds: the longest start first. */
  seconds: number
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
const windows = (kind: string): Job => {
  const args = ['--version', 'newest', '--host', kind, '--windows']
  return tests(`windows ${kind}`, 50, 'integration', ...args)
}
const ui = (kind: string, seconds: number, ...args: string[]): Job =>
  tests(`ui ${kind}`, seconds, 'ui', '--host', kind, ...args)

const checks = [check('types', 6), check('lint', 4), check('format', 11, 'format:check')]

/** `npm test` */
export const everyday: Job[] = [
  ...checks,
  tests('unit', 40, 'unit'),
  tests('fake', 50, 'fake'),
  host('newest', 'node', 30, '--suites', 'real'),
  host('newest', 'web', 35, '--suites', 'everyHost'),
  host('minimum', 'node', 25, '--suites', 'everyHost'),
  ui('node', 90, '--quick'),
]

/** `npm run test:all`; the last one measures, and runs alone. */
export const all: Job[] = [
  ...checks,
  tests('unit', 900, 'unit', '--long'),
  tests('fake', 150, 'fake', '--long'),
  host('newest', 'node', 900, '--long'),
  host('newest', 'web', 300, '--long'),
  host('minimum', 'node', 900, '--long'),
  host('minimum', 'web', 300, '--long'),
  windows('node'),
  windows('web'),
  ui('node', 240),
  ui('web', 240),
  check('bench', 200, 'bench', '--check'),
]
