import { copyFile, mkdir, readdir, rm, stat, symlink } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir } from './paths.ts'
import { isRunning } from './parents.ts'
import { programArguments, run } from './processes.ts'
import { type HostVersion, hostVersions } from './versions.ts'

/** Where VS Codes are, by version, and those that are just being installed: see installVersion.ts. */
export const hostsDir = join(cacheDir, 'vscode-host')

// Native modules are not built (that wants compilers and a download). Two have stand-ins here:
// without the first no log is ever written, without the second every start logs an error.
const stubs = {
  'spdlog.cjs': ['@vscode/spdlog'],
  'watchdog.cjs': ['@vscode/native-watchdog', 'native-watchdog'],
}

const inHome = 'node_modules/code-server/lib/vscode'

/** Installs the server of a VS Code version unless it is there; returns its `server-main.js`. */
export async function installHost(version: HostVersion): Promise<string> {
  const home = join(hostsDir, hostVersions[version].codeServer)
  await removeAbandoned()
  if (!existsSync(home)) {
    // In a process of its own, which cleans up even if this one is killed outright.
    const installer = join(import.meta.dirname, 'installVersion.ts')
    await run(process.execPath, programArguments(installer, version))
  }
  const vscode = join(home, inHome)
  await putStubs(vscode)
  await putRipgrep(vscode)
  return join(vscode, 'out/server-main.js')
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

/** The program that finds files: the oldest VS Code would download it, the newest has it in a package. */
async function putRipgrep(vscode: string): Promise<void> {
  const target = join(vscode, 'node_modules/@vscode/ripgrep/bin')
  const newest = join(hostsDir, hostVersions.newest.codeServer, inHome, 'node_modules/@vscode')
  const found = join(newest, 'ripgrep-universal/bin', `${process.platform}-${process.arch}`)
  const isWanted = existsSync(join(target, '..')) && !existsSync(target)
  // Another run may be faster.
  if (isWanted && existsSync(found)) await symlink(found, target, 'junction').catch(() => {})
}
