import { build } from 'esbuild'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runInHost } from '../host/hostRun.ts'
import { outDir, root } from '../host/paths.ts'
import { run, temporaryDirectory } from '../host/processes.ts'
import { stageEmpty, stageOurs } from './copies.ts'
import { type Given, givenVariable } from './host/given.ts'
import type { Results } from './samples.ts'

const hostDir = join(import.meta.dirname, 'host')

/** What is measured inside an extension host of the newest VS Code, with the extension as it ships. */
export async function inHost(): Promise<Results> {
  const services = await Promise.all([200, 2000, 20_000].map(startService))
  try {
    const given = Object.fromEntries(services.map(({ pools, at }) => [pools, at]))
    const all = await inHosts(globSync('*.bench.ts', { cwd: hostDir }).sort(), 1, given)
    return Object.assign({}, ...all) as Results
  } finally {
    for (const { stop } of services) stop()
  }
}

/** Runs measures in so many extension hosts, one after another; returns what they have recorded. */
export async function inHosts(
  files: readonly string[],
  hosts: number,
  services: Given['services'] = {},
): Promise<unknown[]> {
  await run(process.execPath, ['esbuild.js', '--production'], { cwd: root })
  const directory = temporaryDirectory()
  const extensionsDir = join(directory.path, 'extensions')
  await mkdir(extensionsDir)
  const given: Given = {
    extensions: {
      ours: await stageOurs(extensionsDir, 'measured'),
      empty: await stageEmpty(extensionsDir, 'empty'),
      other: await stageEmpty(extensionsDir, 'other'),
    },
    services,
    recordsFile: join(directory.path, 'records.jsonl'),
  }
  await writeFile(given.recordsFile, '')
  try {
    const { passed } = await runInHost({
      version: 'newest',
      host: 'node',
      windows: Array.from({ length: hosts }, () => 'folder' as const),
      testsPath: await buildMeasures(files),
      env: { [givenVariable]: JSON.stringify(given) },
      extensionsDir,
    })
    if (!passed) throw new Error('A measure failed.')
    const lines = (await readFile(given.recordsFile, 'utf8')).trimEnd().split('\n')
    return lines.map((line) => JSON.parse(line) as unknown)
  } finally {
    directory.remove()
  }
}

/** Bundles measures with mocha, which runs them one after another, into a module with `run()`. */
async function buildMeasures(files: readonly string[]): Promise<string> {
  const outfile = join(outDir, 'bench/index.cjs')
  const entries = files.map((file) => `${JSON.stringify(file)}: () => require('./${file}'),`)
  const contents = `
    import { runTestFiles } from '../../integration/index.ts'
    export const run = () => runTestFiles({ ${entries.join('\n')} })`
  await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: hostDir, sourcefile: 'run.js' },
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: ['vscode'],
    logLevel: 'warning',
    logOverride: { 'require-resolve-not-external': 'silent' },
  })
  return outfile
}

/** A sandbox in a process of its own: neither its work nor its memory counts. */
async function startService(pools: number) {
  const cli = join(root, 'test/sandbox/cli.ts')
  const child = spawn(
    process.execPath,
    [cli, '--pools', `${pools}`, '--limits', 'none', '--kinds', 'usual'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const at = JSON.parse(line.toString()) as Given['services'][number]
  return { pools, at, stop: () => child.kill() }
}
