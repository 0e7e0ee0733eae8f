import type { Zone } from '../../api/client.ts'
import { underlyingProvider } from '../../api/providers.ts'
import { isComplete, type List } from '../../api/list.ts'

/** The zones of a region as one account sees them, with their column. */
interface Source {
  readonly column: number
  readonly provider: string
  readonly cloudAccountUid?: string | undefined
  readonly region: string
  /** Undefined if unknown. */
  readonly zones: List<Zone> | undefined
}

/** A kind of difference between accounts. */
type Difference = 'name' | 'state' | 'missing'

/** The cell of a zone in a column. */
interface Cell {
  /** Usually one, but a service may list two zones with one ID. */
  readonly zones: readonly Pick<Zone, 'name' | 'state'>[]
  /**
   * Why it is empty: not listed, unknown, a column of another region, or of an account in which the zone’s
   * number may mean another zone.
   */
  readonly empty?: 'missing' | 'unknown' | 'elsewhere' | 'incomparable' | undefined
  /** Differences from the first column with the zone. */
  readonly differs: readonly ('name' | 'state')[]
}

/** A zone, with a cell for each column. */
export interface Row {
  readonly region: string
  /** Undefined if the zone is identified by name. */
  readonly zoneId?: string | undefined
  readonly cells: readonly Cell[]
  readonly differences: readonly Difference[]
}

/** A zone as the account of a column sees it. */
interface SeenZone {
  readonly source: Source
  readonly zone: Zone
}

/**
 * Returns a row for each zone, by zone ID, those without one last. Zones of one region with the same zone ID are the
 * same, whatever the accounts call them. Zones without an ID are compared by name, among themselves. Azure’s are numbers, which each
 * subscription assigns for itself, so that those of two accounts are never compared.
 */
export function compareZones(columns: number, sources: readonly Source[]): Row[] {
  return groupBy(sources, ({ provider, region }) => [underlyingProvider(provider), region])
    .flatMap((own) => groupZones(own).map((seen) => rowOf(own, seen, columns)))
    .sort((a, b) => inOrder(a.zoneId, b.zoneId) || inOrder(a.region, b.region))
}

/** Groups items by a key, which is compared as JSON, in the order of the first items. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => unknown): T[][] {
  return [...Map.groupBy(items, (item) => JSON.stringify(keyOf(item))).values()]
}

/** Compares two texts as people count; without one is last. */
function inOrder(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  return a.localeCompare(b, 'en', { numeric: true }) // the order of a copy doesn’t depend on the language
}

/** Groups the zones of one region by identity. */
function groupZones(sources: readonly Source[]): SeenZone[][] {
  const all = sources.flatMap((source) =>
    (source.zones?.items ?? []).map((zone) => ({ source, zone })),
  )
  return groupBy(all, ({ source, zone }) => {
    const { zoneId, name } = zone
    if (!hasOwnNumber(source, zone)) return zoneId === undefined ? { name } : { zoneId }
    return { name, zoneId, in: source.cloudAccountUid ?? source.column }
  })
}

/** Returns whether a zone is only known by a number of its subscription. */
function hasOwnNumber({ provider }: Source, { zoneId }: Zone): boolean {
  return underlyingProvider(provider) === 'azure' && (zoneId === undefined || /^\d+$/.test(zoneId))
}

/** Returns what identifies a zone in every account, if known. */
function idOf(source: Source, zone: Zone): string | undefined {
  return hasOwnNumber(source, zone) ? undefined : zone.zoneId
}

/** Returns the row of one zone; `sources` are those of its region, in all columns. */
function rowOf(sources: readonly Source[], seen: readonly SeenZone[], columns: number): Row {
  const { source, zone } = seen[0]!
  const { region, cloudAccountUid: uid } = source
  const isNumber = hasOwnNumber(source, zone)
  const zoneId = idOf(source, zone)
  const found = Array.from({ length: columns }, (_, column) =>
    seen.filter((one) => one.source.column === column).map((one) => one.zone),
  )
  const first = found.find((own) => own.length > 0) ?? []
  /** Returns why no zone is found in a column. */
  const whyEmpty = (column: number): Cell['empty'] => {
    const asked = sources.filter((one) => one.column === column)
    if (asked.length === 0) return 'elsewhere'
    // Nothing says that two unknown accounts are one.
    const isOwn = uid !== undefined && asked.some((one) => one.cloudAccountUid === uid)
    if (isNumber && !isOwn) return 'incomparable'
    // It may be a zone that was listed but couldn’t be read, or one that is listed without its ID, or with it.
    const isRead = asked.some(
      (one) =>
        isComplete(one.zones) &&
        one.zones?.items.every(
          (other) => (idOf(one, other) === undefined) === (zoneId === undefined),
        ),
    )
    return isRead ? 'missing' : 'unknown'
  }
  const cells = found.map((zones, column): Cell =>
    zones.length > 0
      ? { zones, differs: differencesOf(zones, first) }
      : { zones, differs: [], empty: whyEmpty(column) },
  )
  const differences = (['name', 'state', 'missing'] as const).filter((kind) =>
    cells.some(({ differs, empty }) => empty === kind || differs.some((one) => one === kind)),
  )
  return { region, zoneId, cells, differences }
}

/** Returns whether a row has accounts in which its zone’s number may mean another zone. */
export function isIncomparable({ cells }: Pick<Row, 'cells'>): boolean {
  return cells.some(({ empty }) => empty === 'incomparable')
}

function differencesOf(own: readonly Zone[], first: readonly Zone[]): Cell['differs'] {
  const names = (zones: readonly Zone[]) => zones.map(({ name }) => name)
  const states = (zones: readonly Zone[]) =>
    zones.flatMap(({ state }) => (state === undefined ? [] : [state.toLowerCase()]))
  // A missing state isn’t a different one.
  const haveStates = states(own).length > 0 && states(first).length > 0
  const differs: ('name' | 'state')[] = []
  if (!isSame(names(own), names(first))) differs.push('name')
  if (haveStates && !isSame(states(own), states(first))) differs.push('state')
  return differs
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted())
}
