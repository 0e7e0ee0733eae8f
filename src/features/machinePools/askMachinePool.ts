import * as vscode from 'vscode'
import { machinePoolProviders } from '../../api/providers.ts'
import type { MachinePoolRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { requireActiveConnection } from '../../ui/activeConnection.ts'
import { askProvider } from '../../ui/prompts/askProvider.ts'
import { askText, choose, type Choice } from '../../ui/prompts/quickInput.ts'
import { checkSegment, typedSegment } from '../../ui/prompts/validation.ts'
import { askListedPool, type ListedPoolOptions } from './askListedPool.ts'

/**
 * Prompts for a machine pool of the active connection: a pinned or listed pool, or any other pool by its name and cloud
 * config. Undefined if canceled.
 */
export async function askMachinePool(
  title: string,
  parts: Parts,
): Promise<MachinePoolRef | undefined> {
  const connection = requireActiveConnection(parts.connections)
  const options = { title, connection, sources: parts, canEnter: true }
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

/** A cloud config that the user has selected, or whose UID the user has entered. */
interface ConfigAnswer {
  readonly uid: string
  /**
   * The cluster’s label: undefined if the user has entered the UID, because then no label is known; empty if the
   * cluster has no label.
   */
  readonly label?: string | undefined
}

/**
 * Prompts for what identifies a machine pool that isn’t listed: its provider, cloud config, and name. `name` is the
 * text that the prompt for the name starts with.
 */
async function enterMachinePool(
  { title, connection, sources }: ListedPoolOptions,
  name: string,
): Promise<MachinePoolRef | undefined> {
  const pinnedConfigs = sources.pins.configs(connection.name)
  const pinnedProviders = pinnedConfigs.map(({ provider }) => provider)
  const provider = await askProvider(title, pinnedProviders, machinePoolProviders)
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
    placeholder: vscode.l10n.t('Machine pool'),
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
    group: vscode.l10n.t('pinned'),
  }
}

async function askLabel(title: string): Promise<string | undefined> {
  return askText(title, {
    prompt: vscode.l10n.t('Enter a name to show, such as “production”, or leave the box empty'),
    placeholder: '',
  })
}
