// npm run ui
import Mocha from 'mocha'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { choiceVariable, kindNames } from '../ui/kinds.ts'
import type { Choice } from '../ui/runOptions.ts'
import { buildCompanion, buildPackageAndExtension } from './builds.ts'
import { readOptions } from './options.ts'
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
    grep: {
      value: 'TEXT',
      isPattern: true,
      help: 'Run only tests whose full title matches this regular expression',
    },
    kind: {
      choices: kindNames,
      several: true,
      help: 'Run only the suites in windows of these kinds',
    },
    quick: { help: 'Leave out what only npm run test:all runs' },
    shuffle: { value: 'SEED', help: 'Change the order of suites and tests, within a kind' },
    'no-build': { help: 'Use the last build of the extension' },
  },
})
const { version = 'newest', host = 'node' } = given
process.env['POOLKEEPER_HOST_VERSION'] = version
process.env['POOLKEEPER_HOST'] = host
const choice: Choice = {
  ...(given.kind && { kinds: given.kind }),
  isQuick: given.quick ?? false,
}
process.env[choiceVariable] = JSON.stringify(choice) // before the tests are loaded

if (!given['no-build']) {
  await Promise.all([buildPackageAndExtension(), buildCompanion()])
}
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
const { inOrder } = await import('../ui/fixtures.ts')
const { closeBrowser, replaced } = await import('../ui/windows.ts')
mocha.suite.suites = inOrder(mocha.suite.suites, given.shuffle)
const runner = await new Promise<Mocha.Runner>((resolve) => {
  const started = mocha.run(() => resolve(started))
})
await closeBrowser()
for (const why of replaced) console.error(`A window could not be reset, and was replaced. ${why}`)
const { passes, failures } = runner.stats ?? { passes: 0, failures: 0 }
if (passes === 0) console.error('No test ran.')
process.exit(failures === 0 && passes > 0 ? 0 : 1)
