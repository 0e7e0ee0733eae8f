// npm run ui
import Mocha from 'mocha'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { runOptions } from '../ui/runOptions.ts'
import { buildCompanion, buildPackageAndExtension } from './builds.ts'
import { choiceOf, grepOption, readOptions } from './options.ts'
import { root } from './paths.ts'
import { extensionHosts, hostVersions, versionNames } from './versions.ts'

const given = readOptions({
  version: { type: 'string' },
  host: { type: 'string' },
  ...grepOption,
  quick: { type: 'boolean' },
  'no-build': { type: 'boolean' },
})
const version = choiceOf('version', versionNames, given.version) ?? 'newest'
const host = choiceOf('host', extensionHosts, given.host) ?? 'node'
const { quick: isQuick = false } = given
Object.assign(runOptions, { version, host, isQuick }) // before the tests are loaded

if (!given['no-build']) await Promise.all([buildPackageAndExtension(), buildCompanion()])
const where = host === 'web' ? ', the extension too' : ''
console.error(`VS Code ${hostVersions[version].vscode} in a browser${where}`)
const mocha = new Mocha({
  ui: 'bdd',
  reporter: 'spec',
  failZero: true, // a slip in `--grep` must not look like success
  // Two cores start a VS Code in ten seconds, and do little else beside it.
  timeout: 90_000,
  forbidOnly: process.env['CI'] !== undefined,
})
if (given.grep) mocha.grep(new RegExp(given.grep))
for (const file of globSync('test/ui/**/*.test.ts', { cwd: root }).sort()) {
  mocha.addFile(join(root, file))
}
await mocha.loadFilesAsync()
const { closeBrowser } = await import('../ui/window.ts')
const failures = await new Promise<number>((resolve) => void mocha.run(resolve))
await closeBrowser()
process.exit(failures === 0 ? 0 : 1)
