import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { manifest } from './manifest.ts'
import { bundle } from '../../../esbuild.js'

const eager = ['dist/extension.cjs', 'dist/web/extension.js']

describe('Manifest: the bundles', () => {
  let files: Awaited<ReturnType<typeof bundle>>
  before(async () => {
    files = await bundle({ isProduction: true })
  })

  const file = (path: string) =>
    files.find((one) => one.path === path) ?? assert.fail(`${path} is not built`)

  for (const path of eager) {
    it(`keep what activation loads small: ${path}`, () => {
      const { text } = file(path)
      assert.ok(Buffer.byteLength(text) <= 15_000, `${Buffer.byteLength(text)} bytes`)
      assert.ok(gzipSync(text).length <= 6_000, `${gzipSync(text).length} bytes compressed`)
    })
  }

  it('share nothing but constants, and VS Code’s API, between what activation loads and the rest', () => {
    const main = Object.keys(file('dist/main.js').inputs)
    assert.ok(main.length > 200)
    for (const path of eager) {
      const inputs = Object.keys(file(path).inputs)
      assert.deepEqual(
        inputs.filter((input) => main.includes(input)),
        ['one-api:vscode', 'src/contributions.ts'],
      )
    }
  })

  it('know by their own file whether they run in a browser, whatever the worker has', () => {
    assert.match(file('dist/web/extension.js').text, /\bisBrowser: ?!0\b/)
    assert.match(file('dist/extension.cjs').text, /\bisBrowser: ?!1\b/)
  })

  it('need nothing but VS Code’s API and each other, and in Node.js what it has', () => {
    const required = (path: string) => [
      ...new Set([...file(path).text.matchAll(/require\("([^"]+)"\)/g)].map(([, id = '']) => id)),
    ]
    assert.deepEqual(required('dist/web/extension.js'), ['vscode'])
    assert.deepEqual(required('dist/main.js'), ['vscode'])
    const inNode = required('dist/extension.cjs')
    assert.deepEqual(inNode.filter((id) => !id.startsWith('node:')).sort(), [
      './main.js',
      './sample.js',
      'vscode',
    ])
    assert.ok(inNode.some((id) => id.startsWith('node:')))
  })

  it('are CommonJS for every VS Code: some take a browser’s file for what the manifest’s type says', () => {
    const { main, browser, type } = manifest
    assert.deepEqual([main, browser], ['./dist/extension.cjs', './dist/web/extension.js'])
    assert.equal(type, undefined)
  })

  it('take VS Code’s API as it is, not as a copy for each file, and ask for it once', () => {
    for (const path of [...eager, 'dist/main.js']) {
      const { text } = file(path)
      assert.equal(text.match(/require\("vscode"\)/g)?.length, 1, path)
      assert.doesNotMatch(text, /\w\(require\("vscode"\)/, path)
    }
  })

  it('are of characters that need one byte each in memory', () => {
    for (const { path, text } of files) assert.doesNotMatch(text, /[^\0-\x7F]/, path)
  })
})
