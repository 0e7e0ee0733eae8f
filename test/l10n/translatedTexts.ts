import { getL10nJson } from '@vscode/l10n-dev'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language } from '../../manifest/contribution.ts'
import { textsFile } from '../../manifest/texts.ts'
import { root } from '../host/paths.ts'

/** Texts by their keys. */
export type Texts = Record<string, string>

/**
 * What is translated: the texts of the sources, which are their own keys, and those of the manifest. The titles of commands
 * stand in manifest/commands in all languages.
 */
export const textKinds = {
  sources: {
    english: readSourceTexts,
    file: (language: Language) => `l10n/bundle.l10n.${language}.json`,
  },
  manifest: {
    english: async () => readTexts(textsFile('en')),
    file: textsFile,
  },
} as const

/** What the manifest's texts said when they were translated: their keys do not tell. */
export const translatedFile = 'test/l10n/translated.json'

/** Reads a file of texts; empty where there is none yet. */
export function readTexts(file: string): Texts {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')) as Texts
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** How the sources import VS Code's API. */
const apiImport = "import * as vscode from 'vscode'\n"

/**
 * Every text that the sources give to `vscode.l10n.t`. They are read as one file: for each, the reader
 * would compile its queries anew, ten seconds in all.
 */
async function readSourceTexts(): Promise<Texts> {
  const paths = globSync('src/**/*.ts', { cwd: root })
  const contents = paths.map((path) =>
    readFileSync(join(root, path), 'utf8').replace(apiImport, ''),
  )
  const file = { extension: '.ts' as const, contents: apiImport + contents.join('\n') }
  const entries = Object.entries(await getL10nJson([file]))
  const texts = entries.map(([key, value]) => [
    key,
    typeof value === 'string' ? value : value.message,
  ])
  return Object.fromEntries(texts.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))) as Texts
}
