import * as vscode from 'vscode'
import { askChoice, type Answer, type Choice, type StepInfo } from './quickInput.ts'
import { checkProvider } from './validation.ts'

/** Providers whose regions have zones (lookups.md, “Where the documented zone operation differs”). */
export const zoneProviders = [
  'aws',
  'azure',
  'gcp',
  'eks',
  'aks',
  'gke',
  'maas',
  'apache-cloudstack',
]

/** Providers whose machine pools can be deleted (lookups.md, “Deleting a machine pool”). */
export const machinePoolProviders = [
  'aws',
  'azure',
  'gcp',
  'eks',
  'aks',
  'gke',
  'vsphere',
  'maas',
  'apache-cloudstack',
  'edge-native',
  'generic',
  'virtual',
]

/** Prompts for a provider: recently used, known, of the service, or entered. */
export function askProvider(
  info: StepInfo,
  recent: readonly string[],
  known: readonly string[],
  { initial = '', more }: { initial?: string | undefined; more?: Promise<readonly string[]> } = {},
): Promise<Answer<string>> {
  const recentFirst = [...new Set(recent)]
  const others = known.filter((provider) => !recentFirst.includes(provider))
  const offered = new Set([...recentFirst, ...known])
  const choiceOf = (value: string, group: string): Choice<string> => ({
    label: value,
    value,
    group,
  })
  return askChoice(info, {
    placeholder: vscode.l10n.t('Select or enter a provider'),
    value: initial,
    choices: [
      ...recentFirst.map((value) => choiceOf(value, vscode.l10n.t('recently used'))),
      ...others.map((value) => choiceOf(value, vscode.l10n.t('other providers'))),
    ],
    ...(more && {
      more: more.then((all) => ({
        values: [...new Set(all)]
          .filter((value) => !offered.has(value))
          .map((value) => choiceOf(value, vscode.l10n.t('custom clouds'))),
      })),
    }),
    typed: {
      describe: vscode.l10n.t('use this provider'),
      validate: checkProvider,
      make: (text) => text,
    },
  })
}
