// npm run package
import { readFile, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readOptions } from './options.ts'
import { pack } from './pack.ts'
import { packagePath } from './paths.ts'

readOptions({})
await rm(packagePath, { force: true })

/** What vsce renames. */
const renamed: Record<string, string> = { LICENSE: 'license.txt' }
const problems: string[] = []
const { code, output } = await pack(packagePath)
console.log(output)
if (code !== 0) problems.push('vsce failed.')
if (/\bWARN(ING)?\b/.test(output)) problems.push('vsce warned.')

const listed = await readFile(join(import.meta.dirname, 'package-contents.txt'), 'utf8')
const expected = listed.split('\n').filter((line) => line !== '')
const packed = code === 0 ? await packedFiles() : expected
for (const file of packed.filter((name) => !expected.includes(name))) {
  problems.push(`${file} is packed but not listed in test/host/package-contents.txt.`)
}
for (const file of expected.filter((name) => !packed.includes(name))) {
  problems.push(`${file} is listed in test/host/package-contents.txt but not packed.`)
}

const mostBytes = 300 * 1024 // as in test/bench/rows.ts, in kilobytes as vsce has them
if (code === 0 && (await stat(packagePath)).size > mostBytes) {
  problems.push(`The package is larger than ${mostBytes} bytes.`)
}

for (const problem of problems) console.error(problem)
if (problems.length > 0) await rm(packagePath, { force: true }) // nothing to ship by mistake
process.exitCode = problems.length > 0 ? 1 : 0

/** The files that are in the package, by the names that they have here. */
async function packedFiles(): Promise<string[]> {
  const { readZip } = createRequire(import.meta.resolve('@vscode/vsce'))('./zip.js') as {
    readZip: (path: string, filter: (name: string) => boolean) => Promise<unknown>
  }
  const names: string[] = [] // in lower case
  await readZip(packagePath, (name) => names.push(name) < 0)
  const inExtension = names.flatMap((name) => /^extension\/(.+)/.exec(name)?.[1] ?? [])
  return inExtension.map((name) => {
    const isSame = (file: string) => file.toLowerCase() === name || renamed[file] === name
    return expected.find(isSame) ?? name
  })
}
