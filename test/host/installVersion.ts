// node installVersion.ts newest|minimum
// Installs the server of a VS Code version into the cache. Tells what it does on stderr.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { hostsDir } from './install.ts'
import { root } from './paths.ts'
import { atExit, environment, spawnGroup } from './processes.ts'
import { type HostVersion, hostVersions } from './versions.ts'

const { vscode, codeServer, megabytes } = hostVersions[process.argv[2] as HostVersion]
const home = join(hostsDir, codeServer)
const partial = join(hostsDir, `partial-${codeServer}-${process.pid}`)

console.error(
  `Installing VS Code ${vscode} into ${relative(root, home)}, once: ` +
    `${megabytes.download} MB to download, ${megabytes.disk} MB on disk.`,
)
// Beside the final place, and renamed at the end, so that half an install never counts.
const drop = atExit(() => rmSync(partial, { recursive: true, force: true, maxRetries: 5 }))
mkdirSync(partial)
writeFileSync(join(partial, 'package.json'), '{ "private": true }')
await npmInstall('1 of 2, the server', partial, '--save-exact', `code-server@${codeServer}`)
const inner = join(partial, 'node_modules/code-server/lib/vscode')
for (const file of ['package.json', 'npm-shrinkwrap.json']) takeWatcherFromRegistry(file)
await npmInstall('2 of 2, the packages that it needs', inner, '--omit=dev')
/*
 * VS Code’s one extension that is an ES module: its import of `vscode` asks the thread that waits for it, which
 * Node.js 24 blocks, and so no extension starts. The newest VS Code imports in another way.
 */
if (vscode.startsWith('1.105.')) rmSync(join(inner, 'extensions/github'), { recursive: true })
if (!existsSync(home)) renameSync(partial, home) // otherwise another run was faster
drop()
console.error('  installed')

async function npmInstall(what: string, directory: string, ...args: string[]): Promise<void> {
  console.error(`  ${what}`)
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { child } = spawnGroup('npm', ['install', '--prefix', directory, ...quiet, ...args], {
    cwd: directory,
    env: environment(),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32', // npm is a .cmd file there
  })
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('close', resolve).on('error', reject),
  )
  if (code !== 0) throw new Error(`npm install ${args.join(' ')} failed with code ${code}`)
}

/** VS Code 1.105 takes its file watcher from GitHub, by a commit; the registry has that since. */
function takeWatcherFromRegistry(file: string): void {
  const path = join(inner, file)
  if (!existsSync(path)) return
  const text = readFileSync(path, 'utf8')
  const read = JSON.parse(text) as { packages?: Record<string, unknown> }
  delete read.packages?.['node_modules/@parcel/watcher']
  const fromGitHub = /("@parcel\/watcher":\s*)"[^"]*#[^"]*"/g
  writeFileSync(path, JSON.stringify(read).replaceAll(fromGitHub, '$1"2.5.1"'))
}
