// npm run texts
// Writes the files of translations, with an empty text for each text to translate. A text of the manifest whose English
// has changed is to be translated again.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from '../host/options.ts'
import { root } from '../host/paths.ts'
import { languages } from '../../src/manifest/contribution.ts'
import { textKinds, readTexts, translatedFile, type Texts } from './translatedTexts.ts'

readOptions({})
mkdirSync(join(root, 'l10n'), { recursive: true })
const translated = readTexts(translatedFile)
for (const { english, file } of Object.values(textKinds)) {
  const originals = await english()
  for (const language of languages) {
    const translations = readTexts(file(language))
    const texts: Texts = {}
    for (const [key, text] of Object.entries(originals)) {
      const isChanged = key in translated && translated[key] !== text
      texts[key] = isChanged ? '' : (translations[key] ?? '')
    }
    writeTexts(file(language), texts)
    const missing = Object.values(texts).filter((text) => text === '').length
    const stale = Object.keys(translations).filter((key) => !(key in texts)).length
    const total = Object.keys(texts).length
    console.log(`${file(language)}: ${total} texts, ${missing} to translate, ${stale} removed`)
  }
}
writeTexts(translatedFile, await textKinds.manifest.english())

function writeTexts(file: string, texts: Texts): void {
  writeFileSync(join(root, file), `${JSON.stringify(texts, undefined, 2)}\n`)
}
