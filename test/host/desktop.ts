import { downloadAndUnzipVSCode, SilentReporter } from '@vscode/test-electron'
import type { ChildProcess } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { cacheDir } from './paths.ts'
import { environment, spawnGroup, temporaryDirectory } from './processes.ts'
import { writeSettings } from './quietSettings.ts'
import { hostVersions } from './versions.ts'

export interface DesktopOptions {
  /** The extensions under development. */
  extensionPaths: string[]
  /** The folder to open. */
  workspace: string
  /** Environment of the extension host. */
  env: NodeJS.ProcessEnv
}

/** Where @vscode/test-electron keeps the VS Codes that it downloads. */
export const downloadDir = join(cacheDir, 'vscode-test')

/** Starts a desktop VS Code with fresh data, apart from the user's own. It ends with this process. */
export async function startDesktop(options: DesktopOptions): Promise<ChildProcess> {
  const executable = installedVSCode() ?? (await downloadedVSCode())
  const dataDir = join(temporaryDirectory().path, 'user')
  await writeSettings(dataDir)
  const { ELECTRON_RUN_AS_NODE: _, ...env } = environment(options.env)
  const { child } = spawnGroup(
    executable,
    [
      ...options.extensionPaths.map((path) => `--extensionDevelopmentPath=${path}`),
      `--user-data-dir=${dataDir}`,
      `--extensions-dir=${join(dataDir, 'extensions')}`,
      '--disable-workspace-trust',
      '--skip-welcome',
      '--skip-release-notes',
      '--disable-updates',
      '--disable-telemetry',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), // Electron wants it of root
      options.workspace,
    ],
    { stdio: ['ignore', 2, 2], env },
  )
  child.on('error', (error) => console.error(`${executable} does not start:`, error))
  return child
}

/** The program itself: the `code` command only hands over to it and then cannot end it. */
function installedVSCode(): string | undefined {
  const { env, platform } = process
  if (platform === 'darwin') {
    const contents = ['/Applications', `${env['HOME']}/Applications`].map((directory) =>
      join(directory, 'Visual Studio Code.app/Contents/MacOS'),
    )
    return contents.flatMap((path) => [join(path, 'Code'), join(path, 'Electron')]).find(existsSync)
  }
  const [command, program] = platform === 'win32' ? ['code.cmd', 'Code.exe'] : ['code', 'code']
  const commands = (env['PATH'] ?? '').split(delimiter).map((directory) => join(directory, command))
  const homes = commands.filter(existsSync).map((path) => dirname(dirname(realpathSync(path))))
  homes.push('/usr/share/code')
  for (const home of [env['LOCALAPPDATA'], env['PROGRAMFILES']]) {
    if (home) homes.push(join(home, 'Programs/Microsoft VS Code'), join(home, 'Microsoft VS Code'))
  }
  // A program of that name elsewhere, such as /usr/bin/code's own home, is not VS Code's.
  return homes
    .filter((home) => existsSync(join(home, 'resources/app/product.json')))
    .map((home) => join(home, program))
    .find(existsSync)
}

async function downloadedVSCode(): Promise<string> {
  const version = hostVersions.newest.vscode
  console.error(`There is no installed VS Code; downloading ${version} into ${downloadDir} ...`)
  const reporter = new SilentReporter() // the other one writes to stdout
  return await downloadAndUnzipVSCode({ version, cachePath: downloadDir, reporter })
}
