import * as vscode from 'vscode'
import { machinePoolProviders } from '../../api/providers.ts'
import type { MachinePoolRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { requireActiveConnection } from '../../ui/activeConnection.ts'
import { askProvider } from '../../ui/prompts/askProvider.ts'
import { askText, choose, type Choice } from '../../ui/prompts/quickInput.ts'
import { checkSegment, typedSegment } from '../../ui/prompts/validation.ts'
import { askListedPool, type ListedPoolOptions } from './askListedPool.ts'

/** Prompts for a machine pool of the active connection: a pinned or listed one, or any other. Undefined if canceled. */
export async function askMachinePool(
  title: string,
  placeholder: string,
  parts: Parts,
): Promise<MachinePoolRef | undefined> {
  const connection = requireActiveConnection(parts.connections)
  const options = { title, placeholder, connection, sources: parts, canEnter: true }
  const answer = await askListedPool(options)
  switch (answer?.kind) {
    case undefined:
      return undefined
    case 'pool':
      return answer.pool
    case 'noPools':
      return enterMachinePool(options, '')
    case 'enterManually':
      return enterMachinePool(options, answer.text)
  }
}

/** A cloud config that was selected, or entered by its UID. */
interface ConfigAnswer {
  readonly uid: string
  /** Undefined for an entered one, whose label isn’t known; empty for no label. */
  readonly label?: string | undefined
}

/** Prompts for what identifies a machine pool that isn’t listed. The prompt for its name begins with `name`. */
async function enterMachinePool(
  { title, connection, sources }: ListedPoolOptions,
  name: string,
): Promise<MachinePoolRef | undefined> {
  const pinnedConfigs = sources.pins.configs(connection.name)
  const recentProviders = pinnedConfigs.map(({ provider }) => provider)
  const provider = await askProvider(title, recentProviders, machinePoolProviders)
  if (provider === undefined) return undefined
  const config = await choose<ConfigAnswer>(title, {
    placeholder: vscode.l10n.t('Select a cloud config or enter its UID'),
    choices: pinnedConfigs.filter((pinned) => pinned.provider === provider).map(configChoice),
    typed: typedSegment((uid) => ({ uid })),
  })
  if (!config) return undefined
  const label = config.label ?? (await askLabel(title))
  if (label === undefined) return undefined
  const machinePoolName = await askText(title, {
    prompt: vscode.l10n.t('Enter the name of the machine pool'),
    placeholder: vscode.l10n.t('Machine pool name'),
    value: name,
    validate: checkSegment,
  })
  if (machinePoolName === undefined) return undefined
  const configLabel = label === '' ? undefined : label
  return { connection, provider, configUid: config.uid, configLabel, machinePoolName }
}

function configChoice(pinned: {
  readonly uid: string
  readonly name?: string | undefined
}): Choice<ConfigAnswer> {
  const { uid, name } = pinned
  return {
    label: name ?? uid,
    description: name === undefined ? undefined : uid,
    uid,
    value: { uid, label: name ?? '' },
    group: vscode.l10n.t('recently used'),
  }
}

async function askLabel(title: string): Promise<string | undefined> {
  return askText(title, {
    prompt: vscode.l10n.t('Enter a label for the cloud config, such as the cluster name'),
    placeholder: vscode.l10n.t('Leave empty for no label'),
  })
}
