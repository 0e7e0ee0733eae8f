import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { hasZones } from '../../api/providers.ts'
import type { Connection } from '../../connections/connection.ts'
import { viewIds } from '../../contributions.ts'
import { collectAccounts, accountTitle } from '../../cloud/accounts.ts'
import type { AccountRef, CloudProjectRef, RegionRef } from '../../model/refs.ts'
import { valueOf } from '../../cache/results.ts'
import type { Parts } from '../../parts.ts'
import {
  lacksAccountsText,
  notShownSentences,
  truncated,
  type Unshown,
} from '../../ui/listTexts.ts'
import {
  isNode,
  type AccountNode,
  type CloudProjectNode,
  type TreeNode,
  type ZoneNode,
  type ZonesParentNode,
} from '../../ui/trees/nodes.ts'
import { zonesCopiedText } from '../../ui/copied.ts'
import type { CopySource, LoadedRecords } from './copySource.ts'
import { addFailedList, addUnreadable, loadRegions, noGaps, type Gaps } from '../zones/regionsIn.ts'
import { loadSelectedZones, zoneSelection, type ZoneSelection } from '../zones/zonesOfRows.ts'

type ZonesRow = AccountNode | CloudProjectNode | ZonesParentNode | ZoneNode
type Sources = Pick<Parts, 'pins' | 'clouds'>

/** Copies zones: all zones of the selected accounts, projects, and regions, and single zones. */
export const zonesToCopy: CopySource = {
  viewId: viewIds.zones,
  title: vscode.l10n.t('Zones'),
  progressTitle: vscode.l10n.t('Listing zones…'),
  copiedText: zonesCopiedText,
  isRow,
  load,
}

function isRow(node: TreeNode): node is ZonesRow {
  return isNode(node, 'account', 'regionlessAccount', 'cloudProject', 'region', 'zone')
}

/** Loads the zones of the selected rows, or of all accounts of the connection. */
async function load(
  connection: Connection,
  selected: readonly TreeNode[] | undefined,
  sources: Sources,
  signal: AbortSignal,
  report: (message: string) => void,
): Promise<LoadedRecords | undefined> {
  const { pins, clouds } = sources
  const gaps = noGaps()
  const rows = selected?.filter(isRow)
  const selections = rows
    ? rows.map((row) => loadSelections(row, gaps, sources))
    : (await loadAccountsWithZones(connection, gaps, sources)).map(async (account) =>
        loadWholeRegions(account, gaps, sources),
      )
  const lacksProjects = !rows && (await clouds.lacksProjects(connection)) === true
  const { zones, unreadable, failed } = await loadSelectedZones(
    (await Promise.all(selections)).flat(),
    clouds,
    signal,
    (loaded, total) => report(`${loaded}/${total}`),
  )
  if (signal.aborted) return undefined
  addUnreadable(gaps, 'zones', unreadable)
  const unshown = Object.entries(gaps.unreadable).filter(([, count]) => count > 0)
  const failures = gaps.failedLists + failed.length
  return {
    records: zones.map(({ region, zone }) =>
      zoneRecord(region, zone, accountTitle(pins, clouds, region)),
    ),
    notes: [
      gaps.isTruncated && truncated.detail,
      failures > 0 &&
        vscode.l10n.t('Cloud accounts and regions that couldn’t be loaded: {0}.', failures),
      ...unshown.map(([what, count]) => notShownSentences(what as Unshown, count)),
      lacksProjects && lacksAccountsText,
    ],
    isIncomplete: gaps.isTruncated || failures > 0 || unshown.length > 0 || lacksProjects,
    error: gaps.error ?? failed[0]?.error,
  }
}

/** Returns the zones that a row stands for. Adds to `gaps` what couldn’t be loaded. */
async function loadSelections(
  row: ZonesRow,
  gaps: Gaps,
  sources: Sources,
): Promise<readonly ZoneSelection[]> {
  if (isNode(row, 'account', 'cloudProject')) return loadWholeRegions(row, gaps, sources)
  return [zoneSelection(row)]
}

/**
 * Returns a selection of all zones for each region of an account, or of one of its projects in its cloud. Adds to
 * `gaps` what couldn’t be loaded.
 */
async function loadWholeRegions(
  place: CloudProjectRef,
  gaps: Gaps,
  sources: Sources,
): Promise<readonly ZoneSelection[]> {
  const regions = await loadRegions(place, gaps, sources)
  return regions.map((region) => ({ region }))
}

/** Loads the accounts whose providers have zones, ordered by name. Adds to `gaps` what couldn’t be loaded. */
async function loadAccountsWithZones(
  connection: Connection,
  gaps: Gaps,
  { pins, clouds }: Sources,
): Promise<AccountRef[]> {
  const result = await clouds.accounts.get(connection, { retry: true })
  if ('error' in result) addFailedList(gaps, result.error)
  const list = valueOf(result)
  if (list?.error) addFailedList(gaps, list.error)
  gaps.isTruncated = list?.isTruncated === true
  addUnreadable(gaps, 'accounts', list?.unreadable ?? 0)
  const accounts = collectAccounts(connection, pins, clouds, list).filter(({ provider }) =>
    hasZones(provider),
  )
  return accounts.toSorted((a, b) => a.name.localeCompare(b.name))
}

function zoneRecord({ region }: RegionRef, { name, state, zoneId }: Zone, account: string) {
  return { account, region, name, state, zoneId }
}
