import type { Zone } from '../../api/client.ts'
import { underlyingProvider } from '../../api/providers.ts'
import { isComplete, type List } from '../../api/list.ts'

/** The zones of a region as an account names them, with the index of the account’s column. */
interface Source {
  readonly column: number
  readonly provider: string
  readonly cloudAccountUid?: string | undefined
  readonly region: string
  /** Undefined if the zones aren’t known, for example after an error. */
  readonly zones: List<Zone> | undefined
}

/** A kind of difference between accounts. */
type Difference = 'name' | 'state' | 'missing'

interface Cell {
  /** Usually one zone, but a service may list two zones with one ID. */
  readonly zones: readonly Pick<Zone, 'name' | 'state'>[]
  /**
   * Why the cell is empty. `missing`: the account doesn’t have the zone. `unknown`: the account’s zones couldn’t be
   * loaded or read. `elsewhere`: the account isn’t compared in the zone’s region. `incomparable`: the account numbers
   * its zones differently, so that the same number may mean another zone (Azure).
   */
  readonly empty?: 'missing' | 'unknown' | 'elsewhere' | 'incomparable' | undefined
  /** What differs from the first column that has the zone. */
  readonly differs: readonly ('name' | 'state')[]
}

/** A zone, with a cell for each column. */
export interface Row {
  readonly region: string
  /** Undefined if the zone is identified by its name. */
  readonly zoneId?: string | undefined
  readonly cells: readonly Cell[]
  readonly differences: readonly Difference[]
}

/** A zone, with the account and region that list it. */
interface SourceZone {
  readonly source: Source
  readonly zone: Zone
}

/**
 * Returns a row for each zone, ordered by zone ID; zones without an ID are last. Two zones of a region with the same
 * zone ID are the same zone, whatever the accounts call them. Zones without an ID are compared with each other by name.
 * Azure’s zones are numbers that each subscription assigns for itself, so those of two subscriptions are never
 * compared.
 */
export function compareZones(columns: number, sources: readonly Source[]): Row[] {
  const regions = groupBy(sources, ({ provider, region }) => [underlyingProvider(provider), region])
  const rows = regions.flatMap((regionSources) =>
    groupZones(regionSources).map((sameZones) => createRow(regionSources, sameZones, columns)),
  )
  return rows.sort((a, b) => compareTexts(a.zoneId, b.zoneId) || compareTexts(a.region, b.region))
}

/** Groups items by a key. Two keys are equal if their JSON is. The groups are in the order of their first items. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => unknown): T[][] {
  return [...Map.groupBy(items, (item) => JSON.stringify(keyOf(item))).values()]
}

/** Compares two texts for sorting, with numbers in them by value: `a2` is before `a10`. An undefined text is last. */
function compareTexts(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  // Always in English, so that a copied table has the same order in every display language.
  return a.localeCompare(b, 'en', { numeric: true })
}

/** Groups the zones of a region: each group is one zone, as several accounts list it. */
function groupZones(sources: readonly Source[]): SourceZone[][] {
  const sourceZones = sources.flatMap((source) =>
    (source.zones?.items ?? []).map((zone) => ({ source, zone })),
  )
  return groupBy(sourceZones, ({ source, zone }) => {
    const { zoneId, name } = zone
    if (!hasSubscriptionNumber(source, zone)) return zoneId === undefined ? { name } : { zoneId }
    return { name, zoneId, in: source.cloudAccountUid ?? source.column }
  })
}

/** Returns whether a zone is known only by a number that is valid in its subscription alone (Azure). */
function hasSubscriptionNumber({ provider }: Source, { zoneId }: Zone): boolean {
  return underlyingProvider(provider) === 'azure' && (zoneId === undefined || /^\d+$/.test(zoneId))
}

/**
 * Returns the zone ID if it means the same zone in every account, such as `use1-az1`. Undefined if the service doesn’t
 * return it, or if it is a number that only means something in its subscription (Azure).
 */
function accountIndependentId(source: Source, zone: Zone): string | undefined {
  return hasSubscriptionNumber(source, zone) ? undefined : zone.zoneId
}

/** Returns the row of a zone. `sources` are the lists of its region in all columns. */
function createRow(
  sources: readonly Source[],
  sameZones: readonly SourceZone[],
  columns: number,
): Row {
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
  return { region: source.region, zoneId: accountIndependentId(source, zone), cells, differences }
}

/**
 * Returns why a column has no zone that matches the row’s zone. `columnSources` are the column’s lists of the region.
 */
function emptyReason(
  columnSources: readonly Source[],
  zoneSource: Source,
  zone: Zone,
): NonNullable<Cell['empty']> {
  if (columnSources.length === 0) return 'elsewhere'
  const { cloudAccountUid } = zoneSource
  // The identity of two unknown accounts isn’t known, so they don’t count as the same account.
  const isSameAccount =
    cloudAccountUid !== undefined &&
    columnSources.some((source) => source.cloudAccountUid === cloudAccountUid)
  if (hasSubscriptionNumber(zoneSource, zone) && !isSameAccount) return 'incomparable'
  const hasId = accountIndependentId(zoneSource, zone) !== undefined
  // A zone isn’t proven to be missing if entries of the list couldn’t be read, or if zone IDs are only known on one
  // side: the zone may be among those without an ID.
  const isProvenMissing = columnSources.some(
    (source) =>
      isComplete(source.zones) &&
      source.zones?.items.every(
        (other) => (accountIndependentId(source, other) !== undefined) === hasId,
      ),
  )
  return isProvenMissing ? 'missing' : 'unknown'
}

/** Returns whether the row has a cell of an account in which the zone’s number may mean another zone. */
export function isIncomparable({ cells }: Pick<Row, 'cells'>): boolean {
  return cells.some(({ empty }) => empty === 'incomparable')
}

function differencesOf(zones: readonly Zone[], firstZones: readonly Zone[]): Cell['differs'] {
  const differs: ('name' | 'state')[] = []
  if (!haveSameTexts(namesOf(zones), namesOf(firstZones))) differs.push('name')
  const states = statesOf(zones)
  const firstStates = statesOf(firstZones)
  // A state that the service leaves out isn’t a difference.
  const haveStates = states.length > 0 && firstStates.length > 0
  if (haveStates && !haveSameTexts(states, firstStates)) differs.push('state')
  return differs
}

function namesOf(zones: readonly Zone[]): string[] {
  return zones.map(({ name }) => name)
}

function statesOf(zones: readonly Zone[]): string[] {
  return zones.flatMap(({ state }) => state?.toLowerCase() ?? [])
}

function haveSameTexts(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted())
}
