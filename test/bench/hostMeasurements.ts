import { build } from 'esbuild'
import { globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestBundleOptions } from '../host/builds.ts'
import { runInHost } from '../host/hostRun.ts'
import { outDir, root } from '../host/paths.ts'
import { run, temporaryDirectory } from '../host/processes.ts'
import { recordsVariable } from './host/record.ts'
import { summarizeRatios, sampleCount, summarize } from './samples.ts'
import type { Results } from './table.ts'

/** What is measured inside extension hosts of the newest VS Code, with the extension as it ships. */
export async function measureInHost(): Promise<Results> {
  await run(process.execPath, ['esbuild.js', '--production'], { cwd: root })
  const path = temporaryDirectory()
  const extensionsDir = join(path, 'extensions')
  const records = join(path, 'records.jsonl')
  const runIn = async (file: string, times: number): Promise<unknown[]> => {
    await writeFile(records, '')
    const testsPath = join(outDir, 'bench/index.cjs')
    await build(createTestBundleOptions([file], join(import.meta.dirname, 'host'), testsPath))
    const windows = Array.from({ length: times }, () => 'folder' as const)
    const options = { version: 'newest', host: 'node', windows, testsPath, extensionsDir } as const
    const passed = await runInHost({ ...options, env: { [recordsVariable]: records } })
    if (!passed) throw new Error('A measure failed.')
    return (await readFile(records, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  const files = globSync(['package.nls.json', 'dist/*js'], { cwd: root })
  const ours = files.map(async (file) => [file, await readFile(join(root, file), 'utf8')])
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as object
  await stageRenamed(
    extensionsDir,
    'measured',
    manifest,
    Object.fromEntries(await Promise.all(ours)),
  )
  const nothing = { 'extension.cjs': 'exports.activate = () => {}\n' }
  const { engines } = manifest as { engines: object }
  const empty = { main: './extension.cjs', version: '0.1.0', engines }
  await stageRenamed(extensionsDir, 'empty', empty, nothing)
  // Of the two extensions, alternately.
  const started = await runIn('activation.bench.ts', 2 * sampleCount)
  const of = (key: string) =>
    (started as Record<string, number>[])
      .flatMap((sample) => sample[key] ?? [])
      .toSorted((a, b) => a - b)
  const others = await runIn('windows.bench.ts', 1)
  return Object.assign(
    {
      activation: summarizeRatios(of('measured'), of('empty')), // by rank: no window was measured beside another one
      loading: summarize(of('loading')),
      firstCommand: summarize(of('firstCommand')),
    },
    ...others,
  )
}

/** Puts an extension where VS Code looks for extensions, with views, commands and settings by this name. */
async function stageRenamed(
  extensionsDir: string,
  name: string,
  manifest: object,
  files: Record<string, string>,
): Promise<void> {
  const folder = join(extensionsDir, `${name}.${name}-0.1.0`)
  await mkdir(join(folder, 'dist'), { recursive: true })
  // It is activated when it is measured, not by a file of VS Code.
  const own = JSON.stringify({ ...manifest, name, publisher: name, activationEvents: [] })
  for (const [file, text] of Object.entries({ ...files, 'package.json': own })) {
    await writeFile(join(folder, file), text.replaceAll(/\bpoolkeeper\b/g, name))
  }
}
