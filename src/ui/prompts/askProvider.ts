import * as vscode from 'vscode'
import { hasZones } from '../../api/endpoints.ts'
import { providerText } from '../../texts.ts'
import { askChoice, type Answer, type Choice, type StepInfo } from './quickInput.ts'
import { checkProvider } from './validation.ts'

const publicClouds = ['aws', 'azure', 'gcp', 'eks', 'aks', 'gke']

/** Providers whose regions have zones (lookups.md, “Where the documented zone operation differs”). */
export const zoneProviders = [...publicClouds, 'maas', 'apache-cloudstack']

/** Returns whether a cloud account may have zones: one that a user has pinned may, whatever its provider. */
export function mayHaveZones(account: {
  readonly provider: string
  readonly isPinned: boolean
}): boolean {
  const { isPinned, provider } = account
  return zoneProviders.includes(provider) || (isPinned && hasZones(provider))
}

/** Providers whose machine pools can be deleted (lookups.md, “Deleting a machine pool”). */
export const machinePoolProviders = [
  ...publicClouds,
  'vsphere',
  'maas',
  'apache-cloudstack',
  'edge-native',
  'generic',
  'virtual',
]

interface ProviderOptions {
  readonly more?: () => Promise<readonly string[]>
  readonly validate?: (provider: string) => string | undefined
}

/** Prompts for a provider: recently used, known, of the service, or entered. */
export function askProvider(
  info: StepInfo,
  recent: readonly string[],
  known: readonly string[],
  { more, validate = checkProvider }: ProviderOptions = {},
): Promise<Answer<string>> {
  const isNew = (value: string) => !recent.includes(value)
  const choicesOf = (values: readonly string[], group?: string): Choice<string>[] =>
    [...new Set(values)].map((value) => ({
      label: providerText(value),
      value,
      ...(group && { group }),
    }))
  const others = recent.length > 0 ? vscode.l10n.t('other providers') : undefined
  return askChoice(info, {
    placeholder: vscode.l10n.t('Select or enter a provider'),
    choices: [
      ...choicesOf(recent, vscode.l10n.t('recently used')),
      ...choicesOf(known.filter(isNew), others),
    ],
    ...(more && {
      more: async () => ({
        values: choicesOf(
          (await more()).filter((value) => isNew(value) && !known.includes(value)),
          vscode.l10n.t('custom clouds'),
        ),
      }),
    }),
    typed: { validate, make: (text) => text },
  })
}
