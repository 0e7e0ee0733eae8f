import {
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { existsSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { cacheDir, root } from './paths.ts'
import { isRunning } from './parents.ts'
import { atExit, environment, run } from './processes.ts'
import { type HostVersion, hostVersions } from './versions.ts'

/** Where VS Codes are, by version, and those that are just being installed. */
const hostsDir = join(cacheDir, 'vscode-host')

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
  if (!existsSync(home)) await install(version, home)
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

/** Installs beside the final place, and renames at the end, so that half an install never counts. */
async function install(version: HostVersion, home: string): Promise<void> {
  const { vscode, codeServer, megabytes } = hostVersions[version]
  console.error(
    `Installing VS Code ${vscode} into ${relative(root, home)}, once: ` +
      `${megabytes.download} MB to download, ${megabytes.disk} MB on disk.`,
  )
  const partial = join(hostsDir, `partial-${codeServer}-${process.pid}`)
  const drop = atExit(() => rmSync(partial, { recursive: true, force: true, maxRetries: 5 }))
  await mkdir(partial)
  await writeFile(join(partial, 'package.json'), '{ "private": true }')
  await npmInstall(partial, '--save-exact', `code-server@${codeServer}`)
  const inner = join(partial, inHome)
  for (const file of ['package.json', 'npm-shrinkwrap.json']) {
    await takeWatcherFromRegistry(join(inner, file))
  }
  await npmInstall(inner, '--omit=dev')
  /*
   * VS Code’s one extension that is an ES module: its import of `vscode` asks the thread that waits for it, which
   * Node.js 24 blocks, and so no extension starts. The newest VS Code imports in another way.
   */
  if (version === 'minimum') await rm(join(inner, 'extensions/github'), { recursive: true })
  if (!existsSync(home)) await rename(partial, home) // otherwise another run was faster
  drop()
}

async function npmInstall(directory: string, ...args: string[]): Promise<void> {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', '--prefix', directory, ...quiet, ...args], {
    cwd: directory,
    env: environment(),
    shell: process.platform === 'win32', // npm is a .cmd file there
  })
}

/** VS Code 1.105 takes its file watcher from GitHub, by a commit; the registry has that since. */
async function takeWatcherFromRegistry(path: string): Promise<void> {
  if (!existsSync(path)) return
  const text = await readFile(path, 'utf8')
  const read = JSON.parse(text) as { packages?: Record<string, unknown> }
  delete read.packages?.['node_modules/@parcel/watcher']
  const fromGitHub = /("@parcel\/watcher":\s*)"[^"]*#[^"]*"/g
  await writeFile(path, JSON.stringify(read).replaceAll(fromGitHub, '$1"2.5.1"'))
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
