// npm run package
// Builds poolkeeper-VERSION.vsix. Fails on warnings, and if the package’s files differ from those in
// test/host/package-contents.txt.
import { listFiles, PackageManager } from '@vscode/vsce'
import { strict as assert } from 'node:assert'
import { globSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readOptions } from './options.ts'
import { outDir, packagePath, root } from './paths.ts'
import { capture } from './processes.ts'

readOptions({})
await rm(packagePath, { force: true }) // after a failure, there must be no old package
// vsce reads the texts of the manifest before it builds them, and would miss those that are new.
for (const file of globSync('package.nls*.json', { cwd: root })) await rm(join(root, file))
await mkdir(outDir, { recursive: true })
const unchecked = join(outDir, 'package.vsix')
const vsce = join(root, 'node_modules/@vscode/vsce/vsce')
const args = [vsce, 'package', '--no-dependencies', '--out', unchecked]
const { code, output } = await capture(process.execPath, args, { cwd: root })
console.log(output)
assert.equal(code, 0, 'vsce failed')
assert.doesNotMatch(output, /\bWARN(ING)?\b/, 'vsce warned')

const listed = await readFile(join(import.meta.dirname, 'package-contents.txt'), 'utf8')
const packed = await listFiles({ cwd: root, packageManager: PackageManager.None })
assert.deepEqual(packed.sort(), listed.trim().split('\n').sort())
assert.ok((await stat(unchecked)).size < 300 * 1024, 'The package is too large')
await rename(unchecked, packagePath)
