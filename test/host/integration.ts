// npm run integration
// Runs test/integration in extension hosts, one after another. The exit code says whether all passed.
import { runTests } from '@vscode/test-electron'
import { join } from 'node:path'
import { suites } from '../integration/selection.ts'
import { isReachable } from './browser.ts'
import { buildExtension, buildIntegrationTests } from './builds.ts'
import { runInHost } from './hostRun.ts'
import { choiceOf, grepOption, readOptions } from './options.ts'
import { cacheDir, exampleWorkspace, integrationTests } from './paths.ts'
import { environment, temporaryDirectory } from './processes.ts'
import { stageForTests } from './stage.ts'
import {
  extensionHosts,
  type HostVersion,
  hostVersions,
  otherWindows,
  versionNames,
} from './versions.ts'

const given = readOptions({
  version: { type: 'string' },
  host: { type: 'string' },
  suites: { type: 'string' },
  windows: { type: 'boolean' },
  ...grepOption,
  long: { type: 'boolean' },
  'no-build': { type: 'boolean' },
})
const chosenVersion = choiceOf('version', versionNames, given.version)
const chosenHost = choiceOf('host', extensionHosts, given.host)
const chosenSuites = choiceOf('suites', suites, given.suites) ?? 'all'
const windows = given.windows ? otherWindows : (['folder'] as const)
const { grep = '' } = given

if (!given['no-build']) await Promise.all([buildExtension(), buildIntegrationTests()])
const hasDesktop = !given.windows && chosenHost !== 'web' && (await canUseDesktop())
for (const version of chosenVersion ? [chosenVersion] : versionNames) {
  for (const host of chosenHost ? [chosenHost] : extensionHosts) {
    const isDesktop = hasDesktop && host === 'node'
    console.error(
      `\nVS Code ${hostVersions[version].vscode}, ${isDesktop ? 'desktop' : 'test host'}, ${host}`,
    )
    const env = testEnvironment()
    const run = { version, host, windows, testsPath: integrationTests[host], env }
    const hasPassed = isDesktop ? await runOnDesktop(run) : await runInHost(run)
    if (!hasPassed) process.exitCode = 1 // and on to the next
  }
}

/** What the tests find in `process.env`, in a browser too. */
function testEnvironment(): Record<string, string> {
  const ours = Object.entries(process.env).filter(([name]) => /^(CI$|POOLKEEPER_)/.test(name))
  return {
    ...(Object.fromEntries(ours) as Record<string, string>),
    POOLKEEPER_SUITES: chosenSuites,
    POOLKEEPER_TEST_GREP: given.windows ? `^In a window with .*(?:${grep})` : grep,
    ...(given.long && { POOLKEEPER_LONG: 'yes' }),
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
async function runOnDesktop(run: {
  version: HostVersion
  testsPath: string
  env: Record<string, string>
}): Promise<boolean> {
  const userData = temporaryDirectory()
  const running = runTests({
    version: hostVersions[run.version].vscode,
    extensionDevelopmentPath: await stageForTests('node'),
    extensionTestsPath: run.testsPath,
    extensionTestsEnv: environment(run.env),
    launchArgs: [
      exampleWorkspace,
      `--user-data-dir=${userData.path}`,
      `--extensions-dir=${join(userData.path, 'extensions')}`,
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
