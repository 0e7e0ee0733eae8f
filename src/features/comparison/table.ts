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
interface SourceZone {
  readonly source: Source
  readonly zone: Zone
}

/**
 * Returns a row for each zone, by zone ID, those without one last. Zones of one region with the same zone ID are the
 * same, whatever the accounts call them. Zones without an ID are compared by name, among themselves. Azure’s are numbers, which each
 * subscription assigns for itself, so that those of two accounts are never compared.
 */
export function compareZones(columns: number, sources: readonly Source[]): Row[] {
  const regions = groupBy(sources, ({ provider, region }) => [underlyingProvider(provider), region])
  const rows = regions.flatMap((regionSources) =>
    groupZones(regionSources).map((sameZones) => rowOf(regionSources, sameZones, columns)),
  )
  return rows.sort((a, b) => compareTexts(a.zoneId, b.zoneId) || compareTexts(a.region, b.region))
}

/** Groups items by a key, which is compared as JSON, in the order of the first items. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => unknown): T[][] {
  return [...Map.groupBy(items, (item) => JSON.stringify(keyOf(item))).values()]
}

/** Compares two texts as people count; a missing one is last. */
function compareTexts(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  // The order of a copy doesn’t depend on the language.
  return a.localeCompare(b, 'en', { numeric: true })
}

/** Groups the zones of one region by identity. */
function groupZones(sources: readonly Source[]): SourceZone[][] {
  const sourceZones = sources.flatMap((source) =>
    (source.zones?.items ?? []).map((zone) => ({ source, zone })),
  )
  return groupBy(sourceZones, ({ source, zone }) => {
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
function rowOf(sources: readonly Source[], sameZones: readonly SourceZone[], columns: number): Row {
  const [first] = sameZones
  const { source, zone } = first!
  const zonesByColumn = Array.from({ length: columns }, (_, column) =>
    sameZones.filter((same) => same.source.column === column).map((same) => same.zone),
  )
  const firstZones = zonesByColumn.find((zones) => zones.length > 0) ?? []
  const cells = zonesByColumn.map((zones, column): Cell => {
    if (zones.length > 0) return { zones, differs: differencesOf(zones, firstZones) }
    const columnSources = sources.filter((candidate) => candidate.column === column)
    return { zones, differs: [], empty: emptyReason(columnSources, source, zone) }
  })
  const differences = (['name', 'state', 'missing'] as const).filter((kind) =>
    cells.some(({ differs, empty }) => empty === kind || differs.some((found) => found === kind)),
  )
  return { region: source.region, zoneId: idOf(source, zone), cells, differences }
}

/** Returns why no zone like that of another source is found in a column, whose sources for the region are given. */
function emptyReason(
  columnSources: readonly Source[],
  zoneSource: Source,
  zone: Zone,
): NonNullable<Cell['empty']> {
  if (columnSources.length === 0) return 'elsewhere'
  const { cloudAccountUid } = zoneSource
  // Nothing says that two unknown accounts are the same.
  const isSameAccount =
    cloudAccountUid !== undefined &&
    columnSources.some((source) => source.cloudAccountUid === cloudAccountUid)
  if (hasOwnNumber(zoneSource, zone) && !isSameAccount) return 'incomparable'
  const hasId = idOf(zoneSource, zone) !== undefined
  // It may be a zone that was listed but couldn’t be read, or one that is listed without its ID, or with it.
  const isProvenMissing = columnSources.some(
    (source) =>
      isComplete(source.zones) &&
      source.zones?.items.every((other) => (idOf(source, other) !== undefined) === hasId),
  )
  return isProvenMissing ? 'missing' : 'unknown'
}

/** Returns whether a row has accounts in which its zone’s number may mean another zone. */
export function isIncomparable({ cells }: Pick<Row, 'cells'>): boolean {
  return cells.some(({ empty }) => empty === 'incomparable')
}

function differencesOf(zones: readonly Zone[], firstZones: readonly Zone[]): Cell['differs'] {
  const differs: ('name' | 'state')[] = []
  if (!isSame(namesOf(zones), namesOf(firstZones))) differs.push('name')
  const states = statesOf(zones)
  const firstStates = statesOf(firstZones)
  // A missing state isn’t a different one.
  const haveStates = states.length > 0 && firstStates.length > 0
  if (haveStates && !isSame(states, firstStates)) differs.push('state')
  return differs
}

function namesOf(zones: readonly Zone[]): string[] {
  return zones.map(({ name }) => name)
}

function statesOf(zones: readonly Zone[]): string[] {
  return zones.flatMap(({ state }) => state?.toLowerCase() ?? [])
}

/** Returns whether two lists have the same texts, in any order. */
function isSame(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted())
}
