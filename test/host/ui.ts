// npm run ui
import Mocha from 'mocha'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { runOptions } from '../ui/runOptions.ts'
import { buildCompanion, buildPackageAndExtension } from './builds.ts'
import { grepOption, readOptions } from './options.ts'
import { root } from './paths.ts'
import { Reporter } from './report.ts'
import { extensionHosts, hostVersions, versionNames } from './versions.ts'

const given = readOptions({
  name: 'ui',
  summary: 'Runs test/ui: drives a real workbench in a headless browser.',
  options: {
    version: { choices: versionNames, help: 'The version of VS Code; newest by default' },
    host: {
      choices: extensionHosts,
      help: 'Where the extension runs: in the server (the default), or in the browser',
    },
    grep: grepOption,
    quick: { help: 'Leave out what only npm run test:all runs' },
    'no-build': { help: 'Use the last build of the extension' },
  },
})
const { version = 'newest', host = 'node', quick: isQuick = false } = given
Object.assign(runOptions, { version, host, isQuick }) // before the tests are loaded

if (!given['no-build']) await Promise.all([buildPackageAndExtension(), buildCompanion()])
const where = host === 'web' ? ', the extension too' : ''
console.error(`VS Code ${hostVersions[version].vscode} in a browser${where}`)
const mocha = new Mocha({
  ui: 'bdd',
  reporter: Reporter,
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
