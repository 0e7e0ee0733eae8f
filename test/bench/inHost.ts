import { build } from 'esbuild'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundledTests } from '../host/builds.ts'
import { runInHost } from '../host/hostRun.ts'
import { outDir, root } from '../host/paths.ts'
import { run, temporaryDirectory } from '../host/processes.ts'
import type { Window } from '../host/versions.ts'
import { recordsVariable, type Started } from './host/record.ts'
import { ratios, type Results, sampleCount, summary } from './samples.ts'

const hostDir = join(import.meta.dirname, 'host')

/** What is measured inside extension hosts of the newest VS Code, with the extension as it ships. */
export async function inHost(): Promise<Results> {
  await run(process.execPath, ['esbuild.js', '--production'], { cwd: root })
  // A person's window activates an extension once: each sample has a host of its own.
  const hosts = Array.from({ length: sampleCount }, () => 'folder' as const)
  const started = await measureIn<Started>(hosts, 'activation.bench.ts')
  const of = (key: keyof Started) => started.map((one) => one[key])
  return {
    activation: ratios(of('ours'), of('empty')),
    activationMs: summary(of('ours')),
    firstCommand: summary(of('command')),
    ...Object.assign({}, ...(await measureIn<Results>(['folder'], '{deletion,tree}.bench.ts'))),
  }
}

/** Runs measures in windows, beside an extension that does nothing; returns what they have recorded. */
async function measureIn<T>(windows: readonly Window[], pattern: string): Promise<T[]> {
  const { path, remove } = temporaryDirectory()
  const records = join(path, 'records.jsonl')
  const testsPath = join(outDir, 'bench/index.cjs')
  await build(bundledTests(globSync(pattern, { cwd: hostDir }), hostDir, testsPath))
  const where = { version: 'newest', host: 'node', windows, testsPath } as const
  const env = { [recordsVariable]: records }
  const hasPassed = await runInHost({ ...where, env, extensionPaths: [join(hostDir, 'empty')] })
  if (!hasPassed) throw new Error('A measure failed.')
  const lines = (await readFile(records, 'utf8')).trimEnd().split('\n')
  remove()
  return lines.map((line) => JSON.parse(line) as T)
}
