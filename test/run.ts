// npm test, npm run test:all
// Runs a table of phases (test/host/jobs.ts), as many at a time as there are cores. Prints one line for
// each, and what fails in full, with the command that runs it alone.
import { availableParallelism } from 'node:os'
import { allPhases, everydayPhases } from './host/jobs.ts'
import { fail, readOptions } from './host/options.ts'
import { root } from './host/paths.ts'
import { capture } from './host/processes.ts'

const given = readOptions({ all: 'flag', only: 'text' })
const table = Object.entries(given.all ? allPhases : everydayPhases)
const only = given.only?.split(',')
const isNamed = (phase: string) => (name: string) => `${phase} `.startsWith(`${name} `)
const unknown = only?.find((name) => !table.some(([phase]) => isNamed(phase)(name)))
if (unknown !== undefined) {
  fail(`--only must be of ${table.map(([phase]) => phase).join(', ')}, not '${unknown}'`)
}
const chosen = table.filter(([phase]) => only?.some(isNamed(phase)) ?? true)
const isInHost = (command: string) => /^run (integration|ui) /.test(command)
const failed: string[] = []
let printed = ''

// Each worker takes the next one. What the hosts need is made while others run; what measures runs alone.
const others = chosen.filter(([phase]) => phase !== 'bench').values()
const prepared = chosen.some(([, command]) => isInHost(command))
  ? runPhase('prepare', 'exec -- node test/host/prepare.ts')
  : Promise.resolve()
const work = async () => {
  for (const [phase, command] of others) {
    if (isInHost(command)) await prepared
    await runPhase(phase, command, isInHost(command))
  }
}
await Promise.all([
  prepared.then(work),
  ...Array.from({ length: availableParallelism() - 1 }, work),
])
if (chosen.some(([phase]) => phase === 'bench')) await runPhase('bench', allPhases.bench)
console.log([sumTotals(printed), ...failed.map((phase) => `${phase} failed`)].join(', '))
process.exitCode = failed.length > 0 ? 1 : 0

/** Runs a phase by arguments of npm. */
async function runPhase(phase: string, command: string, isBuilt = false): Promise<void> {
  const start = Date.now()
  const args = `--silent ${command}${isBuilt ? ' --no-build' : ''}`.split(' ')
  const { code, output } = await capture('npm', args, { cwd: root })
  printed += output
  const counted = sumTotals(output)
  // Tests that don’t run at all have failed too, whatever the exit code says.
  const isFine = code === 0 && (/passing/.test(counted) || !/^(fake|host|ui|unit|win)/.test(phase))
  const seconds = `${((Date.now() - start) / 1000).toFixed(1)} s`.padStart(8)
  console.log(`${isFine ? '✔' : '✘'} ${phase.padEnd(20)} ${seconds}  ${counted}`.trimEnd())
  if (isFine) return
  failed.push(phase)
  // What has passed is left out.
  const failures = output.slice(Math.max(0, output.search(/^ {2}\d+ passing/m))).trim()
  console.log(`\n${failures}\n\nAlone, or with --grep a part of it:\n  npm ${command}\n`)
}

/** Mocha's totals, summed up where there are several. */
function sumTotals(output: string): string {
  const sums = new Map<string, number>()
  for (const [, count, key = ''] of output.matchAll(/^ {2}(\d+) (passing|failing|pending)/gm)) {
    sums.set(key, (sums.get(key) ?? 0) + Number(count))
  }
  return [...sums].map(([key, sum]) => `${sum} ${key}`).join(', ')
}
