import { existsSync, rmSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { cacheDir, root } from './paths.ts'
import { atExit, environment, run } from './processes.ts'
import { type HostVersion, hostVersions } from './versions.ts'

/** Where VS Codes are, by version, and those that are just being installed. */
const hostsDir = join(cacheDir, 'vscode-host')

// Native modules are not built (that wants compilers and a download). Two have stand-ins here:
// without the first no log is ever written, without the second every start logs an error.
const stubs = {
  '@vscode/spdlog': 'spdlog.cjs',
  '@vscode/native-watchdog': 'watchdog.cjs',
  'native-watchdog': 'watchdog.cjs',
}

const inHome = 'node_modules/code-server/lib/vscode'

/** Installs the server of a VS Code version unless it is there; returns its `server-main.js`. */
export async function installHost(version: HostVersion): Promise<string> {
  const home = join(hostsDir, hostVersions[version].codeServer)
  if (!existsSync(home)) await install(version, home)
  return join(home, inHome, 'out/server-main.js')
}

/** Installs beside the final place, and renames at the end, so that half an install never counts. */
async function install(version: HostVersion, home: string): Promise<void> {
  const { vscode, codeServer } = hostVersions[version]
  console.error(`Installing VS Code ${vscode} into ${relative(root, home)}, once: up to 600 MB.`)
  const partial = join(hostsDir, `partial-${codeServer}-${process.pid}`)
  const drop = atExit(() => rmSync(partial, { recursive: true, force: true, maxRetries: 5 }))
  await mkdir(partial, { recursive: true })
  await writeFile(join(partial, 'package.json'), '{ "private": true }')
  await npmInstall(partial, '--save-exact', `code-server@${codeServer}`)
  const inner = join(partial, inHome)
  for (const file of ['package.json', 'npm-shrinkwrap.json']) {
    await takeWatcherFromRegistry(join(inner, file))
  }
  await npmInstall(inner, '--omit=dev')
  for (const [name, stub] of Object.entries(stubs)) {
    const target = join(inner, 'node_modules', name, 'index.js')
    if (existsSync(target)) await copyFile(join(import.meta.dirname, 'stubs', stub), target)
  }
  if (version === 'minimum') await mendMinimum(inner)
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

async function mendMinimum(inner: string): Promise<void> {
  /*
   * VS Code’s one extension that is an ES module: its import of `vscode` asks the thread that waits for it, which
   * Node.js 24 blocks, and so no extension starts. The newest VS Code imports in another way.
   */
  await rm(join(inner, 'extensions/github'), { recursive: true })
  // The program that finds files: it would be downloaded, and the newest VS Code has it in a package.
  const newest = join(hostsDir, hostVersions.newest.codeServer, inHome, 'node_modules/@vscode')
  const found = join(newest, 'ripgrep-universal/bin', `${process.platform}-${process.arch}`)
  const target = join(inner, 'node_modules/@vscode/ripgrep/bin')
  if (existsSync(dirname(target))) await symlink(found, target, 'junction')
}
