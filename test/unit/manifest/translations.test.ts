import assert from 'node:assert/strict'
import { commands } from '../../../src/manifest/commands.ts'
import { languages } from '../../../src/manifest/contribution.ts'
import { textKinds, readTexts, translatedFile, type Texts } from '../../l10n/translatedTexts.ts'
import { commandIds, viewIds } from '../../../src/contributions.ts'
import { manifestText, texts } from './manifest.ts'

/** What a translation must leave as it is, in any order: placeholders, icons, links, code, settings. */
function fixedParts(text: string): string[] {
  const parts = text.match(/\{\d+\}|\$\([\w~-]+\)|\]\([^)]*\)|`[^`]*`|poolkeeper\.\w+|#[\w.]+#/g)
  return [...(parts ?? [])].sort()
}

describe('Manifest: The texts', () => {
  const english: Record<string, Texts> = {}
  before(async function () {
    this.timeout(120_000) // it reads every source file
    for (const [kind, { english: read }] of Object.entries(textKinds)) english[kind] = await read()
  })

  for (const [kind, { file }] of Object.entries(textKinds)) {
    for (const language of languages) {
      it(`of the ${kind} are complete in ${language}, with the same placeholders, icons, links and code`, () => {
        const originals = english[kind] ?? assert.fail(kind)
        const translated = readTexts(file(language))
        assert.ok(Object.keys(originals).length > 40)
        assert.deepEqual(Object.keys(translated).sort(), Object.keys(originals).sort())
        for (const [key, text] of Object.entries(translated)) {
          assert.notEqual(text.trim(), '', key)
          assert.deepEqual(fixedParts(text), fixedParts(originals[key] ?? ''), text)
        }
      })
    }
  }

  it('of the manifest are those that were translated, each used', () => {
    assert.deepEqual(readTexts(translatedFile), english['manifest'])
    const used = Array.from(manifestText.matchAll(/"%([^%"]+)%"/g), ([, key]) => key ?? '')
    assert.deepEqual([...new Set(used)].sort(), Object.keys(texts).sort())
  })

  it('of commands end with an ellipsis in every language, or in none', () => {
    for (const { name, title } of commands) {
      for (const [language, text] of Object.entries(title)) {
        assert.match(text, title.en.endsWith('…') ? /\S…$/ : /\S[^…]$/, `${name} in ${language}`)
      }
    }
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
})
