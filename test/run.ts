// npm test: every check and every test, two phases at a time where they allow it, with one line for
// each. What fails is printed in full, and nothing keeps the rest from running.
import { join } from 'node:path'
import { buildCompanion, buildExtension, buildIntegrationTests } from './host/builds.ts'
import { findChromium } from './host/chromium.ts'
import { installHost } from './host/install.ts'
import { root } from './host/paths.ts'
import { capture } from './host/processes.ts'
import { findTotals, type Totals } from './host/totals.ts'

interface Phase {
  name: string
  run: () => Promise<{ code: number; output: string }>
  /** Whether it prints how many tests there were; without this it counts as one. */
  hasTotals?: boolean
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
const integration = (version: string) =>
  node(`integration ${version}`, 'test/host/integration.ts', '--version', version, '--no-build')

const isWindows = process.platform === 'win32'
const reporter = ['--reporter', './test/host/totals.ts']
const sum: Totals = { passed: 0, failed: 0, skipped: 0 }

// What several phases use is made once and beforehand, so that they don't get into each other's way.
await runPhase({ name: 'build and host', run: prepare })
await Promise.all([
  runAll([
    npm('types'),
    npm('lint'),
    npm('format:check'),
    node('unit', 'node_modules/mocha/bin/mocha.js', ...reporter),
  ]),
  runAll([integration('newest'), integration('minimum')]),
])
// Alone, because what a person sees in time depends on what else the machine does.
await runPhase(node('ui', 'test/host/ui.ts', '--no-build'))
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

async function runPhase({ name, run, hasTotals }: Phase): Promise<void> {
  const start = Date.now()
  const { code, output } = await run()
  const totals = hasTotals
    ? findTotals(output)
    : { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 }
  const { passed, failed, skipped } = totals ?? { passed: 0, failed: 0, skipped: 0 }
  // A run that broke off, or ran nothing, failed too.
  const failures = failed === 0 && (code !== 0 || passed === 0) ? 1 : failed
  sum.passed += passed
  sum.failed += failures
  sum.skipped += skipped

  const seconds = `${((Date.now() - start) / 1000).toFixed(1)} s`
  const counts = hasTotals ? `  ${passed} passed, ${failures} failed, ${skipped} skipped` : ''
  if (failures > 0) console.log(`\n${output.trimEnd()}\n`)
  console.log(`${failures > 0 ? '✘' : '✔'} ${name.padEnd(20)} ${seconds.padStart(8)}${counts}`)
}
