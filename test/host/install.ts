import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { cacheDir, root } from './paths.ts'
import { run, temporaryDirectory } from './processes.ts'
import { type HostVersion, hostVersions } from './versions.ts'

/** Where VS Codes are, by version, and those that are just being installed. */
const hostsDir = join(cacheDir, 'vscode-host')

const vscodePath = 'node_modules/code-server/lib/vscode'

/** Installs the server of a VS Code version unless it is there; returns its `server-main.js`. */
export async function installHost(version: HostVersion): Promise<string> {
  const home = join(hostsDir, hostVersions[version].codeServer)
  if (!existsSync(home)) await install(version, home)
  return join(home, vscodePath, 'out/server-main.js')
}

/** Installs beside the final place, and renames at the end, so that half an install never counts. */
async function install(version: HostVersion, home: string): Promise<void> {
  const { vscode, codeServer } = hostVersions[version]
  console.error(`Installing VS Code ${vscode} into ${relative(root, home)}, once: up to 600 MB.`)
  await mkdir(hostsDir, { recursive: true })
  const partial = temporaryDirectory(hostsDir)
  await writeFile(join(partial, 'package.json'), '{ "private": true }')
  await npmInstall(partial, '--save-exact', `code-server@${codeServer}`)
  const inner = join(partial, vscodePath)
  if (version === 'minimum') await takeWatcherFromRegistry(inner)
  await npmInstall(inner, '--omit=dev')
  // Native modules are not built (that wants compilers and a download). Without this one no log is ever written.
  const logger = join(inner, 'node_modules/@vscode/spdlog/index.js')
  await copyFile(join(import.meta.dirname, 'stubs/spdlog.cjs'), logger)
  if (version === 'minimum') await patchMinimum(inner)
  if (!existsSync(home)) await rename(partial, home) // otherwise another run was faster
}

async function npmInstall(directory: string, ...args: string[]): Promise<void> {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...quiet, ...args], { cwd: directory })
}

/** VS Code 1.105 takes its file watcher from GitHub, by a commit; the registry has that since. */
async function takeWatcherFromRegistry(inner: string): Promise<void> {
  for (const name of ['package.json', 'npm-shrinkwrap.json']) {
    const read = JSON.parse(await readFile(join(inner, name), 'utf8')) as { packages?: object }
    if (read.packages) Reflect.deleteProperty(read.packages, 'node_modules/@parcel/watcher')
    const fromGitHub = /("@parcel\/watcher":\s*)"[^"]*#[^"]*"/g
    const text = JSON.stringify(read).replaceAll(fromGitHub, '$1"2.5.1"')
    await writeFile(join(inner, name), text)
  }
}

async function patchMinimum(inner: string): Promise<void> {
  /*
   * VS Code’s one extension that is an ES module: its import of `vscode` asks the thread that waits for it, which
   * Node.js 24 blocks, and so no extension starts. The newest VS Code imports in another way.
   */
  await rm(join(inner, 'extensions/github'), { recursive: true })
  // The program that finds files: it would be downloaded, and the newest VS Code has it in a package.
  const newest = join(hostsDir, hostVersions.newest.codeServer, vscodePath, 'node_modules/@vscode')
  const found = join(newest, 'ripgrep-universal/bin', `${process.platform}-${process.arch}`)
  await symlink(found, join(inner, 'node_modules/@vscode/ripgrep/bin'), 'junction')
}
