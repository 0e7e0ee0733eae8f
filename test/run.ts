// npm test: every check and every test, two phases at a time where they allow it, with one line for
// each. What fails is printed in full, and nothing keeps the rest from running.
import { join } from 'node:path'
import { buildCompanion, buildExtension, buildIntegrationTests } from './host/builds.ts'
import { findChromium } from './host/chromium.ts'
import { installHost } from './host/install.ts'
import { root } from './host/paths.ts'
import { capture } from './host/processes.ts'
import { findFailedSuites, findTotals, type Totals } from './host/totals.ts'

interface Phase {
  name: string
  run: () => Promise<{ code: number; output: string }>
  /** Whether it prints how many tests there were; without this it counts as one. */
  hasTotals?: boolean
  /** Runs some of its suites once more. */
  again?: (suites: string[]) => Promise<{ code: number; output: string }>
}

const npm = (script: string): Phase => ({
  name: script,
  run: () => capture('npm', ['run', '-s', script], { cwd: root, shell: isWindows }),
})
const node = (name: string, file: string, ...args: string[]): Phase => ({
  name,
  run: () => capture(process.execPath, [join(root, file), ...args], { cwd: root }),
  hasTotals: true,
})
/**
 * What runs in a VS Code depends on what else a machine does: suites that fail there get a second
 * try in a fresh one, and the summary says so.
 */
const inHost = (name: string, file: string, ...args: string[]): Phase => ({
  ...node(name, file, ...args, '--no-build'),
  // The last one counts where there is another.
  again: (suites) => node(name, file, ...args, '--no-build', '--grep', anyOf(suites)).run(),
})
const integration = (version: string, host: string) => {
  const args = ['--version', version, '--host', host]
  return inHost(`integration ${version} ${host}`, 'test/host/integration.ts', ...args)
}
const windows = (host: string): Phase => {
  const args = ['--version', 'newest', '--host', host, '--windows', '--no-build']
  return node(`other windows ${host}`, 'test/host/integration.ts', ...args)
}
const ui = (host: string, ...args: string[]) =>
  inHost(`ui ${host}`, 'test/host/ui.ts', '--host', host, ...args)
/** What a person does most. All of it in a browser is `npm run ui -- --host web`, which the workflow runs. */
const mainFlows = '^(A fresh workbench|Connecting|Listing zones|Deleting a machine pool\\b)'

const isWindows = process.platform === 'win32'
const reporter = ['--reporter', './test/host/totals.ts']
const sum: Totals = { passed: 0, failed: 0, skipped: 0 }

// What several phases use is made once and beforehand, so that they don't get into each other's way.
await runPhase({ name: 'build and host', run: prepare })
// Two at a time, of about the same length.
await Promise.all([
  runAll([integration('newest', 'node'), integration('minimum', 'web'), windows('node')]),
  runAll([
    npm('types'),
    npm('lint'),
    npm('format:check'),
    node('unit', 'node_modules/mocha/bin/mocha.js', ...reporter),
    integration('newest', 'web'),
    integration('minimum', 'node'),
    windows('web'),
  ]),
])
// Alone, because what a person sees in time depends on what else the machine does.
await runAll([ui('node'), ui('web', '--grep', mainFlows)])
await runPhase({ ...node('bench', 'test/bench/bench.ts', '--check'), hasTotals: false })
const more = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
console.log(`${sum.passed} passed, ${sum.failed} failed${more}`)
process.exitCode = sum.failed > 0 ? 1 : 0

async function prepare(): Promise<{ code: number; output: string }> {
  try {
    await Promise.all([buildExtension(), buildCompanion(), buildIntegrationTests()])
    await installHost('newest')
    await installHost('minimum')
    await findChromium()
    return { code: 0, output: '' }
  } catch (error) {
    return { code: 1, output: String(error) }
  }
}

async function runAll(phases: Phase[]): Promise<void> {
  for (const phase of phases) await runPhase(phase)
}

async function runPhase({ name, run, hasTotals, again }: Phase): Promise<void> {
  const start = Date.now()
  const first = await run()
  let totals = totalsOf(first, hasTotals)
  if (totals.failed > 0) console.log(`\n${first.output.trimEnd()}\n`)
  let note = ''
  if (again && totals.failed > 0) {
    const second = await again(findFailedSuites(first.output))
    if (totalsOf(second, hasTotals).failed === 0) {
      note = `, ${totals.failed} only at the second try`
      totals = { ...totals, passed: totals.passed + totals.failed, failed: 0 }
    } else console.log(`\nAnd again:\n${second.output.trimEnd()}\n`)
  }
  const { passed, failed, skipped } = totals
  sum.passed += passed
  sum.failed += failed
  sum.skipped += skipped

  const seconds = `${((Date.now() - start) / 1000).toFixed(1)} s`
  const counts = hasTotals ? `  ${passed} passed, ${failed} failed, ${skipped} skipped${note}` : ''
  console.log(`${failed > 0 ? '✘' : '✔'} ${name.padEnd(24)} ${seconds.padStart(8)}${counts}`)
}

/** A run that broke off, or ran nothing, failed too. */
function totalsOf({ code, output }: { code: number; output: string }, hasTotals = false): Totals {
  if (!hasTotals) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  const totals = findTotals(output) ?? { passed: 0, failed: 0, skipped: 0 }
  const isBroken = totals.failed === 0 && (code !== 0 || totals.passed === 0)
  return isBroken ? { ...totals, failed: 1 } : totals
}

function anyOf(suites: string[]): string {
  return `^(${suites.map((title) => title.replaceAll(/[^\w ]/g, '.')).join('|')})`
}
