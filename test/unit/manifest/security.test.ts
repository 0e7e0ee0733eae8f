import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { root } from '../../host/paths.ts'
import testsOf from '../../security.json' with { type: 'json' }

describe('Manifest: a promise of SECURITY.md', () => {
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
