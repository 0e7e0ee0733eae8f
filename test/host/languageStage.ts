import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '../l10n/translatedTexts.ts'
import { root } from './paths.ts'
import { temporaryDirectory } from './processes.ts'

/**
 * Stages a copy of the extension that shows the texts of a language, whatever VS Code shows: its own
 * language packs are in no npm package. Returns its folder, which goes when this process ends.
 */
export async function stageInLanguage(language: Language): Promise<string> {
  const { path } = temporaryDirectory()
  for (const name of ['package.json', 'media', 'dist']) {
    await cp(join(root, name), join(path, name), { recursive: true })
  }
  await cp(join(root, `package.nls.${language}.json`), join(path, 'package.nls.json'))
  const texts = await readFile(join(root, `l10n/bundle.l10n.${language}.json`), 'utf8')
  const entry = join(path, 'dist/extension.cjs')
  await writeFile(entry, `${translating(texts)}\n${await readFile(entry, 'utf8')}`)
  return path
}

/** What VS Code does with a bundle of texts. */
function translating(texts: string): string {
  return `{
    const texts = ${texts}
    const { l10n } = require('vscode')
    l10n.t = (text, ...values) =>
      (texts[text] ?? text).replace(/\\{(\\d+)\\}/g, (whole, nth) => String(values[nth] ?? whole))
  }`
}
