// npm run integration -- [--version newest|minimum|both] [--host node|web|both] [--windows]
//                        [--grep …] [--no-build]
// Runs test/integration inside extension hosts of the newest VS Code and of our minimum: in that of
// Node.js, and in that of a browser. With --windows, what must hold in any window is tried in windows
// without a folder, with several, with a virtual one, and with one that is not trusted.
import { runTests } from '@vscode/test-electron'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { buildExtension, buildIntegrationTests, testFiles } from './builds.ts'
import { downloadDir } from './desktop.ts'
import { isReachable } from './network.ts'
import { exampleWorkspace, integrationTests, root } from './paths.ts'
import { environment, temporaryDirectory } from './processes.ts'
import { findTotals, type Totals } from './totals.ts'
import {
  type ExtensionHost,
  type HostVersion,
  hostVersions,
  toExtensionHost,
  toHostVersion,
} from './versions.ts'

const { values } = parseArgs({
  options: {
    version: { type: 'string', default: 'both' },
    host: { type: 'string', default: 'both' },
    windows: { type: 'boolean' },
    grep: { type: 'string', default: '' },
    'no-build': { type: 'boolean' },
  },
})
const otherWindows = ['none', 'several', 'virtual', 'restricted']
const versions: HostVersion[] =
  values.version === 'both' ? ['newest', 'minimum'] : [toHostVersion(values.version)]
const hosts: ExtensionHost[] =
  values.host === 'both' ? ['node', 'web'] : [toExtensionHost(values.host)]

if (!values['no-build']) {
  await buildExtension()
  await buildIntegrationTests()
}
const desktop = !values.windows && (await useDesktop())
const sum: Totals = { passed: 0, failed: 0, skipped: 0 }
for (const version of versions) {
  for (const host of hosts) {
    const where = host === 'web' ? 'test host, browser' : desktop ? 'desktop' : 'test host'
    console.log(`\nVS Code ${hostVersions[version].vscode} (${where})`)
    if (host === 'web' && !values.windows) tellNodeOnly()
    for (const window of values.windows ? otherWindows : ['folder']) {
      try {
        await runIn(version, host, window)
      } catch (error) {
        console.error(error instanceof Error ? error.message : error)
        process.exitCode = 1 // and on to the next
      }
    }
  }
}
if (values.windows) console.log(JSON.stringify(sum))

function tellNodeOnly(): void {
  const { left } = testFiles()
  const why = [...new Set(left.map(({ reason }) => reason))].join('; ')
  console.log(`${left.length} test files are for Node.js alone: ${why}.`)
}

async function runIn(version: HostVersion, host: ExtensionHost, window: string): Promise<void> {
  const env = {
    POOLKEEPER_HOST_VERSION: version,
    POOLKEEPER_HOST: host,
    POOLKEEPER_TEST_GREP: values.windows ? '^In a window with ' : values.grep,
    POOLKEEPER_WINDOW: window,
  }
  const userData = temporaryDirectory()
  let output = ''
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      output += chunk.toString()
      process.stdout.write(chunk, done)
    },
  })
  const failure = await runTests({
    extensionDevelopmentPath: root,
    extensionTestsPath: integrationTests[host],
    extensionTestsEnv: environment(env),
    launchArgs: [
      exampleWorkspace,
      `--user-data-dir=${userData.path}`,
      `--extensions-dir=${join(userData.path, 'extensions')}`,
    ],
    cachePath: downloadDir,
    stdout,
    ...(desktop && host === 'node'
      ? { version: hostVersions[version].vscode }
      : { vscodeExecutablePath: launcher() }),
  })
    .then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    )
    .finally(userData.remove)
  // An extension host that ends before its time can look like success.
  const totals = findTotals(output)
  sum.passed += totals?.passed ?? 0
  sum.failed += totals?.failed ?? 1
  if (!totals) throw new Error('The run broke off: there are no totals.')
  if (failure) throw failure
}

/** The desktop VS Code where it can be downloaded and shown, the test host everywhere else. */
async function useDesktop(): Promise<boolean> {
  const wanted = process.env['POOLKEEPER_VSCODE']
  if (wanted === 'download' || wanted === 'host') return wanted === 'download'
  if (process.platform === 'linux' && !process.env['DISPLAY']) return false
  return await isReachable('https://update.code.visualstudio.com/api/releases/stable')
}

function launcher(): string {
  return join(import.meta.dirname, process.platform === 'win32' ? 'code-host.cmd' : 'code-host.ts')
}
