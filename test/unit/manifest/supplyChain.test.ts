import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { bundle, packageFolder } from '../../../esbuild.js'
import { root } from '../../host/paths.ts'

interface LockedPackage {
  integrity?: string
  resolved?: string
  dependencies?: Record<string, string>
}

const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8')
const manifest = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> }
const { '': _root, ...locked } = lock.packages

/** The packages that our dependencies bring along, ours included. */
const production = new Set<string>()
const add = (names: Record<string, string> = {}) => {
  for (const name of Object.keys(names)) {
    if (production.has(name)) continue
    production.add(name)
    add(locked[`node_modules/${name}`]?.dependencies)
  }
}
add(manifest.dependencies)

const isPattern = (line: string) => line !== '' && !line.startsWith('#')

describe('Manifest: What ships', () => {
  it('is locked by its content, from the registry', () => {
    assert.ok(Object.keys(locked).length > 100)
    for (const [path, { integrity, resolved }] of Object.entries(locked)) {
      assert.match(integrity ?? '', /^sha512-/, path)
      // Without an address, npm asks the registry that it is told to ask.
      if (resolved) assert.match(resolved, /^https:\/\/registry\.npmjs\.org\//, path)
    }
  })

  it('is only what the list of the package’s files names', () => {
    const listed = new Set(read('test/host/package-contents.txt').trim().split('\n'))
    const [everything, ...exceptions] = read('.vscodeignore').split('\n').filter(isPattern)
    assert.equal(everything, '**') // ignored
    for (const exception of exceptions) {
      assert.match(exception, /^!/)
      const files = globSync(exception.slice(1), { cwd: root, withFileTypes: true })
        .filter((file) => file.isFile())
        .map((file) => relative(root, join(file.parentPath, file.name)).replaceAll('\\', '/'))
      for (const file of files) assert.ok(listed.has(file), file)
    }
  })

  it('comes from our dependencies alone, none of which runs a script when it is installed', async () => {
    const files = await bundle({ isProduction: true })
    const inputs = files.flatMap((file) => Object.keys(file.inputs))
    const names = new Set(
      inputs.flatMap((input) => packageFolder(input)?.replace(/.*node_modules\//, '') ?? []),
    )
    assert.ok(names.size > 0)
    const page = read('docs/releasing.md')
    for (const name of names) {
      assert.ok(production.has(name), name)
      assert.ok(page.includes(`| \`${name}\``), name)
      const { scripts = {} } = JSON.parse(read(`node_modules/${name}/package.json`)) as {
        scripts?: Record<string, string>
      }
      const hooks = ['preinstall', 'install', 'postinstall'].filter((hook) => hook in scripts)
      assert.deepEqual(hooks, [], name)
    }
  })
})
