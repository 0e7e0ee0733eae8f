import { runTests } from '@vscode/test-electron'
import { join } from 'node:path'
import type { Suites } from '../integration/selection.ts'
import { buildExtension, buildIntegrationTests, testFiles } from './builds.ts'
import { runInHost } from './hostRun.ts'
import { isReachable } from './network.ts'
import { cacheDir, exampleWorkspace, integrationTests } from './paths.ts'
import { environment, temporaryDirectory } from './processes.ts'
import { findTotals } from './report.ts'
import { stageForNodeTests } from './testStage.ts'
import { type ExtensionHost, type HostVersion, hostVersions, type Window } from './versions.ts'

export interface Integration {
  versions: readonly HostVersion[]
  hosts: readonly ExtensionHost[]
  suites: Suites
  /** What must hold in any window, in these; undefined for everything, in one with a folder. */
  windows?: readonly Window[] | undefined
  /** A regular expression for full titles. */
  grep?: string | undefined
  /** See test/long.ts. */
  long?: boolean | undefined
  /** More of what the tests find in `process.env`. */
  env?: Record<string, string>
}

/** Builds the extension and the tests for {@link runIntegration}. */
export async function buildIntegration(): Promise<void> {
  await Promise.all([buildExtension(), buildIntegrationTests()])
}

/** Runs test/integration in extension hosts, one after another. The exit code says whether all passed. */
export async function runIntegration(integration: Integration): Promise<void> {
  const { versions, hosts, windows = ['folder'] } = integration
  const hasDesktop = !integration.windows && hosts.includes('node') && (await canUseDesktop())
  for (const version of versions) {
    for (const host of hosts) {
      const isDesktop = hasDesktop && host === 'node'
      console.error(`\nVS Code ${hostVersions[version].vscode}, ${whereIs(host, isDesktop)}`)
      const env = environmentOf(integration)
      const run = { version, host, windows, testsPath: integrationTests[host], env }
      const { passed, output } = isDesktop ? await runOnDesktop(run) : await runInHost(run)
      // An extension host that ends before its time can look like success.
      const isComplete = findTotals(output).length === windows.length
      if (!isComplete) console.error('The run broke off: there are no totals.')
      if (!passed || !isComplete) process.exitCode = 1 // and on to the next
    }
  }
}

function whereIs(host: ExtensionHost, isDesktop: boolean): string {
  if (host === 'node') return isDesktop ? 'desktop' : 'test host'
  const { left } = testFiles()
  const why = [...new Set(left.map(({ reason }) => reason))].join('; ')
  return `test host, browser; ${left.length} test files are for Node.js alone: ${why}`
}

/** What the tests find in `process.env`, in a browser too. */
function environmentOf({ suites, windows, grep, long, env }: Integration): Record<string, string> {
  const ours = Object.entries(process.env).filter(([name]) => /^(CI$|POOLKEEPER_)/.test(name))
  return {
    ...(Object.fromEntries(ours) as Record<string, string>),
    POOLKEEPER_SUITES: suites,
    POOLKEEPER_TEST_GREP: windows ? `^In a window with .*(?:${grep ?? ''})` : (grep ?? ''),
    ...(long && { POOLKEEPER_LONG: 'yes' }),
    ...env,
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
}): Promise<{ passed: boolean; output: string }> {
  const userData = temporaryDirectory()
  const printed = keepPrinted()
  const passed = await runTests({
    version: hostVersions[run.version].vscode,
    extensionDevelopmentPath: await stageForNodeTests(),
    extensionTestsPath: run.testsPath,
    extensionTestsEnv: environment(run.env),
    launchArgs: [
      exampleWorkspace,
      `--user-data-dir=${userData.path}`,
      `--extensions-dir=${join(userData.path, 'extensions')}`,
    ],
    cachePath: join(cacheDir, 'vscode-test'),
  }).then(
    () => true,
    (error: unknown) => {
      console.error(String(error))
      return false
    },
  )
  userData.remove()
  return { passed, output: printed() }
}

/** Keeps what this process prints from now on, until the returned function is asked for it. */
function keepPrinted(): () => string {
  const { stdout } = process
  const write = stdout.write.bind(stdout)
  let output = ''
  stdout.write = (chunk: Uint8Array | string, ...rest: never[]) => {
    output += chunk.toString()
    return write(chunk, ...rest)
  }
  return () => {
    stdout.write = write
    return output
  }
}
