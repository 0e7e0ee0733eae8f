// npm run integration
// Runs test/integration in extension hosts, one after another. The exit code is 0 if all tests passed.
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron'
import { join } from 'node:path'
import { buildExtension, buildIntegrationTests } from './builds.ts'
import { runInHost } from './hostRun.ts'
import { readOptions } from './options.ts'
import { cacheDir, integrationTests } from './paths.ts'
import { temporaryDirectory } from './processes.ts'
import { stageForTests } from './stage.ts'
import { extensionHosts, hostVersions, otherWindows, versionNames } from './versions.ts'
import { copyExampleWorkspace } from './workspaces.ts'

const options = readOptions({
  version: versionNames,
  host: extensionHosts,
  windows: 'flag',
  grep: 'text',
  quick: 'flag',
  long: 'flag',
  'no-build': 'flag',
})
const { grep = '' } = options
const windows = options.windows ? otherWindows : (['folder'] as const)
/** The environment variables of the tests, in a browser, too. */
const env = {
  POOLKEEPER_TEST_GREP: grep,
  ...(options.quick && { POOLKEEPER_QUICK: 'yes' }),
  ...(options.long && { POOLKEEPER_LONG: 'yes' }),
}

if (!options['no-build']) await Promise.all([buildExtension(), buildIntegrationTests()])
for (const version of options.version ? [options.version] : versionNames) {
  for (const host of options.host ? [options.host] : extensionHosts) {
    const { vscode } = hostVersions[version]
    const desktop = host === 'web' || options.windows ? undefined : await downloadDesktop(vscode)
    console.error(`\nVS Code ${vscode}, ${desktop ? 'desktop' : 'test host'}, ${host}`)
    const testsPath = integrationTests[host]
    const running = desktop
      ? runOnDesktop(desktop, testsPath)
      : runInHost({ version, host, windows, testsPath, env })
    const hasPassed = await running.catch((error: unknown) => console.error(error))
    if (!hasPassed) process.exitCode = 1 // the next host runs all the same
  }
}

/** The path of a desktop VS Code; undefined if it can’t be downloaded or shown, so that the test host runs the tests. */
async function downloadDesktop(version: string): Promise<string | undefined> {
  const preference = process.env['POOLKEEPER_VSCODE']
  const hasNoDisplay = process.platform === 'linux' && !process.env['DISPLAY']
  if (preference === 'host' || (preference !== 'download' && hasNoDisplay)) return undefined
  const cachePath = join(cacheDir, 'vscode-test')
  const downloading = downloadAndUnzipVSCode({ version, cachePath, timeout: 5000 })
  return preference === 'download' ? await downloading : await downloading.catch(() => undefined)
}

/** Does the same as {@link runInHost} in a desktop VS Code. */
async function runOnDesktop(vscodeExecutablePath: string, testsPath: string): Promise<boolean> {
  const userData = temporaryDirectory()
  const { extensionPath } = await stageForTests('node', testsPath, env)
  const code = await runTests({
    vscodeExecutablePath,
    extensionDevelopmentPath: extensionPath,
    extensionTestsPath: testsPath,
    extensionTestsEnv: env,
    launchArgs: [
      copyExampleWorkspace(),
      `--user-data-dir=${userData}`,
      `--extensions-dir=${join(userData, 'extensions')}`,
    ],
  })
  return code === 0
}
