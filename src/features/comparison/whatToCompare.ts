import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
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
import { visible, withoutIcons } from '../../texts.ts'

/** An account, one of its projects, or a region of an account. */
export type Comparable =
  | { readonly kind: 'account'; readonly ref: CloudProjectRef }
  | { readonly kind: 'region'; readonly ref: RegionRef }

type Item = vscode.QuickPickItem & { one?: Comparable }

/**
 * Prompts for the known accounts or regions to compare, with the given ones selected. Undefined if canceled.
 */
export async function askWhatToCompare(
  title: string,
  connection: Connection,
  chosen: readonly Comparable[],
  tracked: TrackedItems,
  clouds: Clouds,
): Promise<readonly Comparable[] | undefined> {
  const keys = new Set(chosen.map(keyOf))
  const item = (one: Comparable): Item => {
    const account = accountTitle(tracked, clouds, one.ref)
    const names = one.kind === 'account' ? [account, one.ref.project] : [one.ref.region]
    const facts = one.kind === 'account' ? [one.ref.provider] : [account, one.ref.project]
    return {
      label: withoutIcons(joined(names)),
      description: withoutIcons(joined(facts)),
      picked: keys.has(keyOf(one)),
      one,
    }
  }
  const accounts = deduplicate([
    ...chosen.filter(({ kind }) => kind === 'account'),
    ...accountsOf(connection, tracked, clouds).map(({ provider, cloudAccountUid }): Comparable => {
      return { kind: 'account', ref: { connection, provider, cloudAccountUid } }
    }),
  ])
  const regions = deduplicate([
    ...chosen.filter(({ kind }) => kind === 'region'),
    ...regionsInUse(connection, tracked, clouds).map((ref): Comparable => ({
      kind: 'region',
      ref,
    })),
  ])
  const answer = await vscode.window.showQuickPick<Item>(
    [
      heading(vscode.l10n.t('accounts')),
      ...accounts.map(item).sort(byLabel),
      heading(vscode.l10n.t('regions')),
      ...regions.map(item).sort(byLabel),
    ],
    {
      title,
      placeHolder: vscode.l10n.t('Select two or more accounts, or two or more regions'),
      canPickMany: true,
      matchOnDescription: true,
      ignoreFocusOut: true,
    },
  )
  return answer?.flatMap(({ one }) => one ?? [])
}

function deduplicate(all: readonly Comparable[]): Comparable[] {
  return [...new Map(all.toReversed().map((one) => [keyOf(one), one])).values()]
}

function keyOf({ kind, ref }: Comparable): string {
  return kind === 'region' ? regionKey(ofZoneProvider(ref)) : projectKey(ofZoneProvider(ref))
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined)
    .map(visible)
    .join(' · ')
}

function heading(label: string): Item {
  return { label, kind: vscode.QuickPickItemKind.Separator }
}

function byLabel(a: Item, b: Item): number {
  return a.label.localeCompare(b.label) || (a.description ?? '').localeCompare(b.description ?? '')
}
