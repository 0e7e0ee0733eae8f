import { listFiles, PackageManager } from '@vscode/vsce'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { bundle, notices, packageFolder } from '../../../esbuild.js'
import { isLong } from '../../long.ts'
import { root } from '../../host/paths.ts'

interface LockedPackage {
  version: string
  integrity?: string
  resolved?: string
  link?: boolean
  engines?: { node?: string }
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
}

const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8')
const manifest = JSON.parse(read('package.json')) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  engines: { node: string }
  allowScripts: Record<string, boolean>
}
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> }
const { '': _own, ...locked } = lock.packages
const contributing = read('CONTRIBUTING.md')

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

describe('Manifest: the lock file', () => {
  it('holds every package by its content, from the registry', () => {
    assert.ok(Object.keys(locked).length > 100)
    for (const [path, { integrity, resolved, link }] of Object.entries(locked)) {
      assert.match(integrity ?? '', /^sha512-/, path)
      assert.equal(link, undefined, path)
      // Without an address, npm asks the registry that it is told to ask.
      if (resolved) assert.match(resolved, /^https:\/\/registry\.npmjs\.org\//, path)
    }
  })

  it('is of exact versions', () => {
    for (const version of Object.values({
      ...manifest.dependencies,
      ...manifest.devDependencies,
    })) {
      assert.match(version, /^\d+\.\d+\.\d+$/)
    }
  })

  it('installs without a warning on the oldest Node.js that the manifest supports', () => {
    const oldest = `${manifest.engines.node.replace('>=', '')}.0`
    const { satisfies } = createRequire(import.meta.resolve('@vscode/vsce'))('semver') as {
      satisfies: (version: string, range: string) => boolean
    }
    const tooNew = Object.entries(locked).filter(
      ([, { engines }]) => engines?.node && !satisfies(oldest, engines.node),
    )
    assert.deepEqual(
      tooNew.map(([path, { engines }]) => `${path} needs Node.js ${engines?.node}`),
      [],
    )
  })

  it('has no install scripts but those that are allowed or refused by name', () => {
    const scripted = Object.entries(locked).filter(([, { hasInstallScript }]) => hasInstallScript)
    const names = scripted.map(([path]) => path.replace(/.*node_modules\//, ''))
    assert.deepEqual(
      names.filter((name) => !(name in manifest.allowScripts)),
      [],
    )
  })
})

describe('Manifest: what ships', () => {
  let sizes: Map<string, number>
  let inputs: string[]
  before(async () => {
    // What a browser gets is of the same packages.
    const files = (await bundle({ isProduction: true })).filter(({ path }) => !path.includes('web'))
    inputs = files.flatMap((file) => Object.keys(file.inputs))
    sizes = new Map()
    for (const file of files) {
      for (const [input, bytes] of Object.entries(file.inputs)) {
        const name = packageFolder(input)?.replace(/.*node_modules\//, '')
        if (name !== undefined) sizes.set(name, (sizes.get(name) ?? 0) + bytes)
      }
    }
  })

  /** The table of packages in CONTRIBUTING.md: name, kilobytes, why. */
  const listed = [
    ...contributing.matchAll(/^\| `([^`]+)` +\| +([\d.]+) KB +\| (\S.*\S) +\|$/gm),
  ].map(([, name = '', kilobytes, why]) => ({ name, bytes: Number(kilobytes) * 1000, why }))

  it('is what CONTRIBUTING.md lists, with its size', () => {
    assert.deepEqual(
      listed.map(({ name }) => name),
      [...sizes.keys()].sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0)),
    )
    for (const { name, bytes } of listed) {
      const actual = sizes.get(name) ?? 0
      const tolerance = Math.max(300, actual / 10)
      assert.ok(Math.abs(actual - bytes) <= tolerance, `${name} has ${actual} bytes`)
    }
  })

  it('comes from our dependencies alone', () => {
    const [...names] = sizes.keys()
    assert.deepEqual(
      names.filter((name) => !production.has(name)),
      [],
    )
    assert.deepEqual(
      Object.keys(manifest.dependencies).filter((name) => !sizes.has(name)),
      [],
    )
  })

  it('needs no install scripts', () => {
    assert.ok(production.size >= sizes.size)
    for (const name of production) {
      assert.equal(locked[`node_modules/${name}`]?.hasInstallScript, undefined, name)
      const { scripts = {} } = JSON.parse(read(`node_modules/${name}/package.json`)) as {
        scripts?: Record<string, string>
      }
      const hooks = ['preinstall', 'install', 'postinstall']
      assert.deepEqual(
        hooks.filter((hook) => hook in scripts),
        [],
        name,
      )
    }
  })

  it('has its licences with it', async () => {
    const text = await notices(inputs.map((file) => `${root}/${file}`))
    for (const name of sizes.keys()) {
      const { version } = locked[`node_modules/${name}`] ?? assert.fail(name)
      const [, licence = ''] = text.split(`\n${name} ${version}\n`)
      assert.match(licence.split('-'.repeat(72))[0] ?? '', /MIT License[^]*Copyright \(c\)/i)
    }
  })

  // By day, the package that `npm test` packs beforehand is held to the same list.
  if (!isLong) return
  it('is packed as listed, and nothing else is', async function () {
    this.timeout(120_000) // vsce looks at every file in the folder first, and there are many

    const packed = await listFiles({ cwd: root, packageManager: PackageManager.None })
    const expected = read('test/host/package-contents.txt').split('\n')
    // What is built is there or not; `npm run package` looks at it after it has built.
    const isMade = (file: string) => file === '' || file.startsWith('dist/')
    assert.deepEqual(
      packed.filter((file) => !isMade(file)).sort(),
      expected.filter((file) => !isMade(file)).sort(),
    )
    assert.deepEqual(
      packed.filter((file) => !expected.includes(file)),
      [],
    )
  })
})
