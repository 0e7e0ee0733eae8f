import assert from 'node:assert/strict'
import { commandIds, viewIds } from '../../../src/contributions.ts'
import { manifest, manifestText, texts } from './manifest.ts'

const { commands, viewsWelcome } = manifest.contributes
const text = (key = '') => texts[key.replaceAll('%', '')] ?? ''

describe('Manifest: the texts of the manifest', () => {
  it('are all there, and none is stale', () => {
    const used = Array.from(manifestText.matchAll(/"%([^%"]+)%"/g), ([, key]) => key ?? '')
    assert.deepEqual([...new Set(used)].sort(), Object.keys(texts).sort())
  })

  it('are none of them empty', () => {
    for (const [key, value] of Object.entries(texts)) assert.notEqual(value.trim(), '', key)
  })

  it('are not written into package.json itself', () => {
    for (const { title = '' } of commands) assert.match(title, /^%.+%$/)
    for (const { contents } of viewsWelcome) assert.match(contents, /^%.+%$/)
  })

  it('link to commands that exist', () => {
    const focus = Object.values(viewIds).map((id) => `${id}.focus`) // VS Code's own, one for each view
    const linked: string[] = [...Object.values(commandIds), ...focus, 'workbench.action.quickOpen']
    for (const [key, value] of Object.entries(texts)) {
      for (const [, id = ''] of value.matchAll(/\(command:([^)?]+)/g)) {
        assert.ok(linked.includes(id), `${key}: ${id}`)
      }
    }
  })

  it('give every welcome view a button that helps, or a link where the view above has the button', () => {
    for (const { contents } of viewsWelcome) {
      const linked = /\[[^\]]+\]\(command:poolkeeper\.\w+\)/
      const isShort = !text(contents).includes('\n')
      assert.match(text(contents), isShort ? linked : new RegExp(`^${linked.source}$`, 'm'))
    }
    const inOneLine = viewsWelcome.filter(({ contents }) => !text(contents).includes('\n'))
    assert.deepEqual(
      inOneLine.map(({ view, when }) => [view, when.split(' ').at(-1)]),
      ['noConnection', 'noKey', 'addressChanged'].map((state) => [viewIds.machinePools, state]),
    )
  })
})
