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
import { regionsOf, sameZone } from '../../inventory/regions.ts'
import { isFailed, valueOf } from '../../inventory/results.ts'
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
import type { LoadedCopy, WantedCopy } from './wantedCopy.ts'

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

/** Returns the zones of rows, or of all accounts, with what isn’t loaded of them. */
export async function zonesToCopy(
  connection: Connection,
  rows: readonly ZonesRow[] | undefined,
  sources: ZonesOf,
): Promise<WantedCopy> {
  const { tracked, clouds } = sources
  const gaps: Gaps = { failed: 0, isCut: false, omitted: {} }
  const places = rows ?? (await accountsIn(connection, gaps, sources))
  // Zones, and regions with all of theirs.
  const found = places.map(async (place) =>
    'of' in place || 'region' in place ? [place] : regionsIn(place, gaps, sources),
  )
  const parts: (ZoneNode | RegionRef)[] = (await Promise.all(found)).flat()
  const regions = parts.filter((one): one is RegionRef => !isZone(one))
  // The zones of a region whose refresh failed are from before it.
  const kept = new Map<string, RegionRef>()
  for (const { of } of parts.filter(isZone)) {
    if (isFailed(clouds.zones.peek(of))) kept.set(keyOf('region', of), of)
  }
  const isWhole = new Set(regions.map((ref) => keyOf('region', ref)))
  const again = [...kept].filter(([key]) => !isWhole.has(key)).map(([, region]) => region)
  const needed = [...regions, ...again]
  const unknown = needed.filter((one) => !valueOf(clouds.zones.peek(one)))
  return { toLoad: unknown.length, load }

  async function load(signal: AbortSignal, report: (message: string) => void): Promise<LoadedCopy> {
    const { read, failed } = await fetchAll(
      needed,
      (region, _, priority) => clouds.zones.getOrRetry(region, priority),
      signal,
      (ended) => report(vscode.l10n.t('Regions: {0} of {1}', ended, needed.length)),
    )
    const zonesOf = new Map(read.map(({ ref, value }) => [keyOf('region', ref), value]))
    const records = new Map<string, ReturnType<typeof recordOf>>()
    const add = (of: RegionRef, zone: Zone, position: number) =>
      records.set(
        `${keyOf('region', of)} ${position}`,
        recordOf(of, zone, accountTitle(tracked, clouds, of)),
      )
    for (const part of parts) {
      if (isZone(part)) {
        const key = keyOf('region', part.of)
        const zone = kept.has(key) ? sameZone(part, zonesOf.get(key) ?? []) : part
        if (zone) add(part.of, zone, zone.position)
      } else
        zonesOf.get(keyOf('region', part))?.forEach((zone, position) => add(part, zone, position))
    }
    const zones = [...isWhole].reduce((sum, key) => sum + omittedFrom(zonesOf.get(key) ?? []), 0)
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
}

function isZone(part: ZoneNode | RegionRef): part is ZoneNode {
  return 'of' in part
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
    if (found.length > 0) projects = found.map(({ id }) => id)
  }
  const regions = projects.map(async (one) => {
    const place = { ...account, project: one }
    const listed = await clouds.regions.getOrRetry(place)
    if ('error' in listed) fail(gaps, listed.error)
    omit(gaps, 'regions', omittedFrom(valueOf(listed)))
    return regionsOf(place, tracked, clouds).filter(({ isOptedIn }) => isOptedIn)
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
