// npm run integration
// Runs test/integration in extension hosts, one after another. The exit code says whether all passed.
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron'
import { join } from 'node:path'
import { suites } from '../integration/selection.ts'
import { buildExtension, buildIntegrationTests } from './builds.ts'
import { runInHost } from './hostRun.ts'
import { readOptions } from './options.ts'
import { cacheDir, exampleWorkspace, integrationTests } from './paths.ts'
import { temporaryDirectory } from './processes.ts'
import { stageForTests } from './stage.ts'
import { extensionHosts, hostVersions, otherWindows, versionNames } from './versions.ts'

const given = readOptions({
  version: versionNames,
  host: extensionHosts,
  suites,
  windows: 'flag',
  grep: 'text',
  long: 'flag',
  'no-build': 'flag',
})
const { grep = '' } = given
const windows = given.windows ? otherWindows : (['folder'] as const)
/** What the tests find in `process.env`, in a browser too. */
const env = {
  POOLKEEPER_SUITES: given.suites ?? 'all',
  POOLKEEPER_TEST_GREP: given.windows ? `^In a window with .*(?:${grep})` : grep,
  ...(given.long && { POOLKEEPER_LONG: 'yes' }),
}

if (!given['no-build']) await Promise.all([buildExtension(), buildIntegrationTests()])
for (const version of given.version ? [given.version] : versionNames) {
  for (const host of given.host ? [given.host] : extensionHosts) {
    const { vscode } = hostVersions[version]
    const desktop = host === 'web' || given.windows ? undefined : await downloadDesktop(vscode)
    console.error(`\nVS Code ${vscode}, ${desktop ? 'desktop' : 'test host'}, ${host}`)
    const testsPath = integrationTests[host]
    const running = desktop
      ? runOnDesktop(desktop, testsPath)
      : runInHost({ version, host, windows, testsPath, env })
    const hasPassed = await running.catch((error: unknown) => console.error(error))
    if (!hasPassed) process.exitCode = 1 // and on to the next
  }
}

/** The program of the desktop VS Code where it can be downloaded and shown; everywhere else, the test host runs them. */
async function downloadDesktop(version: string): Promise<string | undefined> {
  const wanted = process.env['POOLKEEPER_VSCODE']
  const cannotShow = process.platform === 'linux' && !process.env['DISPLAY']
  if (wanted === 'host' || (wanted !== 'download' && cannotShow)) return undefined
  const cachePath = join(cacheDir, 'vscode-test')
  const downloading = downloadAndUnzipVSCode({ version, cachePath, timeout: 5000 })
  return wanted === 'download' ? await downloading : await downloading.catch(() => undefined)
}

/** The same as {@link runInHost} on the desktop. */
async function runOnDesktop(vscodeExecutablePath: string, testsPath: string): Promise<boolean> {
  const userData = temporaryDirectory()
  const { extensionPath } = await stageForTests('node', testsPath, env)
  const code = await runTests({
    vscodeExecutablePath,
    extensionDevelopmentPath: extensionPath,
    extensionTestsPath: testsPath,
    extensionTestsEnv: env,
    launchArgs: [
      exampleWorkspace,
      `--user-data-dir=${userData}`,
      `--extensions-dir=${join(userData, 'extensions')}`,
    ],
  })
  return code === 0
}
