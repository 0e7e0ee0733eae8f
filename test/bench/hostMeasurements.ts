import { build } from 'esbuild'
import { globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandIds, toolNames, viewIds } from '../../src/contributions.ts'
import { createTestBundleOptions } from '../host/testBundles.ts'
import { runInHost } from '../host/hostRun.ts'
import { outDir, root } from '../host/paths.ts'
import { run, temporaryDirectory } from '../host/processes.ts'
import { recordsVariable } from './host/record.ts'
import { summarizeRatios, sampleCount, summarize } from './samples.ts'
import type { Results } from './table.ts'

/** Measures the activation of the packaged extension, and what follows it, in the newest VS Code. */
export async function measureActivation(): Promise<Results> {
  // The windows measure the two extensions alternately.
  const samples = await runInWindows('activation.ts', 2 * sampleCount)
  const getSorted = (key: string) =>
    samples.flatMap((sample) => sample[key] ?? []).toSorted((a, b) => a - b)
  return {
    activation: summarizeRatios(getSorted('measured'), getSorted('idle')), // by rank, since each sample has its own window
    loading: summarize(getSorted('loading')),
    loadingBlock: summarize(getSorted('loadingBlock')),
    firstCommand: summarize(getSorted('firstCommand')),
  }
}

/** Measures how fast the packaged extension asks about a deletion and sends it, in the newest VS Code. */
export async function measureDeletion(): Promise<Results> {
  const [results = {}] = await runInWindows<Results>('deletion.ts', 1)
  return results
}

/** Runs a file of measurements in as many new windows. Resolves to what they have recorded. */
async function runInWindows<T = Record<string, number>>(file: string, times: number): Promise<T[]> {
  const path = temporaryDirectory()
  const extensionsDir = join(path, 'extensions')
  const records = join(path, 'records.jsonl')
  await stageExtensions(extensionsDir)
  await writeFile(records, '')
  const testsPath = join(outDir, 'bench/index.cjs')
  await build(createTestBundleOptions([file], join(import.meta.dirname, 'host'), testsPath))
  const windows = Array.from({ length: times }, () => 'folder' as const)
  const options = { version: 'newest', host: 'node', windows, testsPath, extensionsDir } as const
  const passed = await runInHost({ ...options, env: { [recordsVariable]: records } })
  if (!passed) throw new Error('A measurement failed.')
  const lines = (await readFile(records, 'utf8')).trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as T)
}

/** Builds the extension, and writes it where VS Code finds it, beside one of the same names that does nothing. */
async function stageExtensions(extensionsDir: string): Promise<void> {
  await run(process.execPath, ['esbuild.js', '--production'], { cwd: root })
  const files = globSync(['package.nls.json', 'dist/*js'], { cwd: root })
  const contents = files.map(async (file) => [file, await readFile(join(root, file), 'utf8')])
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as object
  const texts = Object.fromEntries(await Promise.all(contents)) as Record<string, string>
  await stageRenamed(extensionsDir, 'measured', manifest, texts)
  const idleFiles = { ...texts, 'dist/extension.cjs': idleExtension() }
  await stageRenamed(extensionsDir, 'idle', manifest, idleFiles)
}

/** The code of an extension that registers the same names as Poolkeeper, and does nothing. */
function idleExtension(): string {
  const names = JSON.stringify({ commandIds, toolNames, viewIds })
  return `
const vscode = require('vscode')
const { commandIds, toolNames, viewIds } = ${names}
const noRows = { getChildren: () => [], getTreeItem: (row) => row }
exports.activate = ({ subscriptions }) => {
  subscriptions.push(vscode.window.createOutputChannel('Poolkeeper', { log: true }))
  for (const id of Object.values(viewIds))
    subscriptions.push(vscode.window.createTreeView(id, { treeDataProvider: noRows }))
  for (const id of Object.values(commandIds))
    subscriptions.push(vscode.commands.registerCommand(id, () => {}))
  for (const name of Object.values(toolNames))
    subscriptions.push(vscode.lm.registerTool(name, { invoke: () => {} }))
}
`
}

/** Writes an extension where VS Code finds it, with this name in the IDs of its views, commands, and settings. */
async function stageRenamed(
  extensionsDir: string,
  name: string,
  manifest: object,
  files: Record<string, string>,
): Promise<void> {
  const folder = join(extensionsDir, `${name}.${name}-0.1.0`)
  await mkdir(join(folder, 'dist'), { recursive: true })
  // Only the measurement activates it.
  const renamed = JSON.stringify({ ...manifest, name, publisher: name, activationEvents: [] })
  for (const [file, text] of Object.entries({ ...files, 'package.json': renamed })) {
    await writeFile(join(folder, file), text.replaceAll(/\bpoolkeeper(?![a-z])/g, name))
  }
}
