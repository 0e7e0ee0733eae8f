import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { root } from '../../host/paths.ts'
import testsOf from '../../security.json' with { type: 'json' }

const text = readFileSync(`${root}/SECURITY.md`, 'utf8')

describe('Manifest: SECURITY.md', () => {
  it('has the promises that test/security.json names tests for, by how they begin', () => {
    const [, promised = ''] = /\n## What is promised\n([^]*?)\n## /.exec(text) ?? []
    const promises = promised.split(/\n- /).slice(1)
    const beginningOf = (promise: string) =>
      Object.keys(testsOf).find((beginning) => promise.startsWith(beginning)) ?? promise
    assert.deepEqual(promises.map(beginningOf), Object.keys(testsOf))
  })

  for (const named of new Set(Object.values(testsOf).flat())) {
    it(`is tested as named: ${named}`, () => {
      const [, file = '', title = ''] = /^(\S+): (.+)$/.exec(named) ?? []
      assert.ok(existsSync(`${root}/${file}`), file)
      const lines = readFileSync(`${root}/${file}`, 'utf8').split('\n')
      const titles = lines.filter((line) => /^\s*((it|describe|row)\(|what: )/.test(line))
      assert.ok(
        titles.some((line) => line.includes(title)),
        named,
      )
    })
  }
})
