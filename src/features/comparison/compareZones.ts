import * as v from 'valibot'
import * as vscode from 'vscode'
import { hasRegions } from '../../api/providers.ts'
import type { Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import { AccountArguments, toArguments } from '../../inventory/places.ts'
import type { CloudProjectRef, RegionRef } from '../../inventory/refs.ts'
import type { Parts } from '../../parts.ts'
import { connectionFor, requireConnection } from '../../ui/activeConnection.ts'
import { isTreeNode, readArguments } from '../../ui/arguments.ts'
import { formatTitles } from '../../ui/copied.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { back, choose } from '../../ui/prompts/quickInput.ts'
import type { ZonesNode } from '../../ui/trees/nodes.ts'
import { askCloudProject } from '../zones/askCloudProject.ts'
import { accountRegions } from './accountRegions.ts'
import { askComparedAccounts } from './askComparedAccounts.ts'
import { allRegions, askComparedRegion } from './askComparedRegion.ts'
import { Comparison } from './comparisonData.ts'
import { ComparisonPanels, type ComparisonFormat } from './comparisonPanel.ts'

const AnyArguments = v.union([Comparison, AccountArguments])

/**
 * Compare Zones…: opens a table of the zones of all regions of an account, of several accounts in one region, or of
 * several regions. Prompts for what isn’t selected. The other commands are for the comparison in the active editor.
 */
export function compareZonesCommands(parts: Parts) {
  const { connections, tracked, clouds, zonesTree } = parts
  const comparisons = new ComparisonPanels(parts)
  const title = vscode.l10n.t('Compare Zones')
  return {
    [commandIds.compareZones]: async (first?: unknown, selected?: ZonesNode[] | null) => {
      const given = readArguments(AnyArguments, first)
      if (given && 'places' in given) return comparisons.open(given)
      if (given) {
        const connection = connectionFor(connections, given.connection)
        if (!(await ensureApiKey(connection, parts))) return
        return compare([{ ...given, connection }])
      }
      const rows = rowsOf(first, selected).flatMap(comparable)
      const connection = rows[0]?.connection ?? requireConnection(connections)
      if (!(await ensureApiKey(connection, parts))) return
      const isMeant = rows.length > 1 || (isTreeNode(first) && rows.some((row) => !isRegion(row)))
      const chosen = isMeant ? rows : await ask(connection, rows)
      if (chosen) await compare(chosen)
    },
    [commandIds.refreshComparison]: () => comparisons.active.refresh(),
    [commandIds.copyComparisonAs]: async () => {
      const shown = comparisons.active
      const format = await choose<ComparisonFormat>(vscode.l10n.t('Copy Comparison As'), {
        placeholder: vscode.l10n.t('Select a format'),
        choices: [
          { label: formatTitles.markdown, value: 'markdown' },
          { label: formatTitles.csv, value: 'csv' },
        ],
      })
      if (format) await shown.copy(format)
    },
  }

  /** Returns the tree items that the command is for; those that are selected if it’s run from the palette. */
  function rowsOf(first: unknown, selected: ZonesNode[] | null | undefined): readonly ZonesNode[] {
    if (isTreeNode(first)) return selected ?? [first as ZonesNode]
    return zonesTree.visible ? zonesTree.selection : []
  }

  async function ask(connection: Connection, rows: readonly CloudProjectRef[]) {
    await withDelayedProgress(vscode.l10n.t('Listing cloud accounts…'), () =>
      clouds.accounts.getOrRetry(connection),
    )
    return askComparedAccounts(title, connection, rows, parts)
  }

  /** Opens the comparison of regions, and of accounts in one region or all of theirs, unless it’s canceled. */
  async function compare(chosen: readonly CloudProjectRef[]): Promise<void> {
    const regions = chosen.filter(isRegion)
    const accounts: CloudProjectRef[] = []
    for (const ref of chosen.filter((one) => !isRegion(one))) {
      const account = await inProject(ref)
      if (!account) return
      accounts.push(account)
    }
    const inRegions = accounts.filter(({ provider }) => hasRegions(provider))
    const region =
      accounts.length > 1 && inRegions.length > 0
        ? await askComparedRegion(title, inRegions, tracked, clouds)
        : allRegions
    if (region === undefined) return
    for (const account of accounts) {
      const isAll = region === allRegions || !hasRegions(account.provider)
      regions.push(...(isAll ? await accountRegions(account, parts) : [{ ...account, region }]))
    }
    if (regions.length > 0) comparisons.open({ places: regions.map(toArguments) })
  }

  /** Resolves to an account in the Google Cloud project that is selected for it; undefined if canceled. */
  async function inProject(ref: CloudProjectRef): Promise<CloudProjectRef | undefined> {
    if (ref.project !== undefined) return ref
    const answer = await askCloudProject({ title }, ref, tracked.regions(ref), clouds)
    if (answer === undefined || answer === back) return undefined
    return { ...ref, project: answer.project }
  }
}

/** Returns what a tree item adds to the comparison; nothing for others in the selection. */
function comparable(node: ZonesNode): CloudProjectRef[] {
  const { kind } = node
  if (kind === 'region' && node.account) return [node.account]
  return kind === 'account' || kind === 'cloudProject' || kind === 'region' ? [node] : []
}

function isRegion(ref: CloudProjectRef): ref is RegionRef {
  return 'region' in ref
}
