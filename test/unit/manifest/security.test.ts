import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { root } from '../../host/paths.ts'
import testsOf from '../../security.json' with { type: 'json' }

describe('Manifest: A promise of SECURITY.md', () => {
  it('has its tests named, by its first words', () => {
    const page = readFileSync(`${root}/SECURITY.md`, 'utf8')
    const [, promised = ''] = /^## What is promised$(.*?)^## /ms.exec(page) ?? []
    const promises = [...promised.matchAll(/^- (.+)/gm)].map(([, text = '']) => text)
    const named = Object.keys(testsOf)
    const findName = (promise: string) => named.find((name) => promise.startsWith(name)) ?? promise
    assert.deepEqual(promises.map(findName), named)
  })

  for (const named of new Set(Object.values(testsOf).flat())) {
    it(`is tested as named: ${named}`, () => {
      const [, file = '', title = ''] = /^(\S+): (.+)$/.exec(named) ?? []
      assert.ok(existsSync(`${root}/${file}`), file)
      const lines = readFileSync(`${root}/${file}`, 'utf8').split('\n')
      // The title of a row may be its first item, on a line of its own.
      const titles = lines.filter((line) =>
        /^\s*((it|describe|row)\(|what: |title: |'.*',$)/.test(line),
      )
      assert.ok(
        titles.some((line) => line.includes(title)),
        named,
      )
    })
  }
})
