import * as vscode from 'vscode'
import { hasRegions } from '../../api/endpoints.ts'
import type { Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import { accountsOf, accountTitle } from '../../inventory/accounts.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import {
  ofZoneProvider,
  projectKey,
  regionKey,
  type CloudProjectRef,
  type RegionRef,
} from '../../inventory/refs.ts'
import { regionsInUse } from '../../inventory/regions.ts'
import type { TrackedItems } from '../../inventory/trackedItems.ts'
import { joinDescription, visible, withoutIcons } from '../../texts.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { runAction } from '../../ui/messages.ts'
import { mayHaveZones } from '../../ui/prompts/askProvider.ts'

type Item = vscode.QuickPickItem & { ref?: CloudProjectRef }

/**
 * Prompts for the known accounts, projects, or regions to compare, with the given ones selected. Undefined if canceled.
 * Throws if there is nothing to compare.
 */
export async function askWhatToCompare(
  title: string,
  connection: Connection,
  chosen: readonly CloudProjectRef[],
  tracked: TrackedItems,
  clouds: Clouds,
): Promise<readonly CloudProjectRef[] | undefined> {
  const keys = new Set(chosen.map(keyOf))
  const item = (ref: CloudProjectRef): Item => {
    const account = accountTitle(tracked, clouds, ref)
    const names = isRegion(ref) ? [ref.region] : [account, ref.project]
    const facts = isRegion(ref) ? [account, ref.project] : [ref.provider]
    return {
      label: withoutIcons(joinDescription(...names.map(shown))),
      description: withoutIcons(joinDescription(...facts.map(shown))),
      picked: keys.has(keyOf(ref)),
      ref,
    }
  }
  const accounts = deduplicate([
    ...chosen.filter((ref) => !isRegion(ref)),
    ...accountsOf(connection, tracked, clouds).filter(mayHaveZones),
  ])
  const regions = deduplicate([
    ...chosen.filter(isRegion),
    ...regionsInUse(connection, tracked, clouds).filter(({ provider }) => hasRegions(provider)),
  ])
  if (accounts.length === 0 && regions.length < 2) {
    throw new CommandError(vscode.l10n.t('There are no cloud accounts or regions to compare.'), [
      runAction(vscode.l10n.t('List Zones'), commandIds.listZones),
    ])
  }
  const answer = await vscode.window.showQuickPick<Item>(
    [
      heading(vscode.l10n.t('accounts')),
      ...accounts.map(item).sort(byLabel),
      heading(vscode.l10n.t('regions')),
      ...regions.map(item).sort(byLabel),
    ],
    {
      title,
      placeHolder: vscode.l10n.t(
        'Select an account to compare all its regions, or select several accounts or regions',
      ),
      canPickMany: true,
      matchOnDescription: true,
    },
  )
  return answer?.flatMap(({ ref }) => ref ?? [])
}

/** Returns whether it is a region, not an account or one of its projects. */
export function isRegion(ref: CloudProjectRef): ref is RegionRef {
  return 'region' in ref
}

function deduplicate(all: readonly CloudProjectRef[]): CloudProjectRef[] {
  return [...new Map(all.toReversed().map((ref) => [keyOf(ref), ref])).values()]
}

function keyOf(ref: CloudProjectRef): string {
  return isRegion(ref) ? regionKey(ofZoneProvider(ref)) : projectKey(ofZoneProvider(ref))
}

function shown(part: string | undefined): string | undefined {
  return part && visible(part)
}

function heading(label: string): Item {
  return { label, kind: vscode.QuickPickItemKind.Separator }
}

function byLabel(a: Item, b: Item): number {
  return a.label.localeCompare(b.label) || (a.description ?? '').localeCompare(b.description ?? '')
}
