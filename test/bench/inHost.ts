import { build } from 'esbuild'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runInHost } from '../host/hostRun.ts'
import { outDir, root } from '../host/paths.ts'
import { run, temporaryDirectory } from '../host/processes.ts'
import { stageCopies } from './copies.ts'
import { type Given, givenVariable } from './host/given.ts'
import { type Results, sampleCount } from './samples.ts'

const testsPath = join(outDir, 'bench/index.cjs')
/** Those whose time is taken, those whose memory is, and one that comes first. */
const copyCount = 2 * sampleCount + 1

/** What is measured inside an extension host of the newest VS Code, with the extension as it ships. */
export async function inHost(): Promise<Results> {
  await run(process.execPath, ['esbuild.js', '--production'], { cwd: root })
  await buildBenches()
  const directory = temporaryDirectory()
  const extensionsDir = join(directory.path, 'extensions')
  await mkdir(extensionsDir)
  const services = await Promise.all([200, 2000, 20_000].map(startService))
  const given: Given = {
    copies: await stageCopies(extensionsDir, copyCount),
    services: Object.fromEntries(services.map(({ pools, at }) => [pools, at])),
    resultsFile: join(directory.path, 'results.json'),
  }
  try {
    const { passed } = await runInHost({
      version: 'newest',
      host: 'node',
      windows: ['folder'],
      testsPath,
      env: { [givenVariable]: JSON.stringify(given) },
      extensionsDir,
    })
    if (!passed) throw new Error('A measure failed.')
    return JSON.parse(await readFile(given.resultsFile, 'utf8')) as Results
  } finally {
    for (const { stop } of services) stop()
    directory.remove()
  }
}

/** Bundles the measures with mocha, which runs them one after another, into a module with `run()`. */
async function buildBenches(): Promise<void> {
  const directory = join(import.meta.dirname, 'host')
  const entries = globSync('*.bench.ts', { cwd: directory })
    .sort()
    .map((file) => `${JSON.stringify(file)}: () => require('./${file}'),`)
  const contents = `
    import { runTestFiles } from '../../integration/index.ts'
    export const run = () => runTestFiles({ ${entries.join('\n')} })`
  await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: directory, sourcefile: 'run.js' },
    outfile: testsPath,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: ['vscode'],
    logLevel: 'warning',
    logOverride: { 'require-resolve-not-external': 'silent' },
  })
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
