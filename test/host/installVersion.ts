// node installVersion.ts newest|minimum
// Installs the server of a VS Code version into the cache. Tells what it does on stderr: on a terminal in
// one line that changes, elsewhere in a line for each step.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { hostsDir } from './install.ts'
import { root } from './paths.ts'
import { atExit, environment, spawnGroup } from './processes.ts'
import { hostVersions, toHostVersion } from './versions.ts'

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
await npmInstall('2 of 2, the packages that it needs', inner, '--omit=dev')
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

function tell(): void {
  const line = `  ${step} (${Math.round((Date.now() - start) / 1000)} s)`
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
}
