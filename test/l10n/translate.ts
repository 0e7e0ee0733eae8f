// npm run texts
// Brings the files of each language in step with the English texts: what is missing is added, empty, to
// be translated; what is stale goes. Says what is left to do.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../host/paths.ts'
import { kinds, languages, readTexts } from './texts.ts'

mkdirSync(join(root, 'l10n'), { recursive: true })
for (const { english, file } of Object.values(kinds)) {
  const keys = Object.keys(await english())
  for (const language of languages) {
    const known = readTexts(file(language))
    const texts = Object.fromEntries(keys.map((key) => [key, known[key] ?? '']))
    writeFileSync(join(root, file(language)), `${JSON.stringify(texts, undefined, 2)}\n`)
    const missing = Object.values(texts).filter((text) => text === '').length
    const stale = Object.keys(known).filter((key) => !(key in texts)).length
    console.log(
      `${file(language)}: ${keys.length} texts, ${missing} to translate, ${stale} removed`,
    )
  }
}
