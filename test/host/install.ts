import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { cacheDir, root } from './paths.ts'
import { run, temporaryDirectory } from './processes.ts'
import { type HostVersion, hostVersions } from './versions.ts'

/** The folder of all installed VS Codes. */
const hostsDir = join(cacheDir, 'vscode-host')

const vscodePath = 'node_modules/code-server/lib/vscode'

/** Installs the server of a VS Code version, unless it is installed. Returns the path of its `server-main.js`. */
export async function installHost(version: HostVersion): Promise<string> {
  const home = join(hostsDir, hostVersions[version].codeServer)
  if (!existsSync(home)) await install(version, home)
  return join(home, vscodePath, 'out/server-main.js')
}

/** Installs into a temporary folder, and renames it at the end, so that an incomplete installation is never used. */
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
  // Native modules are not built, which would need compilers and a download. Without this module, VS Code writes no logs.
  const logger = join(inner, 'node_modules/@vscode/spdlog/index.js')
  await copyFile(join(import.meta.dirname, 'stubs/spdlog.cjs'), logger)
  if (version === 'minimum') await patchMinimum(inner)
  if (!existsSync(home)) await rename(partial, home) // otherwise, another run was faster
}

async function npmInstall(directory: string, ...args: string[]): Promise<void> {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...quiet, ...args], { cwd: directory })
}

/** VS Code 1.105 depends on a commit of its file watcher on GitHub; later, the registry got the same version. */
async function takeWatcherFromRegistry(inner: string): Promise<void> {
  for (const name of ['package.json', 'npm-shrinkwrap.json']) {
    const content = JSON.parse(await readFile(join(inner, name), 'utf8')) as { packages?: object }
    if (content.packages) Reflect.deleteProperty(content.packages, 'node_modules/@parcel/watcher')
    const fromGitHub = /("@parcel\/watcher":\s*)"[^"]*#[^"]*"/g
    const text = JSON.stringify(content).replaceAll(fromGitHub, '$1"2.5.1"')
    await writeFile(join(inner, name), text)
  }
}

async function patchMinimum(inner: string): Promise<void> {
  /*
   * VS Code’s only extension that is an ES module: with Node.js 24, its import of `vscode` waits for the thread that
   * waits for the import, so no extension starts. The newest VS Code imports in another way.
   */
  await rm(join(inner, 'extensions/github'), { recursive: true })
  // ripgrep would be downloaded. The newest VS Code has it in a package.
  const newest = join(hostsDir, hostVersions.newest.codeServer, vscodePath, 'node_modules/@vscode')
  const ripgrep = join(newest, 'ripgrep-universal/bin', `${process.platform}-${process.arch}`)
  await symlink(ripgrep, join(inner, 'node_modules/@vscode/ripgrep/bin'), 'junction')
}
