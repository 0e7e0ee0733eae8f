import * as vscode from 'vscode'
import { hasZones } from '../../api/providers.ts'
import { collectAccounts } from '../../cloud/accounts.ts'
import type { Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import {
  accountKey,
  withZoneProvider,
  type AccountRef,
  type CloudProjectRef,
} from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { displayText, escapeIcons } from '../../displayTexts.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { commandAction, showMessage, type Action } from '../../ui/messages.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import { unshown, type ItemPage } from '../../ui/prompts/itemSource.ts'
import {
  choose,
  chooseSeveral,
  nothingSelectedText,
  type Choice,
} from '../../ui/prompts/quickInput.ts'
import { typedSegment } from '../../ui/prompts/validation.ts'
import { choicesWithPools, uniqueChoices } from '../zones/askRegion.ts'
import { loadRegions, mergeOmissions } from '../zones/loadRegions.ts'

// The prompts of Compare Zones….

/** Returns the title of the prompts. */
export function compareTitle(): string {
  return vscode.l10n.t('Compare Zones')
}

export function listZonesAction(): Action {
  return commandAction(vscode.l10n.t('List Zones'), commandIds.listZones)
}

/**
 * Prompts for the accounts to compare. The accounts of the given tree items are selected at first. Undefined if
 * canceled. Throws if there are no accounts.
 */
export async function askComparedAccounts(
  connection: Connection,
  preselected: readonly AccountRef[],
  { pins, clouds }: Parts,
): Promise<readonly AccountRef[] | undefined> {
  const preselectedKeys = new Set(preselected.map(zoneAccountKey))
  await withDelayedProgress(vscode.l10n.t('Listing cloud accounts…'), () =>
    clouds.accounts.get(connection, { retry: true }),
  )
  const accounts = collectAccounts(connection, pins, clouds).filter(({ provider }) =>
    hasZones(provider),
  )
  if (accounts.length === 0) {
    const text = vscode.l10n.t('There are no cloud accounts to compare.')
    throw new CommandError(text, [listZonesAction()])
  }
  const items = accounts.map((account) => ({
    label: escapeIcons(displayText(account.name)),
    description: escapeIcons(displayText(account.provider)),
    picked: preselectedKeys.has(zoneAccountKey(account)),
    account,
  }))
  const selected = await chooseSeveral(
    items.sort((a, b) => a.label.localeCompare(b.label)),
    {
      title: compareTitle(),
      placeHolder: vscode.l10n.t('Select an account to compare its regions, or several accounts'),
      matchOnDescription: true,
    },
  )
  if (selected?.length === 0) {
    showMessage('info', nothingSelectedText())
    return undefined
  }
  return selected?.map(({ account }) => account)
}

/**
 * Returns a key of the cloud account. It is the same for all providers that use that account, such as `aws` and `eks`.
 */
function zoneAccountKey(account: AccountRef): string {
  return accountKey(withZoneProvider(account))
}

/** The answer to the prompt for a region that stands for all regions. */
export const allRegions = Symbol('all regions')

type RegionAnswer = string | typeof allRegions

/** Prompts for the region in which to compare accounts of a connection, or for all regions. Undefined if canceled. */
export async function askComparedRegion(
  accounts: readonly CloudProjectRef[],
  parts: Parts,
): Promise<RegionAnswer | undefined> {
  const pinned = accounts.flatMap((account) => parts.pins.regions(account)).map(({ name }) => name)
  const suggested = uniqueChoices([
    ...accounts.flatMap((account) => choicesWithPools(account, parts.clusters)),
    ...regionChoices(pinned, vscode.l10n.t('pinned')),
  ])
  const offered = suggested.map(({ label }) => label)
  return choose<RegionAnswer>(compareTitle(), {
    placeholder: vscode.l10n.t('Select or enter a region'),
    choices: [
      ...suggested,
      // Comparing all regions takes many requests, so Enter alone compares them only if no region is in use.
      { label: vscode.l10n.t('All regions'), value: allRegions, group: '' },
    ],
    more: () => loadOtherRegions(accounts, offered, parts),
    typed: typedSegment((name) => name),
  })
}

async function loadOtherRegions(
  accounts: readonly CloudProjectRef[],
  offered: readonly string[],
  parts: Parts,
): Promise<ItemPage<Choice<RegionAnswer>>> {
  const loaded = await Promise.all(accounts.map((account) => loadRegions(account, parts)))
  const names = loaded.flatMap(({ regions }) => regions.map(({ region }) => region))
  const unoffered = names.filter((name) => !offered.includes(name)).sort()
  const { error, unreadable } = mergeOmissions(loaded.map(({ omissions }) => omissions))
  const [account] = accounts
  return {
    values: regionChoices(unoffered, vscode.l10n.t('listed by the service')),
    problem: error && account && errorText(error, account.connection),
    notes: unshown(unreadable),
  }
}

/** Returns the choices for regions, without duplicates. */
function regionChoices(names: readonly string[], group: string): Choice<RegionAnswer>[] {
  return [...new Set(names)].map((name) => ({ label: name, value: name, group }))
}
