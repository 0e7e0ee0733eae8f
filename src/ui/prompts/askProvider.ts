import * as vscode from 'vscode'
import { providerText } from '../../texts.ts'
import { choose, type Choice } from './quickInput.ts'
import { checkProvider } from './validation.ts'

interface ProviderOptions {
  readonly more?: () => Promise<readonly string[]>
  readonly validate?: (provider: string) => string | undefined
}

/** Prompts for a provider: recently used, known, of the service, or entered. */
export async function askProvider(
  title: string,
  recent: readonly string[],
  known: readonly string[],
  { more, validate = checkProvider }: ProviderOptions = {},
): Promise<string | undefined> {
  const listed = new Set<string>()
  /** Returns the items of providers that aren’t listed yet. */
  const choicesOf = (values: readonly string[], group?: string): Choice<string>[] =>
    values
      .filter((value) => !listed.has(value) && listed.add(value))
      .map((value) => ({ label: providerText(value), value, ...(group && { group }) }))
  const others = recent.length > 0 ? vscode.l10n.t('other providers') : undefined
  return choose(title, {
    placeholder: vscode.l10n.t('Select or enter a provider'),
    choices: [...choicesOf(recent, vscode.l10n.t('recently used')), ...choicesOf(known, others)],
    ...(more && {
      more: async () => ({ values: choicesOf(await more(), vscode.l10n.t('custom clouds')) }),
    }),
    typed: { validate, make: (text) => text },
  })
}
