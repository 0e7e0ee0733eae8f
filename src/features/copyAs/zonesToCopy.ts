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
import type { CopySource, LoadedRecords } from './copySource.ts'
import {
  loadRegions,
  mergeOmissions,
  noOmissions,
  findOmissions,
  type Omissions,
} from '../zones/loadRegions.ts'
import { loadSelectedZones, zoneSelection, type ZoneSelection } from '../zones/zonesOfRows.ts'

type ZonesRow = AccountNode | CloudProjectNode | ZonesParentNode | ZoneNode
type Sources = Pick<Parts, 'pins' | 'clouds'>

/** Copies zones: all zones of the selected accounts, projects, and regions, and single zones. */
export const zonesToCopy: CopySource = {
  viewId: viewIds.zones,
  title: vscode.l10n.t('Zones'),
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
  const rows = selected?.filter(isRow)
  const selection = rows
    ? await selectRows(rows, sources)
    : await selectAllZones(connection, sources)
  const lacksProjects = !rows && (await clouds.lacksProjects(connection)) === true
  const { zones, unreadable, failed } = await loadSelectedZones(
    selection.selections,
    clouds,
    signal,
    (loaded, total) => report(`${loaded}/${total}`),
  )
  if (signal.aborted) return undefined
  const zoneOmissions = { ...noOmissions, unreadable: { zones: unreadable } }
  const omissions = mergeOmissions([selection.omissions, zoneOmissions])
  const unshown = Object.entries(omissions.unreadable).filter(([, count]) => count > 0)
  const failures = omissions.failedLists + failed.length
  return {
    records: zones.map(({ region, zone }) =>
      zoneRecord(region, zone, accountTitle(pins, clouds, region)),
    ),
    notes: [
      omissions.isTruncated && truncated.detail,
      failures > 0 && vscode.l10n.t('Lists that couldn’t be loaded: {0}.', failures),
      ...unshown.map(([what, count]) => notShownSentences(what as Unshown, count)),
      lacksProjects && lacksAccountsText,
    ],
    isIncomplete: omissions.isTruncated || failures > 0 || unshown.length > 0 || lacksProjects,
    error: omissions.error ?? failed[0]?.error,
  }
}

/** The zones to copy, and what is missing in them. */
interface SelectedZones {
  readonly selections: readonly ZoneSelection[]
  readonly omissions: Omissions
}

/** Returns the zones that rows stand for: an account or a project stands for all zones of its regions. */
async function selectRows(rows: readonly ZonesRow[], sources: Sources): Promise<SelectedZones> {
  const loading = rows.map(async (row): Promise<SelectedZones> => {
    if (isNode(row, 'account', 'cloudProject')) return selectRegions(row, sources)
    return { selections: [zoneSelection(row)], omissions: noOmissions }
  })
  return mergeSelected(await Promise.all(loading))
}

/** Returns all zones of all accounts of a connection. */
async function selectAllZones(connection: Connection, sources: Sources): Promise<SelectedZones> {
  const { accounts, omissions } = await loadAccountsWithZones(connection, sources)
  const loading = accounts.map(async (account) => selectRegions(account, sources))
  const accountOmissions = { selections: [], omissions }
  return mergeSelected([accountOmissions, ...(await Promise.all(loading))])
}

/** Returns all zones of the regions of an account, or of one of its Google Cloud projects. */
async function selectRegions(account: CloudProjectRef, sources: Sources): Promise<SelectedZones> {
  const { regions, omissions } = await loadRegions(account, sources)
  return { selections: regions.map((region) => ({ region })), omissions }
}

function mergeSelected(parts: readonly SelectedZones[]): SelectedZones {
  return {
    selections: parts.flatMap(({ selections }) => selections),
    omissions: mergeOmissions(parts.map(({ omissions }) => omissions)),
  }
}

/** Loads the accounts whose providers have zones, ordered by name. */
async function loadAccountsWithZones(
  connection: Connection,
  { pins, clouds }: Sources,
): Promise<{ accounts: readonly AccountRef[]; omissions: Omissions }> {
  const result = await clouds.accounts.get(connection, { retry: true })
  const list = valueOf(result)
  const accounts = collectAccounts(connection, pins, clouds, list).filter(({ provider }) =>
    hasZones(provider),
  )
  const omissions = findOmissions(result, 'accounts')
  return {
    accounts: accounts.toSorted((a, b) => a.name.localeCompare(b.name)),
    omissions: {
      ...omissions,
      isTruncated: list?.isTruncated === true,
      // The first page was loaded, but not a later page.
      failedLists: omissions.failedLists + (list?.error ? 1 : 0),
      error: omissions.error ?? list?.error,
    },
  }
}

function zoneRecord({ region }: RegionRef, { name, state, zoneId }: Zone, account: string) {
  return { account, region, name, state, zoneId }
}
