import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { root } from './paths.ts'
import { temporaryDirectory } from './processes.ts'
import type { ExtensionHost } from './versions.ts'

/** Stages the extension as it was built for a host; returns its folder, which goes when this process ends. */
export async function stageExtension(
  host: ExtensionHost,
  keepsActivationEvent = (_event: string) => true,
): Promise<string> {
  const path = temporaryDirectory()
  const activationEvents = manifest.activationEvents.filter(keepsActivationEvent)
  // The server of the page is a remote machine, which would run it.
  const inBrowser = host === 'web' && { main: undefined, extensionKind: undefined }
  const staged = JSON.stringify({ ...manifest, ...inBrowser, activationEvents })
  await writeFile(join(path, 'package.json'), staged)
  for (const name of ['package.nls.json', 'l10n', 'media', 'dist', 'README.md']) {
    const [from, to] = [join(root, name), join(path, name)]
    // In Node.js, VS Code gives the same `vscode` to all that isn’t in the folder of an extension: to what is
    // linked there, as to the tests.
    await (host === 'web' ? cp(from, to, { recursive: true }) : symlink(from, to, 'junction'))
  }
  return path
}

/**
 * The same for tests, which get the context that the extension activates with; returns their path, too. In a browser,
 * `env` becomes what they see as `process.env`.
 */
export async function stageForTests(
  host: ExtensionHost,
  testsPath: string,
  env: Record<string, string>,
): Promise<{ extensionPath: string; testsPath: string }> {
  // VS Code opens JSON files of its own in a window without a folder: they would activate the extension before the
  // tests are loaded, which see what it is given while it activates.
  const extensionPath = await stageExtension(host, (event) => !event.startsWith('onLanguage:json'))
  if (host === 'node') return { extensionPath, testsPath }
  const entry = join(extensionPath, 'dist/web/extension.js')
  await writeFile(entry, wrapExtension(await readFile(entry, 'utf8')))
  // VS Code gives the same `vscode` to what is beside the extension. The number of lines stays the same.
  const beside = join(extensionPath, 'tests.js')
  const settings = `globalThis.testEnvironment = ${JSON.stringify(env)};`
  await writeFile(beside, settings + (await readFile(testsPath, 'utf8')))
  return { extensionPath, testsPath: beside }
}

/** The extension as it was built, which hands the context that it activates with to the tests too. */
function wrapExtension(built: string): string {
  return `((module) => { (function (module, exports) { ${built}
})(module, module.exports)
const { activate, ...others } = module.exports
const handOver = (context) => { globalThis.poolkeeperActivates?.(context); activate(context) }
exports.activate = handOver
Object.assign(exports, others)
})({ exports: {} })`
}
