// node installVersion.ts newest|minimum
// Installs the server of a VS Code version into the cache. Tells what it does on stderr: on a terminal in
// one line that changes, elsewhere in a line for each step.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { hostsDir } from './install.ts'
import { root } from './paths.ts'
import { atExit, environment, spawnGroup } from './processes.ts'
import { hostVersions, toHostVersion } from './versions.ts'

interface Dependent {
  dependencies?: Record<string, string>
}

const { vscode, codeServer, megabytes } = hostVersions[toHostVersion(process.argv[2])]
const home = join(hostsDir, codeServer)
const partial = join(hostsDir, `partial-${codeServer}-${process.pid}`)
const start = Date.now()
let step = ''

console.error(
  `Installing VS Code ${vscode} into ${relative(root, home)}, once: ` +
    `${megabytes.download} MB to download, ${megabytes.disk} MB on disk.`,
)
// Beside the final place, and renamed at the end, so that half an install never counts.
const drop = atExit(() => rmSync(partial, { recursive: true, force: true, maxRetries: 5 }))
mkdirSync(partial)
writeFileSync(join(partial, 'package.json'), '{ "private": true }')
const timer = process.stderr.isTTY ? setInterval(tell, 1000) : undefined
await npmInstall('1 of 2, the server', partial, '--save-exact', `code-server@${codeServer}`)
const inner = join(partial, 'node_modules/code-server/lib/vscode')
for (const file of ['package.json', 'npm-shrinkwrap.json']) takeWatcherFromRegistry(file)
await npmInstall('2 of 2, the packages that it needs', inner, '--omit=dev')
if (vscode.startsWith('1.105.')) removeModuleExtension()
if (!existsSync(home)) renameSync(partial, home) // otherwise another run was faster
drop()
clearInterval(timer)
step = 'installed'
tell()
if (timer) process.stderr.write('\n')

async function npmInstall(what: string, directory: string, ...args: string[]): Promise<void> {
  step = what
  tell()
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
  const read = JSON.parse(readFileSync(path, 'utf8')) as Dependent & {
    packages?: Record<string, Dependent>
  }
  const watcher = '@parcel/watcher'
  for (const { dependencies } of [read, ...Object.values(read.packages ?? {})]) {
    if (dependencies?.[watcher]?.includes('#')) dependencies[watcher] = '2.5.1'
  }
  delete read.packages?.[`node_modules/${watcher}`]
  writeFileSync(path, JSON.stringify(read))
}

/**
 * VS Code’s one extension that is an ES module: its import of `vscode` asks the thread that waits for it, which
 * Node.js 24 blocks, and so no extension starts. The newest VS Code imports in another way.
 */
function removeModuleExtension(): void {
  rmSync(join(inner, 'extensions/github'), { recursive: true })
}

function tell(): void {
  const line = `  ${step} (${Math.round((Date.now() - start) / 1000)} s)`
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
}
