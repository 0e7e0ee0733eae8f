import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir } from './paths.ts'
import { isRunning } from './parents.ts'
import { run } from './processes.ts'
import { type HostVersion, hostVersions } from './versions.ts'

const hostsDir = join(cacheDir, 'vscode-host')

// Native modules are not built (that wants compilers and a download). Two have stand-ins here:
// without the first no log is ever written, without the second every start logs an error.
const stubs = {
  'spdlog.cjs': ['@vscode/spdlog'],
  'watchdog.cjs': ['@vscode/native-watchdog', 'native-watchdog'],
}

/** Installs the server of a VS Code version unless it is there; returns its `server-main.js`. */
export async function installHost(version: HostVersion): Promise<string> {
  const { codeServer } = hostVersions[version]
  const home = join(hostsDir, codeServer)
  if (!existsSync(home)) await install(codeServer, home)
  const vscode = join(home, 'node_modules/code-server/lib/vscode')
  await putStubs(vscode)
  return join(vscode, 'out/server-main.js')
}

/** Installs beside the final place and renames at the end, so that half an install never counts. */
async function install(codeServer: string, home: string): Promise<void> {
  console.error(`Installing code-server ${codeServer} into ${home} (once, 600 MB) ...`)
  await removeAbandoned()
  const partial = join(hostsDir, `partial-${codeServer}-${process.pid}`)
  await mkdir(partial, { recursive: true })
  await writeFile(join(partial, 'package.json'), '{ "private": true }')
  await npmInstall(partial, ['--save-exact', `code-server@${codeServer}`])
  await npmInstall(join(partial, 'node_modules/code-server/lib/vscode'), ['--omit=dev'])
  await rename(partial, home).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true })
    if (!existsSync(home)) throw error // otherwise another run was faster
  })
}

async function npmInstall(directory: string, args: string[]): Promise<void> {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', '--prefix', directory, ...quiet, ...args], {
    cwd: directory,
    shell: process.platform === 'win32', // npm is a .cmd file there
  })
}

/** Removes what interrupted installs left, but not what another run is at right now. */
async function removeAbandoned(): Promise<void> {
  await mkdir(hostsDir, { recursive: true })
  for (const name of await readdir(hostsDir)) {
    const pid = /^partial-.*-(\d+)$/.exec(name)?.[1]
    if (pid === undefined || isRunning(Number(pid))) continue
    await rm(join(hostsDir, name), { recursive: true, force: true })
  }
}

async function putStubs(vscode: string): Promise<void> {
  for (const [file, packages] of Object.entries(stubs)) {
    const stub = join(import.meta.dirname, 'stubs', file)
    for (const name of packages) {
      const target = join(vscode, 'node_modules', name, 'index.js')
      const current = await stat(target).catch(() => undefined)
      if (current && current.size !== (await stat(stub)).size) await copyFile(stub, target)
    }
  }
}
