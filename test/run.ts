// npm test, npm run test:all
// Runs a table of phases (test/host/jobs.ts), as many at a time as there are cores. Prints one line for
// each, and what fails in full, with the command that runs it alone.
import { availableParallelism } from 'node:os'
import manifest from '../package.json' with { type: 'json' }
import {
  all as allJobs,
  chosen,
  commandOf,
  everyday,
  type Job,
  optionsOf,
  problemOf,
} from './host/jobs.ts'
import { fail, readOptions } from './host/options.ts'
import { root } from './host/paths.ts'
import { capture, environment, pass, programArguments } from './host/processes.ts'
import { Progress } from './host/progress.ts'
import { runQueue } from './host/queue.ts'
import {
  briefVariable,
  findTotals,
  sumOf,
  ticksIn,
  type Totals,
  withoutTotals,
} from './host/report.ts'

const given = readOptions({
  name: 'test',
  summary: 'Runs all checks, and the tests that a change is likely to break.',
  options: {
    all: { help: 'Run every test in every host and window, and the benchmark; takes an hour' },
    only: {
      value: 'NAME',
      several: true,
      help: 'Run only these phases: unit, host, windows, ui, …',
    },
    grep: {
      value: 'TEXT',
      isPattern: true,
      help: 'Run only tests whose full title matches this regular expression',
    },
  },
})
const { only, grep } = given
const table = given.all ? allJobs : everyday
const problem = problemOf(table, only)
if (problem !== undefined) fail('test', problem)
const jobs = chosen(table, only).filter(({ hasTests }) => hasTests || grep === undefined)
const progress = new Progress(jobs.length)
const sums: Totals[] = []

await runQueue(jobs, availableParallelism(), runJob, { prepare, isNeeded: isInHost })
progress.stop()
const sum = sumOf(sums)
if (sum.passed + sum.failed === 0) console.error('No test ran.')
console.log(counted(sum))
process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0

/** What the hosts need. It tells on stderr what it installs, the first time, and what goes wrong. */
async function prepare(): Promise<void> {
  const start = Date.now()
  await pass('test/host/prepare.ts', [])
  const isDone = process.exitCode === 0
  if (!isDone) sums.push({ passed: 0, failed: 1, skipped: 0, failures: [] })
  progress.print(lineOf('prepare', isDone, start))
}

function isInHost({ script }: Job): boolean {
  return ['integration', 'ui'].includes(script)
}

async function runJob(job: Job): Promise<void> {
  const start = Date.now()
  progress.begin(job)
  const { code, output } = await capture(
    process.execPath,
    programArguments(...programOf(job)),
    { cwd: root, env: environment({ [briefVariable]: 'yes' }) },
    (text) => progress.add(job, ticksIn(text)),
  )
  progress.end(job)
  const totals = totalsOf(job, code, output)
  sums.push(totals)
  const isFine = totals.failed === 0
  progress.print(lineOf(job.name, isFine, start, job.hasTests ? totals : undefined))
  if (!isFine) progress.print(`\n${withoutTotals(output)}\n\n${commandsOf(job, totals)}\n`)
}

/** What the script of a job starts, without npm around it. */
function programOf(job: Job): [string, ...string[]] {
  const scripts: Record<string, string> = manifest.scripts
  const [, file = '', ...ofScript] = (scripts[job.script] ?? '').split(' ') // it begins with `node`
  return [file, ...ofScript, ...optionsOf(job, grep), ...(isInHost(job) ? ['--no-build'] : [])]
}

/** A run that broke off failed too, and one that ran nothing unless that is for its titles. */
function totalsOf({ hasTests }: Job, code: number, output: string): Totals {
  const isFine = code === 0
  if (!hasTests) return { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1, skipped: 0, failures: [] }
  const all = findTotals(output)
  const totals = sumOf(all)
  if (totals.failed > 0 || (isFine && totals.passed > 0)) return totals
  const hasNoSuchTitle = grep !== undefined && all.length > 0 && totals.passed === 0
  return hasNoSuchTitle ? totals : { ...totals, failed: 1 }
}

function lineOf(name: string, isFine: boolean, start: number, totals?: Totals): string {
  const seconds = `${((Date.now() - start) / 1000).toFixed(1)} s`
  const counts = totals ? `  ${counted(totals)}` : ''
  return `${isFine ? '✔' : '✘'} ${name.padEnd(20)} ${seconds.padStart(8)}${counts}`
}

function counted({ passed, failed, skipped }: Omit<Totals, 'failures'>): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** How to run alone what failed: each test, or their suites if there are many. */
function commandsOf(job: Job, { failures }: Totals): string {
  const each = failures.map((titles) => titles.join(' '))
  const outermost = failures.map(([suite = '']) => suite)
  const titles = new Set(each.length > 10 ? outermost : each)
  const commands =
    titles.size > 0 ? [...titles].map((title) => commandOf(job, title)) : [commandOf(job)]
  return `Alone:\n${commands.map((command) => `  ${command}`).join('\n')}`
}
