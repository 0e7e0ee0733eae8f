import { build } from 'esbuild'
import { companionDir, root } from './paths.ts'
import { run } from './processes.ts'
import { canRun, type TestHost } from '../testFiles.ts'
import {
  commonOptions,
  createNodeOptions,
  createWebOptions,
  integrationTestFiles,
} from './testBundles.ts'
import { findMisnamedTests } from './testNeeds.ts'

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

/**
 * Builds the integration tests for VS Code’s extension hosts: all that can run there, with mocha, in a module that exports
 * `run()`. Rejects if a test needs what its host doesn’t have.
 */
export async function buildIntegrationTests(): Promise<void> {
  const mistakes = await findMisnamedTests()
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  const filesFor = (host: TestHost) => integrationTestFiles.filter((file) => canRun(host, file))
  await build(createNodeOptions(filesFor('node')))
  await build(createWebOptions(filesFor('web')))
}
