// npm run ui
import Mocha from 'mocha'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { runOptions } from '../ui/runOptions.ts'
import { buildCompanion, buildPackage } from './builds.ts'
import { readOptions } from './options.ts'
import { root } from './paths.ts'
import { extensionHosts, hostVersions, versionNames } from './versions.ts'

const given = readOptions({
  version: versionNames,
  host: extensionHosts,
  grep: 'text',
  quick: 'flag',
  'no-build': 'flag',
})
const { version = 'newest', host = 'node' } = given
Object.assign(runOptions, { version, host, isQuick: given.quick }) // before the tests are loaded

if (!given['no-build']) await Promise.all([buildPackage(), buildCompanion()])
console.error(`VS Code ${hostVersions[version].vscode} in a browser, the extension in ${host}`)
const mocha = new Mocha({
  failZero: true, // a slip in `--grep` must not look like success
  // Two cores start a VS Code in ten seconds, and do little else beside it.
  timeout: 90_000,
  forbidOnly: true,
  grep: new RegExp(given.grep ?? ''),
})
mocha.files = globSync(join(root, 'test/ui/**/*.test.ts')).sort()
await mocha.loadFilesAsync()
mocha.run((failures) => process.exit(failures === 0 ? 0 : 1)) // which ends the browser, too
