import { build, type BuildOptions } from 'esbuild'
import { globSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { companionDir, integrationTests, root } from './paths.ts'
import { run } from './processes.ts'

// Extension hosts load CommonJS on every VS Code that we support.
const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  external: ['vscode'],
  sourcemap: 'inline',
  logLevel: 'warning',
  // Mocha resolves files for its parallel mode, which is not used here.
  logOverride: { 'require-resolve-not-external': 'silent' },
}

/** Builds the extension as a user gets it, except that it is readable. */
export async function buildExtension(): Promise<void> {
  await run(process.execPath, ['esbuild.js'], { cwd: root })
}

/** Builds the companion extension. */
export async function buildCompanion(): Promise<void> {
  const source = join(root, 'test/companion')
  const outfile = join(companionDir, 'extension.cjs')
  await build({ ...common, entryPoints: [join(source, 'extension.ts')], outfile })
  await copyFile(join(source, 'package.json'), join(companionDir, 'package.json'))
}

/** Bundles every integration test with mocha into one module that exports `run()`. */
export async function buildIntegrationTests(): Promise<void> {
  const directory = join(root, 'test/integration')
  const files = globSync('**/*.test.ts', { cwd: directory }).sort()
  // Each file is executed when it is called for, because mocha must be set up before.
  const entries = files.map((file) => `${JSON.stringify(file)}: () => require('./${file}'),`)
  const contents = `
    import { runTestFiles } from './index.ts'
    export const run = () => runTestFiles({ ${entries.join('\n')} })`
  const stdin = { contents, resolveDir: directory, sourcefile: 'run.js' }
  await build({ ...common, stdin, outfile: integrationTests })
}
