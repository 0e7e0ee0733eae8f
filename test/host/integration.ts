// npm run integration
// Runs test/integration in extension hosts, one after another. The exit code says whether all passed.
import { runTests } from '@vscode/test-electron'
import { join } from 'node:path'
import { suites } from '../integration/selection.ts'
import { isReachable } from './browser.ts'
import { buildExtension, buildIntegrationTests } from './builds.ts'
import { runInHost } from './hostRun.ts'
import { readOptions } from './options.ts'
import { cacheDir, exampleWorkspace, integrationTests } from './paths.ts'
import { temporaryDirectory } from './processes.ts'
import { stageForTests } from './stage.ts'
import {
  extensionHosts,
  type HostVersion,
  hostVersions,
  otherWindows,
  versionNames,
} from './versions.ts'

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
  ...(Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(CI$|POOLKEEPER_)/.test(name)),
  ) as Record<string, string>),
  POOLKEEPER_SUITES: given.suites ?? 'all',
  POOLKEEPER_TEST_GREP: given.windows ? `^In a window with .*(?:${grep})` : grep,
  ...(given.long && { POOLKEEPER_LONG: 'yes' }),
}

if (!given['no-build']) await Promise.all([buildExtension(), buildIntegrationTests()])
const hasDesktop = !given.windows && given.host !== 'web' && (await canUseDesktop())
for (const version of given.version ? [given.version] : versionNames) {
  for (const host of given.host ? [given.host] : extensionHosts) {
    const isDesktop = hasDesktop && host === 'node'
    const where = `${isDesktop ? 'desktop' : 'test host'}, ${host}`
    console.error(`\nVS Code ${hostVersions[version].vscode}, ${where}`)
    const testsPath = integrationTests[host]
    const hasPassed = isDesktop
      ? await runOnDesktop(version, testsPath)
      : await runInHost({ version, host, windows, testsPath, env })
    if (!hasPassed) process.exitCode = 1 // and on to the next
  }
}

/** The desktop VS Code where it can be downloaded and shown, the test host everywhere else. */
async function canUseDesktop(): Promise<boolean> {
  const wanted = process.env['POOLKEEPER_VSCODE']
  if (wanted === 'download' || wanted === 'host') return wanted === 'download'
  if (process.platform === 'linux' && !process.env['DISPLAY']) return false
  return await isReachable('https://update.code.visualstudio.com/api/releases/stable')
}

/** The same as {@link runInHost} on the desktop. */
async function runOnDesktop(version: HostVersion, testsPath: string): Promise<boolean> {
  const userData = temporaryDirectory()
  const { extensionPath } = await stageForTests('node', testsPath, env)
  const running = runTests({
    version: hostVersions[version].vscode,
    extensionDevelopmentPath: extensionPath,
    extensionTestsPath: testsPath,
    extensionTestsEnv: env,
    launchArgs: [
      exampleWorkspace,
      `--user-data-dir=${userData}`,
      `--extensions-dir=${join(userData, 'extensions')}`,
    ],
    cachePath: join(cacheDir, 'vscode-test'),
  })
  return await running.then(
    () => true,
    (error: unknown) => {
      console.error(String(error))
      return false
    },
  )
}
