import { randomUUID } from 'node:crypto'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './paths.ts'
import { temporaryDirectory } from './processes.ts'
import { readManifest, waitsForTests } from './testStage.ts'

/**
 * Stages a copy of the extension that VS Code can run in a browser's extension host only; returns its
 * folder. It goes when this process ends.
 */
export async function stageForWeb(): Promise<string> {
  const { path } = temporaryDirectory()
  await stageManifest(path)
  return path
}

/** The same for tests, which get the context that the extension activates with. */
export async function stageForWebTests(): Promise<string> {
  const { path } = temporaryDirectory()
  const entry = join(path, await stageManifest(path, waitsForTests))
  await writeFile(entry, withContext(await readFile(entry, 'utf8')))
  return path
}

/**
 * Puts tests beside a staged extension, so that VS Code gives both the same `vscode`; returns their
 * path. The environment becomes what they see as `process.env`.
 */
export async function stageTests(
  extensionPath: string,
  tests: string,
  environment: Record<string, string>,
): Promise<string> {
  const testsPath = join(extensionPath, `tests-${randomUUID()}.js`)
  const settings = `globalThis.testEnvironment = ${JSON.stringify(environment)};`
  await writeFile(testsPath, settings + (await readFile(tests, 'utf8'))) // the same number of lines
  return testsPath
}

/** Copies what ships; returns the entry. */
async function stageManifest(to: string, keeps = (_event: string) => true): Promise<string> {
  const manifest = await readManifest()
  delete manifest.main
  delete manifest.extensionKind // the server of the page is a remote machine, which would run it
  manifest.activationEvents = manifest.activationEvents.filter(keeps)
  await writeFile(join(to, 'package.json'), JSON.stringify(manifest))
  for (const name of ['package.nls.json', 'l10n', 'media', 'dist']) {
    await cp(join(root, name), join(to, name), { recursive: true })
  }
  return manifest.browser
}

/** The extension as it ships, which hands the context that it activates with to the tests too. */
function withContext(shipped: string): string {
  return `((module) => { (function (module, exports) { ${shipped}
})(module, module.exports)
const { activate, ...others } = module.exports
const handOver = (context) => activate(context, globalThis.poolkeeperActivates?.(context))
exports.activate = handOver
Object.assign(exports, others)
})({ exports: {} })`
}
