import * as v from 'valibot'
import * as vscode from 'vscode'
import { hasRegions } from '../../api/endpoints.ts'
import type { Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import { AccountArguments, toArguments } from '../../inventory/places.ts'
import type { CloudProjectRef } from '../../inventory/refs.ts'
import type { Parts } from '../../parts.ts'
import { connectionFor, requireConnection } from '../../ui/activeConnection.ts'
import { isTreeNode, readArguments } from '../../ui/arguments.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { back, choose } from '../../ui/prompts/quickInput.ts'
import type { ZonesNode } from '../../ui/trees/nodes.ts'
import { askCloudProject } from '../zones/cloudProject.ts'
import { listAccountRegions } from './accountRegions.ts'
import { askComparedRegions } from './comparedRegions.ts'
import type { ComparisonPanels } from './comparisonPanel.ts'
import type { CopyFormat } from './copyFormats.ts'
import { Comparison } from './pageMessages.ts'
import { askWhatToCompare, isRegion } from './whatToCompare.ts'

const AnyArguments = v.union([
  Comparison,
  v.object({ ...AccountArguments.entries, cloudAccountLabel: v.optional(v.string()) }),
])

/**
 * Compare Zones…: opens a table of the zones of all regions of an account, of several accounts in one region, or of
 * several regions. Prompts for what isn’t selected. The other commands are for the comparison in the active editor.
 */
export function compareZonesCommands(parts: Parts & { comparisons: ComparisonPanels }) {
  const { connections, tracked, clouds, comparisons, zonesTree } = parts
  const title = vscode.l10n.t('Compare Zones')
  return {
    [commandIds.compareZones]: async (first?: unknown, selected?: ZonesNode[] | null) => {
      const given = readArguments(AnyArguments, first)
      if (given && 'places' in given) return comparisons.open(given)
      if (given) {
        const connection = connectionFor(connections, given.connection)
        if (!(await ensureApiKey(connection, parts))) return
        return compareRegionsOf({ ...given, connection }, false)
      }
      const rows = rowsOf(first, selected).flatMap(comparable)
      const connection = rows[0]?.connection ?? requireConnection(connections)
      if (!(await ensureApiKey(connection, parts))) return
      const isMeant = rows.length > 1 || (isTreeNode(first) && rows.some((row) => !isRegion(row)))
      const chosen = isMeant ? rows : await ask(connection, rows)
      if (chosen) await compare(chosen, isMeant)
    },
    [commandIds.refreshComparison]: () => comparisons.active.refresh(),
    [commandIds.copyComparisonAs]: async () => {
      const shown = comparisons.active
      const format = await choose<CopyFormat>(vscode.l10n.t('Copy Comparison As'), {
        placeholder: vscode.l10n.t('Select a format'),
        choices: [
          { label: 'Markdown', value: 'markdown' },
          { label: 'CSV', value: 'csv' },
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
    return askWhatToCompare(title, connection, rows, tracked, clouds)
  }

  /** Opens the comparison, unless it’s canceled. */
  async function compare(chosen: readonly CloudProjectRef[], isFromView: boolean): Promise<void> {
    const [only] = chosen
    if (only && chosen.length === 1 && !isRegion(only)) {
      const account = await inProject(only)
      return account && compareRegionsOf(account, isFromView)
    }
    const comparison = await comparisonOf(chosen)
    if (comparison) comparisons.open(comparison)
  }

  /** Lists the zones of all regions of an account, and opens a table with one column for them. */
  async function compareRegionsOf(
    account: CloudProjectRef & { readonly cloudAccountLabel?: string | undefined },
    isFromView: boolean,
  ): Promise<void> {
    const listed = await listAccountRegions(account, parts, isFromView)
    if (!listed) return
    const regions = [...listed.read, ...listed.failed].map(({ ref }) => toArguments(ref))
    comparisons.open({ byAccount: true, places: regions }, listed.failed)
  }

  /** Resolves to what to compare; undefined if canceled. */
  async function comparisonOf(chosen: readonly CloudProjectRef[]): Promise<Comparison | undefined> {
    if (chosen.length < 2) {
      throw new CommandError(
        vscode.l10n.t('Select at least one account or two regions to compare.'),
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
      const account = await inProject(ref)
      if (!account) return undefined
      accounts.push(account)
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
