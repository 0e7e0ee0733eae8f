import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from './paths.ts'
import { temporaryDirectory } from './processes.ts'

/** A copy of the extension that VS Code can run in a browser's extension host only. */
export interface WebStage {
  extensionPath: string
  testsPath: string
}

/**
 * Stages the extension for tests in a browser, and the tests in its folder, so that VS Code gives
 * both the same `vscode`. The environment becomes what the tests see as `process.env`. The copy goes
 * when this process ends.
 */
export async function stageForWeb(
  tests: string,
  environment: Record<string, string>,
): Promise<WebStage> {
  const { path } = temporaryDirectory()
  const extensionPath = await stageExtension(path)
  const testsPath = join(path, 'tests.js')
  const settings = `globalThis.testEnvironment = ${JSON.stringify(environment)};`
  await writeFile(testsPath, settings + (await readFile(tests, 'utf8'))) // the same number of lines
  return { extensionPath, testsPath }
}

/** Copies what ships, but for the entry for Node.js. */
async function stageExtension(to: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    main?: string
    extensionKind?: string[]
    browser: string
  }
  delete manifest.main
  delete manifest.extensionKind // the server of the page is a remote machine, which would run it
  await writeFile(join(to, 'package.json'), JSON.stringify(manifest))
  for (const name of ['package.nls.json', 'media', dirname(manifest.browser)]) {
    await mkdir(join(to, dirname(name)), { recursive: true })
    await cp(join(root, name), join(to, name), { recursive: true })
  }
  const entry = join(to, manifest.browser)
  await writeFile(entry, withContext(await readFile(entry, 'utf8')))
  return to
}

/** The extension as it ships, which hands the context that it activates with to the tests too. */
function withContext(shipped: string): string {
  return `((module) => { (function (module, exports) { ${shipped}
})(module, module.exports)
const { activate, ...others } = module.exports
const handOver = (context) => {
  globalThis.poolkeeperActivates?.(context)
  return activate(context)
}
exports.activate = handOver
Object.assign(exports, others)
})({ exports: {} })`
}
