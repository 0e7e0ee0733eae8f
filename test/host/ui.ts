// npm run ui -- [--version newest|minimum] [--host node|web] [--grep …] [--no-build]
// Runs test/ui: drives a real workbench in a headless browser. The extension runs in the server that
// the page is connected to, or in the browser.
import Mocha from 'mocha'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildCompanion, buildExtension } from './builds.ts'
import { root } from './paths.ts'
import { SpecWithTotals } from './totals.ts'
import { hostVersions, toExtensionHost, toHostVersion } from './versions.ts'

const { values } = parseArgs({
  options: {
    version: { type: 'string' },
    host: { type: 'string' },
    grep: { type: 'string' },
    'no-build': { type: 'boolean' },
  },
})
const version = toHostVersion(values.version)
const host = toExtensionHost(values.host)
process.env['POOLKEEPER_HOST_VERSION'] = version
process.env['POOLKEEPER_HOST'] = host // before the tests are loaded

if (!values['no-build']) {
  await buildExtension()
  await buildCompanion()
}
const where = host === 'web' ? ', the extension too' : ''
console.log(`VS Code ${hostVersions[version].vscode} in a browser${where}`)
const mocha = new Mocha({
  ui: 'bdd',
  reporter: SpecWithTotals,
  // Two cores start a VS Code in ten seconds, and do little else beside it.
  timeout: 90_000,
  forbidOnly: process.env['CI'] !== undefined,
})
if (values.grep) mocha.grep(new RegExp(values.grep))
for (const file of globSync('test/ui/**/*.test.ts', { cwd: root }).sort()) {
  mocha.addFile(join(root, file))
}
await mocha.loadFilesAsync()
const runner = await new Promise<Mocha.Runner>((resolve) => {
  const started = mocha.run(() => resolve(started))
})
await (await import('../ui/fixtures.ts')).closeBrowser()
const { passes, failures } = runner.stats ?? { passes: 0, failures: 0 }
if (passes === 0) console.error('No test ran.')
process.exit(failures === 0 && passes > 0 ? 0 : 1)
