import * as vscode from 'vscode'
import { providerText } from '../../texts.ts'
import { choose, type Choice } from './quickInput.ts'
import { checkProvider } from './validation.ts'

/** Prompts for a provider: recently used, known, or entered. */
export async function askProvider(
  title: string,
  recent: readonly string[],
  known: readonly string[],
  validate = checkProvider,
): Promise<string | undefined> {
  const choicesOf = (values: Iterable<string>, group?: string): Choice<string>[] =>
    [...values].map((value) => ({
      label: providerText(value),
      value,
      ...(group !== undefined && { group }),
    }))
  const used = new Set(recent)
  const others = known.filter((value) => !used.has(value))
  const ofOthers = used.size > 0 ? vscode.l10n.t('other providers') : undefined
  return choose(title, {
    placeholder: vscode.l10n.t('Select or enter a provider'),
    choices: [...choicesOf(used, vscode.l10n.t('recently used')), ...choicesOf(others, ofOthers)],
    typed: { validate, make: (text) => text },
  })
}
