import * as vscode from 'vscode'
import { providerText } from '../../displayTexts.ts'
import { choose, type Choice } from './quickInput.ts'
import { checkProvider } from './validation.ts'

/**
 * Prompts for a provider. Lists recently used and known providers; the user can enter any other provider by its name.
 * Undefined if canceled.
 */
export async function askProvider(
  title: string,
  recent: readonly string[],
  known: readonly string[],
  validate = checkProvider,
): Promise<string | undefined> {
  const recentProviders = new Set(recent)
  const otherProviders = known.filter((provider) => !recentProviders.has(provider))
  const hasGroups = recentProviders.size > 0
  const recentGroup = vscode.l10n.t('recently used')
  const otherGroup = hasGroups ? vscode.l10n.t('other providers') : undefined
  return choose(title, {
    placeholder: vscode.l10n.t('Select or enter a provider'),
    choices: [
      ...Array.from(recentProviders, (provider) => providerChoice(provider, recentGroup)),
      ...otherProviders.map((provider) => providerChoice(provider, otherGroup)),
    ],
    typed: { validate, make: (text) => text },
  })
}

function providerChoice(provider: string, group: string | undefined): Choice<string> {
  return { label: providerText(provider), value: provider, group }
}
