// npm test, npm run test:all
// Runs a table of phases (test/host/jobs.ts), as many at a time as there are cores. Prints one line for
// each, and what fails in full, with the command that runs it alone.
import { availableParallelism } from 'node:os'
import manifest from '../package.json' with { type: 'json' }
import { all, everyday } from './host/jobs.ts'
import { fail, readOptions } from './host/options.ts'
import { root } from './host/paths.ts'
import { capture, environment, pass, programArguments } from './host/processes.ts'
import { briefVariable, findTotals, sumOf, type Totals } from './host/report.ts'

const given = readOptions({ all: { type: 'boolean' }, only: { type: 'string' } })
const only = given.only?.split(',')
const table = Object.entries(given.all ? all : everyday)
/** A phase by its name, and the script that it runs with its options. */
type Job = (typeof table)[number]
const isNamed = (name: string) => (job: Job) => `${job[0]} `.startsWith(`${name} `)
const unknown = only?.find((name) => !table.some(isNamed(name)))
if (unknown !== undefined) {
  fail(`--only must be of ${table.map(([name]) => name).join(', ')}, not '${unknown}'`)
}
const jobs = table.filter((job) => !only || only.some((name) => isNamed(name)(job)))
const sums: Totals[] = []
await runAll()
const sum = sumOf(sums)
console.log(counted(sum))
process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0

/** What the hosts need is made while others run. What measures runs alone. */
async function runAll(): Promise<void> {
  const isAlone = (job: Job) => scriptOf(job) === 'bench'
  const waiting = jobs.filter((job) => !isAlone(job))
  let isPrepared = !jobs.some(isInHost)
  const prepared = isPrepared ? Promise.resolve() : prepare().then(() => void (isPrepared = true))
  const work = async () => {
    while (waiting.length > 0) {
      const nth = waiting.findIndex((job) => isPrepared || !isInHost(job))
      if (nth < 0) await prepared
      else await Promise.all(waiting.splice(nth, 1).map(runJob))
    }
  }
  const others = Array.from({ length: availableParallelism() - 1 }, work)
  await Promise.all([prepared.then(work), ...others])
  for (const job of jobs.filter(isAlone)) await runJob(job)
}

/** It tells on stderr what it installs, the first time, and what goes wrong. */
async function prepare(): Promise<void> {
  const start = Date.now()
  await pass('test/host/prepare.ts', [])
  const isDone = process.exitCode === 0
  if (!isDone) sums.push({ passed: 0, failed: 1, skipped: 0 })
  console.log(lineOf('prepare', isDone, start))
}

function scriptOf([, command]: Job): string {
  return command.split(' ')[0] ?? ''
}

function isInHost(job: Job): boolean {
  return ['integration', 'ui'].includes(scriptOf(job))
}

/** Whether it says how many tests it has run, and takes `--grep`; otherwise, it counts as one. */
function hasTests(job: Job): boolean {
  return isInHost(job) || ['unit', 'fake'].includes(scriptOf(job))
}

async function runJob(job: Job): Promise<void> {
  const start = Date.now()
  const env = environment({ [briefVariable]: 'yes' })
  const { code, output } = await capture(process.execPath, programArguments(...programOf(job)), {
    cwd: root,
    env,
  })
  const totals = totalsOf(job, code, output)
  sums.push(totals)
  const isFine = totals.failed === 0
  console.log(lineOf(job[0], isFine, start, hasTests(job) ? totals : undefined))
  if (isFine) return
  const alone = `npm run ${job[1].replace(/ |$/, ' -- ')}`.trim()
  console.log(`\n${output.trim()}\n\nAlone, or with --grep a part of it:\n  ${alone}\n`)
}

/** What the script of a job starts, without npm around it. */
function programOf(job: Job): [string, ...string[]] {
  const scripts: Record<string, string> = manifest.scripts
  const [script = '', ...args] = job[1].split(' ')
  const [, file = '', ...ofScript] = (scripts[script] ?? '').split(' ') // it begins with `node`
  return [file, ...ofScript, ...args, ...(isInHost(job) ? ['--no-build'] : [])]
}

/** A run that broke off failed too, and one that ran nothing. */
function totalsOf(job: Job, code: number, output: string): Totals {
  const isFine = code === 0
  if (!hasTests(job)) return { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1, skipped: 0 }
  const totals = sumOf(findTotals(output))
  return totals.failed > 0 || (isFine && totals.passed > 0) ? totals : { ...totals, failed: 1 }
}

function lineOf(name: string, isFine: boolean, start: number, totals?: Totals): string {
  const seconds = `${((Date.now() - start) / 1000).toFixed(1)} s`
  const counts = totals ? `  ${counted(totals)}` : ''
  return `${isFine ? '✔' : '✘'} ${name.padEnd(20)} ${seconds.padStart(8)}${counts}`
}

function counted({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
