import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from './commands.ts'
import { languages, type Language } from './contribution.ts'

// The texts of package.json. The commands’ titles are in src/manifest/commands; the other texts are in
// src/manifest/texts.*.json.

const root = join(import.meta.dirname, '../..')

/** Returns the texts of a language that package.json refers to as `%key%`, by their keys. */
export function manifestTexts(language: 'en' | Language): Record<string, string> {
  const file = join(root, textsFile(language))
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  for (const { name, title } of commands) texts[`command.${name}`] = title[language]
  return texts
}

/** Returns the path of the file with a language’s texts, without the titles of commands. */
export function textsFile(language: 'en' | Language): string {
  return `src/manifest/texts.${language}.json`
}

/** Writes package.nls.json and package.nls.*.json, in which VS Code looks up the texts of package.json. */
export function writeTexts(): void {
  write('package.nls.json', manifestTexts('en'))
  for (const language of languages) {
    write(`package.nls.${language}.json`, manifestTexts(language))
  }
}

function write(file: string, texts: Record<string, string>): void {
  writeFileSync(join(root, file), `${JSON.stringify(texts, undefined, 2)}\n`)
}
