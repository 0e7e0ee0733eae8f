import { build, type BuildOptions, type Plugin } from 'esbuild'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fakeOnly } from '../integration/fakeOnly.ts'
import { nodeOnly } from '../integration/nodeOnly.ts'
import { startsWithAny } from '../integration/selection.ts'
import { companionDir, integrationTests, root } from './paths.ts'
import { run } from './processes.ts'

// Extension hosts load CommonJS on every VS Code that we support.
const commonOptions: BuildOptions = {
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
  // Of paths.ts, which is to be as if it was not bundled.
  define: { 'import.meta.dirname': JSON.stringify(import.meta.dirname) },
}

/** Builds the extension as a user gets it, except that it is readable. */
export async function buildExtension(): Promise<void> {
  await run(process.execPath, ['esbuild.js'], { cwd: root })
}

/** Builds and packs the extension as it ships. */
export async function buildPackage(): Promise<void> {
  await run(process.execPath, ['test/host/package.ts'], { cwd: root })
}

/** Builds the companion extension. */
export async function buildCompanion(): Promise<void> {
  const entryPoints = ['test/companion/extension.ts', 'test/companion/package.json']
  const kinds = { loader: { '.json': 'copy' }, outExtension: { '.js': '.cjs' } } as const
  await build({ ...commonOptions, ...kinds, entryPoints, outdir: companionDir })
}

const testDir = join(root, 'test/integration')

/** Bundles every integration test with mocha into one module that exports `run()`, for each host. */
export async function buildIntegrationTests(): Promise<void> {
  const all = globSync('**/*.test.ts', { cwd: testDir }).filter(
    (file) => !startsWithAny(fakeOnly, file),
  )
  const node = all.filter((file) => !file.startsWith('web/')).sort()
  const web = all.filter((file) => !startsWithAny(nodeOnly, file)).sort()
  await build(createTestBundleOptions(node, testDir, integrationTests.node))
  await build({
    ...createTestBundleOptions(web, testDir, integrationTests.web),
    platform: 'browser',
    target: 'es2023',
    // Set by test/host/stage.ts; a browser has no `process`, and the extension goes by that.
    define: { ...commonOptions.define, 'process.env': 'globalThis.testEnvironment' },
    plugins: [browserReplacements],
  })
}

/** How test files of a folder become one module that exports `run()`. */
export function createTestBundleOptions(files: readonly string[], folder: string, outfile: string) {
  // Each file is executed when it is called for, because mocha must be set up before.
  const entries = files.map((file) => `${JSON.stringify(file)}: () => require('./${file}'),`)
  const contents = `
    import { runTestFiles } from ${JSON.stringify(join(testDir, 'index.ts'))}
    export const run = () => runTestFiles({ ${entries.join('\n')} })`
  const stdin = { contents, resolveDir: folder, sourcefile: 'run.js' }
  return { ...commonOptions, stdin, outfile } satisfies BuildOptions
}

/** Puts what a browser can do in the place of what only Node.js can. */
const browserReplacements: Plugin = {
  name: 'in the browser',
  setup(setup) {
    const replaced =
      /^(?:node:(assert|util)(?:\/strict)?|.*\/(sandbox)\/service\.ts|\.\/(activating)\.ts|(mocha))$/
    setup.onResolve({ filter: replaced }, ({ path }) => {
      const name = replaced.exec(path)?.slice(1).find(Boolean)
      return { path: join(testDir, `web/${name}.ts`) }
    })
    // It is no ES module, whatever its package says, and would export itself in the place of the tests.
    setup.onLoad({ filter: /\/mocha\/mocha\.js$/ }, async ({ path }) => ({
      contents: `const exports = undefined, define = undefined; ${await readFile(path, 'utf8')}`,
    }))
  },
}
