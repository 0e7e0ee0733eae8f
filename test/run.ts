// npm test, npm run test:all
// Runs a table of phases (test/host/jobs.ts), as many at a time as there are cores. Prints one line for
// each, and what fails in full, with the command that runs it alone.
import { availableParallelism } from 'node:os'
import { all, everyday } from './host/jobs.ts'
import { fail, readOptions } from './host/options.ts'
import { root } from './host/paths.ts'
import { capture, programArguments } from './host/processes.ts'

/** A phase by its name, and the script that it runs with its options. */
type Job = [name: string, command: string]
/** How many tests ended how. */
type Totals = Record<'passing' | 'failing' | 'pending', number>

const given = readOptions({ all: { type: 'boolean' }, only: { type: 'string' } })
const only = given.only?.split(',')
const table: Job[] = Object.entries(given.all ? all : everyday)
const isNamed = (name: string) => (job: Job) => `${job[0]} `.startsWith(`${name} `)
const unknown = only?.find((name) => !table.some(isNamed(name)))
if (unknown !== undefined) {
  fail(`--only must be of ${table.map(([name]) => name).join(', ')}, not '${unknown}'`)
}
const jobs = table.filter((job) => !only || only.some((name) => isNamed(name)(job)))
const sum: Totals = { passing: 0, failing: 0, pending: 0 }
await runAll()
console.log(counted(sum))
process.exitCode = sum.failing > 0 || sum.passing === 0 ? 1 : 0

/** What the hosts need is made while others run. What measures runs alone. */
async function runAll(): Promise<void> {
  const isAlone = ([name]: Job) => name === 'bench'
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

async function prepare(): Promise<void> {
  const start = Date.now()
  const { code, output } = await capture(
    process.execPath,
    programArguments('test/host/prepare.ts'),
    { cwd: root },
  )
  if (code !== 0) sum.failing += 1
  console.log(`${lineOf('prepare', code === 0, start)}\n${output}`.trimEnd())
}

function isInHost([, command]: Job): boolean {
  return /^(integration|ui) /.test(command)
}

async function runJob(job: Job): Promise<void> {
  const [name, command] = job
  const start = Date.now()
  const args = ['run', '--silent', ...command.replace(/ |$/, ' -- ').trim().split(' ')]
  const { code, output } = await capture('npm', isInHost(job) ? [...args, '--no-build'] : args, {
    cwd: root,
    shell: process.platform === 'win32', // npm is a .cmd file there
  })
  const totals = totalsOf(job, code, output)
  for (const key of ['passing', 'failing', 'pending'] as const) sum[key] += totals[key]
  const isFine = totals.failing === 0
  console.log(`${lineOf(name, isFine, start)}  ${counted(totals)}`)
  if (isFine) return
  // What has passed is left out.
  const failures = output.slice(Math.max(0, output.search(/^ {2}\d+ passing/m))).trim()
  const alone = `npm run ${command.replace(/ |$/, ' -- ')}`.trim()
  console.log(`\n${failures}\n\nAlone, or with --grep a part of it:\n  ${alone}\n`)
}

/** Mocha's totals, of each window; what has no tests counts as one. A run that broke off failed too, and one that ran nothing. */
function totalsOf(job: Job, code: number, output: string): Totals {
  const totals: Totals = { passing: 0, failing: 0, pending: 0 }
  if (isInHost(job) || /^(unit|fake)\b/.test(job[1])) {
    for (const [, count, key] of output.matchAll(/^ {2}(\d+) (passing|failing|pending)/gm)) {
      totals[key as keyof Totals] += Number(count)
    }
  } else if (code === 0) totals.passing = 1
  const isFine = code === 0 && totals.passing > 0
  return isFine || totals.failing > 0 ? totals : { ...totals, failing: 1 }
}

function lineOf(name: string, isFine: boolean, start: number): string {
  const seconds = `${((Date.now() - start) / 1000).toFixed(1)} s`
  return `${isFine ? '✔' : '✘'} ${name.padEnd(20)} ${seconds.padStart(8)}`
}

function counted({ passing, failing, pending }: Totals): string {
  return `${passing} passed, ${failing} failed${pending > 0 ? `, ${pending} skipped` : ''}`
}
