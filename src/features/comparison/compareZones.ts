import * as vscode from 'vscode'
import { Comparison } from './pageMessages.ts'
import { hasRegions } from '../../api/endpoints.ts'
import { commandIds } from '../../contributions.ts'
import type { CloudProjectRef } from '../../inventory/refs.ts'
import type { Parts } from '../../parts.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { askComparedRegions } from './comparedRegions.ts'
import { askWhatToCompare, isRegion } from './whatToCompare.ts'
import { askCloudProject } from '../zones/cloudProject.ts'
import { back } from '../../ui/prompts/quickInput.ts'
import type { ComparisonPanels } from './comparisonPanel.ts'
import type { ZonesNode } from '../../ui/trees/nodes.ts'
import { requireConnection } from '../../ui/activeConnection.ts'
import { isTreeNode, readArguments } from '../../ui/arguments.ts'
import { toArguments } from '../../inventory/places.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import { CommandError } from '../../ui/commandErrors.ts'

/**
 * Compare Zones…: opens a table of the zones of several accounts in one region, or of several regions.
 * Prompts for what isn’t selected. The other commands are for the comparison in the active editor.
 */
export function compareZonesCommands(parts: Parts & { comparisons: ComparisonPanels }) {
  const { connections, apiKeys, tracked, clouds, comparisons } = parts
  return {
    [commandIds.compareZones]: async (first?: unknown, selected?: ZonesNode[] | null) => {
      const given = readArguments(Comparison, first)
      if (given) return comparisons.open(given)
      const rows = (isTreeNode(first) ? (selected ?? [first as ZonesNode]) : []).flatMap(comparable)
      const connection = rows[0]?.connection ?? requireConnection(connections)
      if (!(await ensureApiKey(connection, apiKeys))) return
      const title = vscode.l10n.t('Compare Zones')
      const chosen =
        rows.length > 1
          ? rows
          : await withDelayedProgress(vscode.l10n.t('Listing cloud accounts…'), () =>
              clouds.accounts.getOrRetry(connection),
            ).then(() => askWhatToCompare(title, connection, rows, tracked, clouds))
      const comparison = chosen && (await comparisonOf(title, chosen))
      if (comparison) comparisons.open(comparison)
    },
    [commandIds.refreshComparison]: () => comparisons.active.refresh(),
    [commandIds.copyComparisonAsMarkdown]: async () => comparisons.active.copy('markdown'),
    [commandIds.copyComparisonAsCsv]: async () => comparisons.active.copy('csv'),
  }

  /** Resolves to what to compare; undefined if canceled. */
  async function comparisonOf(
    title: string,
    chosen: readonly CloudProjectRef[],
  ): Promise<Comparison | undefined> {
    if (chosen.length < 2) {
      throw new CommandError(
        vscode.l10n.t('Select at least two accounts or two regions to compare.'),
      )
    }
    const regions = chosen.filter(isRegion)
    if (regions.length === chosen.length)
      return { byAccount: false, places: regions.map(toArguments) }
    if (regions.length > 0) {
      throw new CommandError(vscode.l10n.t('Select either accounts or regions, not both.'))
    }
    const accounts: CloudProjectRef[] = []
    for (const ref of chosen) {
      const answer =
        ref.project === undefined
          ? await askCloudProject({ title }, ref, tracked.regions(ref), clouds)
          : ref
      if (answer === undefined || answer === back) return undefined
      accounts.push({ ...ref, project: answer.project })
    }
    const inRegions = accounts.filter(({ provider }) => hasRegions(provider))
    const names =
      inRegions.length > 0 ? await askComparedRegions(title, inRegions, tracked, clouds) : []
    if (!names) return undefined
    const places = accounts.flatMap((ref) =>
      (hasRegions(ref.provider) ? names : ['']).map((region) => toArguments({ ...ref, region })),
    )
    return { byAccount: names.length > 1, places }
  }
}

/** Returns what a tree item adds to the comparison; nothing for others in the selection. */
function comparable(node: ZonesNode): CloudProjectRef[] {
  const { kind } = node
  if (kind === 'region' && node.account) return [node.account]
  return kind === 'account' || kind === 'cloudProject' || kind === 'region' ? [node] : []
}
