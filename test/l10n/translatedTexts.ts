import { getL10nJson } from '@vscode/l10n-dev'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language } from '../../src/manifest/contribution.ts'
import { textsFile } from '../../src/manifest/texts.ts'
import { root } from '../host/paths.ts'

/** Texts by key. */
export type Texts = Record<string, string>

/**
 * The kinds of texts: those of the sources, whose keys are the English texts, and those of the manifest. The titles of
 * commands are in src/manifest/commands in all languages.
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

/** The file of the manifest’s English texts at the time of their translation. */
export const translatedFile = 'test/l10n/translated.json'

/** Reads a file of texts. Returns no texts if there is no file. */
export function readTexts(file: string): Texts {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')) as Texts
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** The line by which sources import VS Code’s API. */
const apiImport = "import * as vscode from 'vscode'\n"

/**
 * All texts that the sources pass to `vscode.l10n.t`. The sources are read as a single file, because the reader compiles
 * its queries for each file, which would take ten seconds.
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
