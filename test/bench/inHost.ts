import { build } from 'esbuild'
import { globSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundledTests } from '../host/builds.ts'
import { runInHost } from '../host/hostRun.ts'
import { outDir, root } from '../host/paths.ts'
import { run, temporaryDirectory } from '../host/processes.ts'
import { type Given, givenVariable } from './host/given.ts'
import { type Results, sampleCount } from './samples.ts'

const hostDir = join(import.meta.dirname, 'host')

/** What is measured inside an extension host of the newest VS Code, with the extension as it ships. */
export async function inHost(): Promise<Results> {
  await run(process.execPath, ['esbuild.js', '--production'], { cwd: root })
  const { path, remove } = temporaryDirectory()
  const extensionsDir = join(path, 'extensions')
  for (let nth = 0; nth <= sampleCount; nth++) {
    await stageOurs(extensionsDir, `measured${nth}`)
    await stageEmpty(extensionsDir, `empty${nth}`)
  }
  const given: Given = { recordsFile: join(path, 'records.jsonl') }
  await writeFile(given.recordsFile, '')
  const testsPath = join(outDir, 'bench/index.cjs')
  await build(bundledTests(globSync('*.bench.ts', { cwd: hostDir }).sort(), hostDir, testsPath))
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
    const lines = (await readFile(given.recordsFile, 'utf8')).trimEnd().split('\n')
    return Object.assign({}, ...lines.map((line) => JSON.parse(line) as Results)) as Results
  } finally {
    remove()
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
