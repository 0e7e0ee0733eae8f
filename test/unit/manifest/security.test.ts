import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { root } from '../../host/paths.ts'

const text = readFileSync(`${root}/SECURITY.md`, 'utf8')
const named = [...text.matchAll(/`(test\/[^`]+)`: ([^|)\n]+)/g)]

describe('Manifest: SECURITY.md', () => {
  it('names a test for each promise', () => {
    const [, promises = ''] = /\n## What is promised\n([^]*?)\n## /.exec(text) ?? []
    const items = promises.split(/\n- /).slice(1)
    assert.ok(items.length > 30)
    for (const item of items) assert.match(item, /^\S[^`]*\n {2}`test\/[^`]+\.ts`: \S/)
  })

  for (const [, file = '', title = ''] of named) {
    it(`names a test that is there: ${title.trim()}`, () => {
      assert.ok(existsSync(`${root}/${file}`), file)
      const lines = readFileSync(`${root}/${file}`, 'utf8').split('\n')
      const titles = lines.filter((line) => /^\s*((it|describe)\(|what: )/.test(line))
      assert.ok(
        titles.some((line) => line.includes(title.trim())),
        file,
      )
    })
  }
})
