// npm run package
// Builds poolkeeper-VERSION.vsix. Fails on any warning, and if it doesn’t contain exactly the files that
// test/host/package-contents.txt lists.
import { listFiles, PackageManager } from '@vscode/vsce'
import { strict as assert } from 'node:assert'
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readOptions } from './options.ts'
import { outDir, packagePath, root } from './paths.ts'
import { capture } from './processes.ts'

readOptions({})
await rm(packagePath, { force: true }) // nothing to ship by mistake
await mkdir(outDir, { recursive: true })
const packing = join(outDir, 'package.vsix')
const vsce = join(root, 'node_modules/@vscode/vsce/vsce')
const pack = [vsce, 'package', '--no-dependencies', '--out', packing]
const { code, output } = await capture(process.execPath, pack, { cwd: root })
console.log(output)
assert.equal(code, 0, 'vsce failed')
assert.doesNotMatch(output, /\bWARN(ING)?\b/, 'vsce warned')

const listed = await readFile(join(import.meta.dirname, 'package-contents.txt'), 'utf8')
const packed = await listFiles({ cwd: root, packageManager: PackageManager.None })
assert.deepEqual(packed.sort(), listed.trim().split('\n').sort())
assert.ok((await stat(packing)).size < 300 * 1024, 'The package is too large')
await rename(packing, packagePath)
