import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { manifest } from './manifest.ts'
import { bundle } from '../../../esbuild.js'

describe('Manifest: the bundles', () => {
  let files: Awaited<ReturnType<typeof bundle>>
  before(async () => {
    files = await bundle({ isProduction: true })
  })

  const file = (path: string) =>
    files.find((one) => one.path === path) ?? assert.fail(`${path} is not built`)

  for (const path of ['dist/extension.cjs', 'dist/web/extension.js']) {
    it(`keep what activation loads small: ${path}`, () => {
      const { text } = file(path)
      assert.ok(Buffer.byteLength(text) <= 65_500, `${Buffer.byteLength(text)} bytes`)
      assert.ok(gzipSync(text).length <= 22_500, `${gzipSync(text).length} bytes compressed`)
    })
  }

  it('have each file of ours, or of a package, in one of those that are loaded together', () => {
    for (const [first, second] of [
      ['dist/extension.cjs', 'dist/later.js'],
      ['dist/extension.cjs', 'dist/networkProbe.cjs'],
      ['dist/web/extension.js', 'dist/later.js'],
    ] as const) {
      const inputs = Object.keys(file(first).inputs)
      assert.ok(inputs.length > 10)
      assert.deepEqual(
        Object.keys(file(second).inputs).filter((input) => inputs.includes(input)),
        [],
      )
    }
  })

  it('leave to later what the views do without: commands, prompts, the check, comparisons and the client', () => {
    const isLater =
      /^src\/(formats|ui\/prompts|features\/(agents|comparison|viewCommands))\/|^src\/ui\/(commands|failures|messages|progress|errorTexts)\.ts|^src\/api\/(client|transport|lookups)\.ts/
    const inputs = Object.keys(file('dist/extension.cjs').inputs)
    assert.deepEqual(
      inputs.filter((input) => isLater.test(input)),
      [],
    )
    assert.ok(Object.keys(file('dist/later.js').inputs).some((input) => isLater.test(input)))
  })

  it('know by their own file whether they run in a browser, whatever the worker has', () => {
    assert.match(file('dist/web/extension.js').text, /\.isBrowser ?= ?!0\b/)
    assert.match(file('dist/extension.cjs').text, /\.isBrowser ?= ?!1\b/)
  })

  it('need nothing but VS Code’s API and each other, and in Node.js what it has', () => {
    const required = (path: string) =>
      [...file(path).text.matchAll(/require\("([^"]+)"\)/g)].map(([, id = '']) => id)
    assert.deepEqual([...new Set(required('dist/web/extension.js'))], ['vscode'])
    // In a browser, too: there the first file gives itself for what the other one asks for.
    assert.deepEqual([...new Set(required('dist/later.js'))].sort(), ['./extension.cjs', 'vscode'])
    assert.deepEqual([...new Set(required('dist/extension.cjs'))].sort(), [
      './later.js',
      './networkProbe.cjs',
      'vscode',
    ])
    const ofProbe = required('dist/networkProbe.cjs').filter((id) => id !== './extension.cjs')
    assert.ok(ofProbe.length > 0 && ofProbe.every((id) => id.startsWith('node:')))
  })

  it('are CommonJS for every VS Code: some take a browser’s file for what the manifest’s type says', () => {
    const { main, browser, type } = manifest
    assert.deepEqual([main, browser], ['./dist/extension.cjs', './dist/web/extension.js'])
    assert.equal(type, undefined)
  })

  it('take VS Code’s API as it is, once for each part, not as a copy for each file', () => {
    for (const { path, text } of files) {
      assert.ok([...text.matchAll(/require\("vscode"\)/g)].length <= 3, path)
    }
  })
})
