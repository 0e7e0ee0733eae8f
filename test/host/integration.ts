// npm run integration -- [--version newest|minimum|both] [--grep …] [--no-build]
// Runs test/integration inside an extension host of the newest VS Code and of our minimum.
import { runTests } from '@vscode/test-electron'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { buildExtension, buildIntegrationTests } from './builds.ts'
import { downloadDir } from './desktop.ts'
import { isReachable } from './network.ts'
import { exampleWorkspace, integrationTests, root } from './paths.ts'
import { environment, temporaryDirectory } from './processes.ts'
import { findTotals } from './totals.ts'
import { type HostVersion, hostVersions, toHostVersion } from './versions.ts'

const { values } = parseArgs({
  options: {
    version: { type: 'string', default: 'both' },
    grep: { type: 'string', default: '' },
    'no-build': { type: 'boolean' },
  },
})
const versions: HostVersion[] =
  values.version === 'both' ? ['newest', 'minimum'] : [toHostVersion(values.version)]

if (!values['no-build']) {
  await buildExtension()
  await buildIntegrationTests()
}
const desktop = await useDesktop()
for (const version of versions) {
  console.log(`\nVS Code ${hostVersions[version].vscode} (${desktop ? 'desktop' : 'test host'})`)
  try {
    await runIn(version)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1 // and on to the next version
  }
}

async function runIn(version: HostVersion): Promise<void> {
  const env = { POOLKEEPER_HOST_VERSION: version, POOLKEEPER_TEST_GREP: values.grep }
  const userData = temporaryDirectory()
  let output = ''
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      output += chunk.toString()
      process.stdout.write(chunk, done)
    },
  })
  await runTests({
    extensionDevelopmentPath: root,
    extensionTestsPath: integrationTests,
    extensionTestsEnv: environment(env),
    launchArgs: [
      exampleWorkspace,
      `--user-data-dir=${userData.path}`,
      `--extensions-dir=${join(userData.path, 'extensions')}`,
    ],
    cachePath: downloadDir,
    stdout,
    ...(desktop ? { version: hostVersions[version].vscode } : { vscodeExecutablePath: launcher() }),
  }).finally(userData.remove)
  // An extension host that ends before its time can look like success.
  if (!findTotals(output)) throw new Error('The run broke off: there are no totals.')
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
