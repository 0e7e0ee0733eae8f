// npm run ui
import Mocha from 'mocha'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { isInUiRun } from '../testFiles.ts'
import { runOptions } from '../ui/runOptions.ts'
import { buildCompanion, buildPackage } from './builds.ts'
import { readOptions } from './options.ts'
import { root } from './paths.ts'
import { extensionHosts, hostVersions, versionNames } from './versions.ts'

const options = readOptions({
  version: versionNames,
  host: extensionHosts,
  grep: 'text',
  change: 'flag',
  long: 'flag',
  'no-build': 'flag',
})
const { version = 'newest', host = 'node' } = options
Object.assign(runOptions, { version, host }) // before the tests are loaded

if (!options['no-build']) await Promise.all([buildPackage(), buildCompanion()])
console.error(`VS Code ${hostVersions[version].vscode} in a browser, the extension in ${host}`)
const mocha = new Mocha({
  failZero: true, // a typing error in `--grep` must not look like success
  // A computer with two cores needs ten seconds to start a VS Code, and more if it does anything else.
  timeout: 90_000,
  forbidOnly: true,
  grep: new RegExp(options.grep ?? ''),
})
mocha.files = globSync(join(root, 'test/ui/**/*.test.ts'))
  .filter((file) => isInUiRun(file, options))
  .sort()
await mocha.loadFilesAsync()
mocha.run((failures) => process.exit(failures === 0 ? 0 : 1)) // which ends the browser, too
