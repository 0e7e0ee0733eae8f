import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { root } from '../../host/paths.ts'

const text = readFileSync(`${root}/SECURITY.md`, 'utf8')
const named = [...text.matchAll(/`(test\/[^`]+)`: ([^|)\n]+)/g)].map(
  ([, file = '', title = '']) => ({
    file,
    title: title.trim(),
  }),
)

describe('Manifest: SECURITY.md', () => {
  it('names a test for each promise', () => {
    const [, promises = ''] = /\n## What is promised\n([^]*?)\n## /.exec(text) ?? []
    const items = promises.split(/\n- /).slice(1)
    assert.ok(items.length > 30)
    for (const item of items) assert.match(item, /^\S[^`]*\n {2}`test\/[^`]+\.test\.ts`: \S/)
  })

  for (const { file, title } of named) {
    it(`names a test that is there: ${title}`, () => {
      assert.ok(existsSync(`${root}/${file}`), file)
      const titles = readFileSync(`${root}/${file}`, 'utf8')
        .split('\n')
        .filter((line) => /^\s*(it|describe)\(/.test(line))
      assert.ok(
        titles.some((line) => line.includes(title)),
        file,
      )
    })
  }

  it('is found from the README', () => {
    assert.match(readFileSync(`${root}/README.md`, 'utf8'), /\[[^\]]+\]\(SECURITY\.md\)/)
  })
})
