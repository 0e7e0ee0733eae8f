import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { hasZones } from '../../api/providers.ts'
import type { Connection } from '../../connections/connection.ts'
import { viewIds } from '../../contributions.ts'
import { accountsOf, accountTitle } from '../../cloud/accounts.ts'
import type { AccountRef, RegionRef } from '../../model/refs.ts'
import { valueOf } from '../../cache/results.ts'
import type { Parts } from '../../parts.ts'
import {
  lacksAccountsText,
  notShownSentences,
  truncated,
  type Unshown,
} from '../../ui/listTexts.ts'
import type {
  AccountNode,
  CloudProjectNode,
  RegionNode,
  TreeNode,
  ZoneNode,
} from '../../ui/trees/nodes.ts'
import { fail, noGaps, omit, regionsIn } from '../zones/regionsIn.ts'
import { loadZones } from '../zones/zonesOfRows.ts'

type ZonesRow = AccountNode | CloudProjectNode | RegionNode | ZoneNode
type ZonesOf = Pick<Parts, 'pins' | 'clouds'>

/** What copies zones. */
export const zonesToCopy = {
  viewId: viewIds.zones,
  title: vscode.l10n.t('Zones'),
  progress: vscode.l10n.t('Listing zones…'),
  isRow,
  load,
}

/** Returns whether a row stands for zones. */
function isRow(node: TreeNode): node is ZonesRow {
  return ['account', 'cloudProject', 'region', 'zone'].includes(node.kind)
}

/** Loads the zones of selected rows, or of all accounts, as they are by now. */
async function load(
  connection: Connection,
  selected: readonly TreeNode[] | undefined,
  sources: ZonesOf,
  signal: AbortSignal,
  report: (message: string) => void,
) {
  const { pins, clouds } = sources
  const gaps = noGaps()
  const rows = selected?.filter(isRow)
  const places = rows ?? (await accountsIn(connection, gaps, sources))
  const lacksProjects = !rows && (await clouds.lacksProjects(connection))
  // Zones, and regions with all of theirs.
  const found = places.map(async (place) =>
    'parent' in place || 'region' in place ? [place] : regionsIn(place, gaps, sources),
  )
  const { zones, unreadable, failed } = await loadZones(
    (await Promise.all(found)).flat(),
    clouds,
    signal,
    (ended, all) => report(`${ended}/${all}`),
  )
  if (signal.aborted) return undefined
  const unshown = Object.entries({ ...gaps.omitted, zones: unreadable }).filter(
    ([, count]) => count > 0,
  )
  const failures = gaps.failed + failed.length
  return {
    records: zones.map(({ of, zone }) => recordOf(of, zone, accountTitle(pins, clouds, of))),
    notes: [
      gaps.isCut && truncated.detail,
      failures > 0 &&
        vscode.l10n.t('Cloud accounts and regions that couldn’t be loaded: {0}.', failures),
      ...unshown.map(([what, count]) => notShownSentences(what as Unshown, count)),
      lacksProjects && lacksAccountsText,
    ],
    isIncomplete: gaps.isCut || failures > 0 || unshown.length > 0 || lacksProjects === true,
    error: gaps.error ?? failed[0]?.error,
  }
}

/** Loads the accounts that may have zones. */
async function accountsIn(
  connection: Connection,
  gaps: ReturnType<typeof noGaps>,
  { pins, clouds }: ZonesOf,
): Promise<AccountRef[]> {
  const result = await clouds.accounts.get(connection, { retry: true })
  if ('error' in result) fail(gaps, result.error)
  const list = valueOf(result)
  if (list?.error) fail(gaps, list.error)
  gaps.isCut = list?.isCut === true
  omit(gaps, 'accounts', list?.unreadable ?? 0)
  const accounts = accountsOf(connection, pins, clouds, list).filter(({ provider }) =>
    hasZones(provider),
  )
  return accounts.toSorted((a, b) => a.name.localeCompare(b.name))
}

function recordOf({ region }: RegionRef, { name, state, zoneId }: Zone, account: string) {
  return { account, region, name, state, zoneId }
}
