import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { hasRegions, mayHaveZones } from '../../api/providers.ts'
import type { ApiError } from '../../api/errors.ts'
import { omittedFrom } from '../../api/omitted.ts'
import type { Connection } from '../../connections/connection.ts'
import { accountsOf, accountTitle } from '../../inventory/accounts.ts'
import { fetchAll } from '../../inventory/fetchAll.ts'
import {
  keyOf,
  type AccountRef,
  type CloudProjectRef,
  type RegionRef,
} from '../../inventory/refs.ts'
import { indexOfZone, regionsOf } from '../../inventory/regions.ts'
import { valueOf } from '../../inventory/results.ts'
import type { Parts } from '../../parts.ts'
import { truncated } from '../../texts.ts'
import { notShownSentences, type Unshown } from '../../ui/notShownTexts.ts'
import type {
  AccountNode,
  CloudProjectNode,
  RegionNode,
  TreeNode,
  ZoneNode,
} from '../../ui/trees/nodes.ts'
import type { LoadedCopy } from './loadedCopy.ts'

type ZonesRow = AccountNode | CloudProjectNode | RegionNode | ZoneNode
type ZonesOf = Pick<Parts, 'tracked' | 'clouds'>

/** Returns whether a row stands for zones. */
export function isZonesRow(node: TreeNode): node is ZonesRow {
  return ['account', 'cloudProject', 'region', 'zone'].includes(node.kind)
}

/** What couldn’t be found out about the regions. */
interface Gaps {
  /** The number of lists of accounts and regions that couldn’t be loaded. */
  failed: number
  isCut: boolean
  omitted: { -readonly [what in Unshown]?: number }
  error?: ApiError | undefined
}

/** Loads the zones of rows, or of all accounts, as they are by now. */
export async function zonesToCopy(
  connection: Connection,
  rows: readonly ZonesRow[] | undefined,
  sources: ZonesOf,
  signal: AbortSignal,
  report: (message: string) => void,
): Promise<LoadedCopy> {
  const { tracked, clouds } = sources
  const gaps: Gaps = { failed: 0, isCut: false, omitted: {} }
  const places = rows ?? (await accountsIn(connection, gaps, sources))
  // Zones, and regions with all of theirs.
  const found = places.map(async (place) =>
    'of' in place || 'region' in place ? [place] : regionsIn(place, gaps, sources),
  )
  const parts: (ZoneNode | RegionRef)[] = (await Promise.all(found)).flat()
  const regions = new Map(
    parts.map((part) => ('of' in part ? part.of : part)).map((of) => [keyOf('region', of), of]),
  )
  const { read, failed } = await fetchAll(
    [...regions.values()],
    (region, _, priority) => clouds.zones.getOrRetry(region, priority),
    signal,
    (ended) => report(`${ended}/${regions.size}`),
  )
  const zonesOf = new Map(read.map(({ ref, value }) => [keyOf('region', ref), value]))
  const records = new Map<string, ReturnType<typeof recordOf>>()
  const whole = new Map<string, number>()
  for (const part of parts) {
    const of = 'of' in part ? part.of : part
    const key = keyOf('region', of)
    const zones = zonesOf.get(key) ?? []
    const account = accountTitle(tracked, clouds, of)
    if (!('of' in part)) whole.set(key, omittedFrom(zones))
    for (const index of 'of' in part ? [indexOfZone(part, zones)] : zones.keys()) {
      const zone = zones[index]
      if (zone) records.set(`${key} ${index}`, recordOf(of, zone, account))
    }
  }
  const zones = [...whole.values()].reduce((sum, count) => sum + count, 0)
  const omitted = Object.entries({ ...gaps.omitted, zones }).filter(([, count]) => count > 0)
  const failures = gaps.failed + failed.length
  return {
    columns,
    records: [...records.values()],
    notes: [
      gaps.isCut ? truncated.detail : '',
      failures > 0
        ? vscode.l10n.t('Cloud accounts and regions that couldn’t be loaded: {0}.', failures)
        : '',
      ...omitted.map(([what, count]) => notShownSentences(what as Unshown, count)),
    ],
    isIncomplete: gaps.isCut || failures > 0 || omitted.length > 0,
    error: gaps.error ?? failed[0]?.error,
  }
}

/** Loads the accounts that may have zones. */
async function accountsIn(
  connection: Connection,
  gaps: Gaps,
  { tracked, clouds }: ZonesOf,
): Promise<AccountRef[]> {
  const result = await clouds.accounts.getOrRetry(connection)
  if ('error' in result) fail(gaps, result.error)
  const list = valueOf(result)
  if (list?.error) fail(gaps, list.error)
  gaps.isCut = list?.isCut === true
  omit(gaps, 'accounts', list?.unreadable ?? 0)
  const accounts = accountsOf(connection, tracked, clouds, list).filter(mayHaveZones)
  return accounts.toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Loads the regions of an account, or of one of its projects in its cloud. */
async function regionsIn(
  { connection, provider, cloudAccountUid, project }: CloudProjectRef,
  gaps: Gaps,
  { tracked, clouds }: ZonesOf,
): Promise<RegionRef[]> {
  const account = { connection, provider, cloudAccountUid }
  if (!hasRegions(provider)) return [{ ...account, region: '' }]
  let projects: (string | undefined)[] = [project]
  if (project === undefined) {
    const listed = await clouds.projects.getOrRetry(account)
    if ('error' in listed) fail(gaps, listed.error)
    const found = valueOf(listed) ?? []
    omit(gaps, 'projects', omittedFrom(found))
    const [only] = found
    // As in the view, regions may be pinned in a project that isn’t listed.
    const kept = tracked.regions(account).map(({ project: own = only?.id }) => own)
    if (only) projects = [...new Set([...found.map(({ id }) => id), ...kept])]
  }
  const regions = projects.map(async (one) => {
    const place = { ...account, project: one }
    const listed = await clouds.regions.getOrRetry(place)
    if ('error' in listed) fail(gaps, listed.error)
    omit(gaps, 'regions', omittedFrom(valueOf(listed)))
    const known = regionsOf(place, tracked, clouds).filter(({ isOptedIn }) => isOptedIn)
    // The service may have some, and doesn’t say which.
    if ('value' in listed && !listed.value && known.length === 0) gaps.failed++
    return known
  })
  return (await Promise.all(regions)).flat()
}

function fail(gaps: Gaps, error: ApiError): void {
  gaps.failed++
  gaps.error ??= error
}

function omit({ omitted }: Gaps, what: Unshown, count: number): void {
  omitted[what] = (omitted[what] ?? 0) + count
}

const columns = ['account', 'region', 'name', 'state', 'zoneId'] as const

function recordOf({ region }: RegionRef, { name, state, zoneId }: Zone, account: string) {
  return { account, region, name, state, zoneId }
}
