import { build } from 'esbuild'
import { globSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundledTests } from '../host/builds.ts'
import { runInHost } from '../host/hostRun.ts'
import { outDir, root } from '../host/paths.ts'
import { run, temporaryDirectory } from '../host/processes.ts'
import type { Window } from '../host/versions.ts'
import { measured, recordsVariable, type Started } from './host/given.ts'
import { ratios, type Results, sampleCount, summary } from './samples.ts'

const hostDir = join(import.meta.dirname, 'host')

/** What is measured inside extension hosts of the newest VS Code, with the extension as it ships. */
export async function inHost(): Promise<Results> {
  await run(process.execPath, ['esbuild.js', '--production'], { cwd: root })
  const path = temporaryDirectory()
  const extensionsDir = join(path, 'extensions')
  await stageOurs(extensionsDir, measured.ours)
  await stageEmpty(extensionsDir, measured.empty)
  const recordsFile = join(path, 'records.jsonl')
  const runIn = async (windows: readonly Window[], filter: (file: string) => boolean) => {
    await writeFile(recordsFile, '')
    const files = globSync('*.bench.ts', { cwd: hostDir }).filter(filter).sort()
    const testsPath = join(outDir, 'bench/index.cjs')
    await build(bundledTests(files, hostDir, testsPath))
    const env = { [recordsVariable]: recordsFile }
    const options = { version: 'newest', host: 'node', windows, testsPath, env } as const
    if (!(await runInHost({ ...options, extensionsDir }))) throw new Error('A measure failed.')
    const lines = (await readFile(recordsFile, 'utf8')).trimEnd().split('\n')
    return lines.map((line): unknown => JSON.parse(line))
  }
  const isOfActivation = (file: string) => file.startsWith('activation')
  // A person's window activates an extension once: each sample has a host of its own.
  const hosts = Array.from({ length: sampleCount }, () => 'folder' as const)
  const started = (await runIn(hosts, isOfActivation)) as Started[]
  const of = (key: keyof Started) => started.map((one) => one[key])
  const others = (await runIn(['folder'], (file) => !isOfActivation(file))) as Results[]
  return {
    activation: ratios(of('ours'), of('empty')),
    activationMs: summary(of('ours')),
    firstCommand: summary(of('command')),
    ...Object.assign({}, ...others),
  }
}

/** Puts a copy of the extension where VS Code looks for extensions, with views, commands and settings of its own. */
async function stageOurs(extensionsDir: string, name: string): Promise<void> {
  const folder = join(extensionsDir, `${name}.${name}-0.1.0`)
  for (const file of globSync(['package{,.nls}.json', 'dist/*js'], { cwd: root })) {
    await cp(join(root, file), join(folder, file))
    const text = await readFile(join(root, file), 'utf8')
    await writeFile(join(folder, file), text.replaceAll(/\bpoolkeeper\b/g, name))
  }
  // It is activated when it is measured, not by a file of VS Code.
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as object
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ ...manifest, activationEvents: [] }),
  )
}

/** The same with an extension that does nothing. */
async function stageEmpty(extensionsDir: string, name: string): Promise<void> {
  const folder = join(extensionsDir, `${name}.${name}-0.1.0`)
  await mkdir(folder, { recursive: true })
  const manifest = { name, publisher: name, version: '0.1.0', main: './extension.cjs' }
  const engines = { vscode: '^1.105.0' }
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ ...manifest, engines, activationEvents: [] }),
  )
  await writeFile(join(folder, 'extension.cjs'), 'exports.activate = () => {}\n')
}
