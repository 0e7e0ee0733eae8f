import * as vscode from 'vscode'
import { machinePoolProviders } from '../../api/providers.ts'
import type { Connection } from '../../connections/connection.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import type { TrackedItems } from '../../inventory/trackedItems.ts'
import { askProvider } from '../../ui/prompts/askProvider.ts'
import { askText, choose } from '../../ui/prompts/quickInput.ts'
import { checkSegment, typedSegment } from '../../ui/prompts/validation.ts'
import { askListedPool, type ListedPoolOptions } from './askListedPool.ts'

/** Prompts for a machine pool: a pinned or listed one, or any other. Undefined if canceled. */
export async function askMachinePool(
  options: Pick<ListedPoolOptions, 'title' | 'placeholder' | 'connection' | 'sources'>,
): Promise<MachinePoolRef | undefined> {
  const answer = await askListedPool({ ...options, canEnter: true })
  if (answer !== 'enter' && answer !== 'none') return answer
  return enterMachinePool(options.title, options.connection, options.sources.tracked)
}

/** Prompts for what a machine pool that isn’t listed is identified by. */
async function enterMachinePool(
  title: string,
  connection: Connection,
  tracked: TrackedItems,
): Promise<MachinePoolRef | undefined> {
  const pinned = tracked.configs(connection.name)
  const recent = pinned.map((one) => one.provider)
  const provider = await askProvider(title, recent, machinePoolProviders)
  if (provider === undefined) return undefined
  const config = await choose<{ uid: string; label?: string | undefined }>(title, {
    placeholder: vscode.l10n.t('Select a cloud config or enter its UID'),
    choices: pinned
      .filter((one) => one.provider === provider)
      .map(({ uid, name: label }) => ({
        label: label ?? uid,
        ...(label !== undefined && { description: uid }),
        uid,
        value: { uid, label: label ?? '' },
        group: vscode.l10n.t('recently used'),
      })),
    typed: typedSegment((uid) => ({ uid })),
  })
  if (!config) return undefined
  const label = config.label ?? (await askLabel(title))
  if (label === undefined) return undefined
  const machinePoolName = await askText(title, {
    prompt: vscode.l10n.t('Enter the name of the machine pool'),
    placeholder: vscode.l10n.t('Machine pool name'),
    validate: checkSegment,
  })
  if (machinePoolName === undefined) return undefined
  const ofLabel = label === '' ? {} : { configLabel: label }
  return { connection, provider, configUid: config.uid, ...ofLabel, machinePoolName }
}

async function askLabel(title: string): Promise<string | undefined> {
  return askText(title, {
    prompt: vscode.l10n.t('Enter a label for the cloud config, such as the cluster name'),
    placeholder: vscode.l10n.t('Leave empty for no label'),
  })
}
