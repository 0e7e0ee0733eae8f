// npm run package
// Builds poolkeeper-VERSION.vsix. Fails on any warning, and if it doesn’t contain exactly the files that
// test/host/package-contents.txt lists.
import { listFiles, PackageManager } from '@vscode/vsce'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readOptions } from './options.ts'
import { packagePath, root } from './paths.ts'
import { capture } from './processes.ts'

readOptions({})
await rm(packagePath, { force: true })

const problems: string[] = []
const vsce = join(root, 'node_modules/@vscode/vsce/vsce')
const pack = [vsce, 'package', '--no-dependencies', '--out', packagePath]
const { code, output } = await capture(process.execPath, pack, { cwd: root })
console.log(output)
if (code !== 0) problems.push('vsce failed.')
if (/\bWARN(ING)?\b/.test(output)) problems.push('vsce warned.')

const listed = await readFile(join(import.meta.dirname, 'package-contents.txt'), 'utf8')
const expected = listed.split('\n').filter((line) => line !== '')
const packed = await listFiles({ cwd: root, packageManager: PackageManager.None })
for (const file of packed.filter((name) => !expected.includes(name))) {
  problems.push(`${file} is packed but not listed in test/host/package-contents.txt.`)
}
for (const file of expected.filter((name) => !packed.includes(name))) {
  problems.push(`${file} is listed in test/host/package-contents.txt but not packed.`)
}

const mostBytes = 300 * 1024
if (code === 0 && (await stat(packagePath)).size > mostBytes) {
  problems.push(`The package is larger than ${mostBytes} bytes.`)
}

for (const problem of problems) console.error(problem)
if (problems.length > 0) await rm(packagePath, { force: true }) // nothing to ship by mistake
process.exitCode = problems.length > 0 ? 1 : 0
