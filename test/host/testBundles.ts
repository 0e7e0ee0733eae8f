import type { BuildOptions, Plugin } from 'esbuild'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { integrationTests, root } from './paths.ts'

// The extension hosts of all supported VS Codes load CommonJS.
export const commonOptions = {
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
} as const satisfies BuildOptions

const testDir = join(root, 'test/integration')

/** The files of the integration tests, by their paths in test/integration. */
export const integrationTestFiles = globSync('**/*.test.ts', { cwd: testDir })
  .map((file) => file.replaceAll('\\', '/'))
  .sort()

/** The options to bundle test files of a folder with mocha into a module that exports `run()`. */
export function createTestBundleOptions(files: readonly string[], folder: string, outfile: string) {
  // A file is executed when its function is called, since mocha must be set up before.
  const entries = files.map((file) => `${JSON.stringify(file)}: () => require('./${file}'),`)
  const contents = `
    import { runTestFiles } from ${JSON.stringify(join(testDir, 'index.ts'))}
    export const run = () => runTestFiles({ ${entries.join('\n')} })`
  const stdin = { contents, resolveDir: folder, sourcefile: 'run.js' }
  return { ...commonOptions, stdin, outfile } satisfies BuildOptions
}

/** The options to bundle integration tests for VS Code’s extension host in Node.js. */
export function createNodeOptions(files: readonly string[]) {
  return createTestBundleOptions(files, testDir, integrationTests.node)
}

/** The options to bundle integration tests for VS Code’s extension host in a browser. */
export function createWebOptions(files: readonly string[]) {
  return {
    ...createTestBundleOptions(files, testDir, integrationTests.web),
    platform: 'browser',
    target: 'es2023',
    // test/host/stage.ts sets `testEnvironment`. There must be no `process`, by which the extension detects a browser.
    define: { ...commonOptions.define, 'process.env': 'globalThis.testEnvironment' },
    plugins: [browserReplacements],
  } satisfies BuildOptions
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
