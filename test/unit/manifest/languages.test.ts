import assert from 'node:assert/strict'
import {
  codeFormats,
  codeLanguages,
  codeSelector,
  commandIds,
  languagesOfEitherFormat,
  settingIds,
  type CodeFormat,
} from '../../../src/contributions.ts'
import { codeFormatOf } from '../../../src/syntax/documentFormat.ts'
import { manifest, manifestText } from './manifest.ts'

const { activationEvents } = JSON.parse(manifestText) as { activationEvents: string[] }
const formats = Object.keys(codeFormats) as CodeFormat[]

describe('Manifest: The languages of code', () => {
  it('activate the extension, and select the documents of language features', () => {
    assert.deepEqual(
      activationEvents,
      codeLanguages.map((language) => `onLanguage:${language}`),
    )
    const selected = codeSelector.flatMap((filter) => ('language' in filter ? filter.language : []))
    assert.deepEqual(selected, codeLanguages)
  })

  it('have a setting for each of their formats', () => {
    const setting = manifest.contributes.configuration.properties[settingIds.fileTypes]
    assert.deepEqual(Object.keys(setting?.default ?? {}), formats)
  })

  it('offer Check Zones in File in the menu of their editors, where the setting enables them', () => {
    const entries = manifest.contributes.menus['editor/context'] ?? []
    const clauses = entries
      .filter(({ command }) => command === commandIds.checkZonesInFile)
      .map(({ when }) => when ?? '')
    // JSON has no entry: most files of JSON are no code.
    for (const format of ['terraform', 'hcl', 'yaml'] as const) {
      const clause = clauses.find((when) => when.includes(`${settingIds.fileTypes}.${format} `))
      const languages = /editorLangId =~ \/\^\(([^)]*)\)\$\//.exec(clause ?? '')?.[1]?.split('|')
      const either = format === 'yaml' ? languagesOfEitherFormat : []
      assert.deepEqual(languages, [...codeFormats[format].languages, ...either])
      if (format === 'yaml') continue // VS Code knows YAML by its file extensions
      const extensions = /resourceExtname =~ (.*)\)$/.exec(clause ?? '')?.[1] ?? ''
      assert.deepEqual(extensions.match(/[a-z]+/g), [...codeFormats[format].fileExtensions])
    }
    assert.equal(clauses.length, 3)
  })

  for (const format of formats) {
    it(`are ${format} by their ID, or by the file extension of an unknown language`, () => {
      const { languages, fileExtensions } = codeFormats[format]
      for (const language of languages) assert.equal(codeFormatOf(language, '/a'), format)
      for (const extension of fileExtensions) {
        assert.equal(codeFormatOf('plaintext', `/a.${extension}`), format)
        assert.equal(codeFormatOf('plaintext', `/a.${extension.toUpperCase()}`), format)
      }
    })
  }
})
