import * as vscode from 'vscode'
import { providerText } from '../../displayTexts.ts'
import { askText, choose, type Choice } from './quickInput.ts'
import { checkProvider } from './validation.ts'

// The prompts for what isn’t known of an account or a cluster that the service doesn’t list.

/**
 * Prompts for a provider. Lists the providers of pinned items, and known ones; the user can enter any other provider
 * by its name. Undefined if canceled.
 */
export async function askProvider(
  title: string,
  recent: readonly string[],
  known: readonly string[],
  validate = checkProvider,
): Promise<string | undefined> {
  const pinnedProviders = new Set(recent)
  const otherProviders = known.filter((provider) => !pinnedProviders.has(provider))
  const hasGroups = pinnedProviders.size > 0
  const pinnedGroup = vscode.l10n.t('pinned')
  const otherGroup = hasGroups ? vscode.l10n.t('other providers') : undefined
  return choose(title, {
    placeholder: vscode.l10n.t('Select or enter a provider'),
    choices: [
      ...Array.from(pinnedProviders, (provider) => providerChoice(provider, pinnedGroup)),
      ...otherProviders.map((provider) => providerChoice(provider, otherGroup)),
    ],
    typed: { validate, make: (text) => text },
  })
}

function providerChoice(provider: string, group: string | undefined): Choice<string> {
  return { label: providerText(provider), value: provider, group }
}

/** Prompts for the name to show instead of a UID. Empty for none, and undefined if canceled. */
export async function askDisplayName(title: string): Promise<string | undefined> {
  return askText(title, {
    prompt: vscode.l10n.t('Enter a name to show, such as “production”, or leave the box empty'),
    placeholder: '',
  })
}
