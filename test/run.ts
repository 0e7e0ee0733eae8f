// npm test, npm run test:change, npm run test:all
// Runs the phases of test/host/jobs.ts, as many at a time as there are cores. Beside the first, it prepares VS Code. Prints
// a line for each phase, and the failures of a failed phase, with the command that runs it alone.
import { availableParallelism } from 'node:os'
import { allPhases, changePhases, everydayPhases } from './host/jobs.ts'
import { fail, readOptions } from './host/options.ts'
import { root } from './host/paths.ts'
import { capture } from './host/processes.ts'

const options = readOptions({ all: 'flag', change: 'flag', only: 'text' })
const phases = options.all ? allPhases : options.change ? changePhases : everydayPhases
const table = Object.entries(phases)
const names = options.only?.split(',')
const unknownName = names?.find((name) => !table.some(([phase]) => selectsPhase(name, phase)))
if (unknownName !== undefined) {
  fail(`--only must be of ${table.map(([phase]) => phase).join(', ')}, not '${unknownName}'`)
}
const selected = table.filter(([phase]) => names?.some((name) => selectsPhase(name, phase)) ?? true)
const failed: string[] = []
let allOutput = ''

// Each worker runs the next phase of the queue. The hosts are prepared meanwhile, mostly by the network and the disk. The
// bench runs alone at the end.
const queue = selected.filter(([phase]) => phase !== 'bench').values()
const hasMinimum = selected.some(([, command]) => command.includes('--version minimum'))
const prepared = selected.some(([, command]) => needsHost(command))
  ? runPhase('prepare', `exec -- node test/host/prepare.ts${hasMinimum ? ' --minimum' : ''}`)
  : Promise.resolve()
const runQueue = async () => {
  for (const [phase, command] of queue) {
    if (needsHost(command)) await prepared
    await runPhase(phase, command, needsHost(command))
  }
}
await Promise.all([prepared, ...Array.from({ length: availableParallelism() }, runQueue)])
if (selected.some(([phase]) => phase === 'bench')) await runPhase('bench', allPhases.bench)
console.log([sumTotals(allOutput), ...failed.map((phase) => `${phase} failed`)].join(', '))
process.exitCode = failed.length > 0 ? 1 : 0

/** Whether a name in `--only` selects a phase: it is the phase’s name, or its first words. */
function selectsPhase(name: string, phase: string): boolean {
  return `${phase} `.startsWith(`${name} `)
}

/** Whether a phase needs a VS Code. */
function needsHost(command: string): boolean {
  return /^run (integration|ui) /.test(command)
}

/** Runs a phase by npm with these arguments. */
async function runPhase(phase: string, command: string, isBuilt = false): Promise<void> {
  const startedAt = Date.now()
  const args = `--silent ${command}${isBuilt ? ' --no-build' : ''}`.split(' ')
  const { code, output } = await capture('npm', args, { cwd: root })
  allOutput += output
  const sums = sumTotals(output)
  // A phase of tests without totals has failed, whatever its exit code is.
  const hasPassed = code === 0 && (/passing/.test(sums) || !/^(fake|host|ui|unit|win)/.test(phase))
  const seconds = `${((Date.now() - startedAt) / 1000).toFixed(1)} s`.padStart(8)
  console.log(`${hasPassed ? '✔' : '✘'} ${phase.padEnd(20)} ${seconds}  ${sums}`.trimEnd())
  if (hasPassed) return
  failed.push(phase)
  // The passed tests are left out.
  const failures = output.slice(Math.max(0, output.search(/^ {2}\d+ passing/m))).trim()
  console.log(`\n${failures}\n\nAlone:\n  npm ${command}\n`)
}

/** The sums of Mocha’s totals in an output, such as `12 passing, 1 failing`. */
function sumTotals(output: string): string {
  const sums = new Map<string, number>()
  for (const [, count, key = ''] of output.matchAll(/^ {2}(\d+) (passing|failing|pending)/gm)) {
    sums.set(key, (sums.get(key) ?? 0) + Number(count))
  }
  return [...sums].map(([key, sum]) => `${sum} ${key}`).join(', ')
}
