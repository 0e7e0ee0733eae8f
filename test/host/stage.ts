import { randomUUID } from 'node:crypto'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './paths.ts'
import { temporaryDirectory } from './processes.ts'
import type { ExtensionHost } from './versions.ts'

interface Manifest {
  main?: string
  extensionKind?: string[]
  browser: string
  activationEvents: string[]
}

/** Stages the extension as it ships for a host; returns its folder, which goes when this process ends. */
export async function stageExtension(host: ExtensionHost): Promise<string> {
  return (await stage(host)).path
}

/** The same for tests, which get the context that the extension activates with. */
export async function stageForTests(host: ExtensionHost): Promise<string> {
  // VS Code opens JSON files of its own in a window without a folder: they would activate the extension before the
  // tests are loaded, which see what it is given while it activates.
  const { path, browser } = await stage(host, (event) => event !== 'onLanguage:json')
  const entry = join(path, browser)
  if (host === 'web') await writeFile(entry, withContext(await readFile(entry, 'utf8')))
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

async function stage(host: ExtensionHost, keeps = (_event: string) => true) {
  const { path } = temporaryDirectory()
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest
  if (host === 'web') {
    delete manifest.main
    delete manifest.extensionKind // the server of the page is a remote machine, which would run it
  }
  const activationEvents = manifest.activationEvents.filter(keeps)
  await writeFile(join(path, 'package.json'), JSON.stringify({ ...manifest, activationEvents }))
  for (const name of ['package.nls.json', 'l10n', 'media', 'dist', 'README.md']) {
    const [from, to] = [join(root, name), join(path, name)]
    // In Node.js, VS Code gives the same `vscode` to all that isn’t in the folder of an extension: to what is
    // linked there, as to the tests.
    await (host === 'web' ? cp(from, to, { recursive: true }) : symlink(from, to, 'junction'))
  }
  return { path, browser: manifest.browser }
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
