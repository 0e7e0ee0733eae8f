import { build, type BuildOptions, type Plugin } from 'esbuild'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fakeOnly } from '../integration/fakeOnly.ts'
import { nodeOnly } from '../integration/nodeOnly.ts'
import { startsWithAny } from '../integration/selection.ts'
import { companionDir, integrationTests, root } from './paths.ts'
import { run } from './processes.ts'

// The extension hosts of all supported VS Codes load CommonJS.
const commonOptions: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  external: ['vscode'],
  sourcemap: 'inline',
  logLevel: 'warning',
  // Mocha resolves files only in its parallel mode, which is not used.
  logOverride: { 'require-resolve-not-external': 'silent' },
  // For paths.ts, which derives paths from its own location.
  define: { 'import.meta.dirname': JSON.stringify(import.meta.dirname) },
}

/** Builds the extension as it is packaged, but not minified. */
export async function buildExtension(): Promise<void> {
  await run(process.execPath, ['esbuild.js'], { cwd: root })
}

/** Builds and packages the extension. */
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
  const testFiles = globSync('**/*.test.ts', { cwd: testDir }).filter(
    (file) => !startsWithAny(fakeOnly, file),
  )
  const node = testFiles.filter((file) => !file.startsWith('web/')).sort()
  const web = testFiles.filter((file) => !startsWithAny(nodeOnly, file)).sort()
  await build(createTestBundleOptions(node, testDir, integrationTests.node))
  await build({
    ...createTestBundleOptions(web, testDir, integrationTests.web),
    platform: 'browser',
    target: 'es2023',
    // test/host/stage.ts sets `testEnvironment`. There must be no `process`, by which the extension detects a browser.
    define: { ...commonOptions.define, 'process.env': 'globalThis.testEnvironment' },
    plugins: [browserReplacements],
  })
}

/** The options to bundle test files of a folder into a module that exports `run()`. */
export function createTestBundleOptions(files: readonly string[], folder: string, outfile: string) {
  // A file is executed when its function is called, since mocha must be set up before.
  const entries = files.map((file) => `${JSON.stringify(file)}: () => require('./${file}'),`)
  const contents = `
    import { runTestFiles } from ${JSON.stringify(join(testDir, 'index.ts'))}
    export const run = () => runTestFiles({ ${entries.join('\n')} })`
  const stdin = { contents, resolveDir: folder, sourcefile: 'run.js' }
  return { ...commonOptions, stdin, outfile } satisfies BuildOptions
}

/** Replaces modules that need Node.js by those of test/integration/web. */
const browserReplacements: Plugin = {
  name: 'browser replacements',
  setup(setup) {
    const replacedModules =
      /^(?:node:(assert|util)(?:\/strict)?|.*\/(sandbox)\/service\.ts|\.\/(activating)\.ts|(mocha))$/
    setup.onResolve({ filter: replacedModules }, ({ path }) => {
      const name = replacedModules.exec(path)?.slice(1).find(Boolean)
      return { path: join(testDir, `web/${name}.ts`) }
    })
    // The file is not an ES module, although its package says so, and would replace the exports of the bundle.
    setup.onLoad({ filter: /\/mocha\/mocha\.js$/ }, async ({ path }) => ({
      contents: `const exports = undefined, define = undefined; ${await readFile(path, 'utf8')}`,
    }))
  },
}
