import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { root } from './paths.ts'
import { temporaryDirectory } from './processes.ts'
import type { ExtensionHost } from './versions.ts'

/**
 * Stages the built extension for a host: copies or links its files into a temporary folder. Returns the folder, which is
 * deleted at the end of this process.
 */
export async function stageExtension(
  host: ExtensionHost,
  keepsActivationEvent = (_event: string) => true,
): Promise<string> {
  const path = temporaryDirectory()
  const activationEvents = manifest.activationEvents.filter(keepsActivationEvent)
  // The page’s server would run an extension with `main`, as a remote extension host does.
  const webFields = host === 'web' && { main: undefined, extensionKind: undefined }
  const staged = JSON.stringify({ ...manifest, ...webFields, activationEvents })
  await writeFile(join(path, 'package.json'), staged)
  for (const name of ['package.nls.json', 'l10n', 'media', 'dist', 'README.md']) {
    const [from, to] = [join(root, name), join(path, name)]
    // In Node.js, VS Code gives the same `vscode` to all modules outside of the folders of extensions: to linked files,
    // and to the tests.
    await (host === 'web' ? cp(from, to, { recursive: true }) : symlink(from, to, 'junction'))
  }
  return path
}

/**
 * Stages the extension for tests, which get the context of its activation. Returns the path of the tests, too. In a
 * browser, `env` becomes their `process.env`.
 */
export async function stageForTests(
  host: ExtensionHost,
  testsPath: string,
  env: Record<string, string>,
): Promise<{ extensionPath: string; testsPath: string }> {
  // In a window without a folder, VS Code opens JSON files of its own. They would activate the extension before the tests
  // are loaded, which intercept the activation.
  const extensionPath = await stageExtension(host, (event) => !event.startsWith('onLanguage:json'))
  if (host === 'node') return { extensionPath, testsPath }
  const entry = join(extensionPath, 'dist/web/extension.js')
  await writeFile(entry, wrapExtension(await readFile(entry, 'utf8')))
  // VS Code gives the same `vscode` to all files in the extension’s folder. Without a line break, line numbers stay.
  const stagedTests = join(extensionPath, 'tests.js')
  const settings = `globalThis.testEnvironment = ${JSON.stringify(env)};`
  await writeFile(stagedTests, settings + (await readFile(testsPath, 'utf8')))
  return { extensionPath, testsPath: stagedTests }
}

/** The code of an extension that passes the context of its activation to the tests, too. */
function wrapExtension(code: string): string {
  return `((module) => { (function (module, exports) { ${code}
})(module, module.exports)
const { activate, ...otherExports } = module.exports
exports.activate = (context) => {
  globalThis.poolkeeperActivates?.(context)
  activate(context)
}
Object.assign(exports, otherExports)
})({ exports: {} })`
}
