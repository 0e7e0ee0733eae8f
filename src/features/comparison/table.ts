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

/** The rows of a comparison. */
export interface ComparedZones {
  readonly rows: readonly Row[]
  /** The number of zones that have no row, because the table would be too large. */
  readonly unshown: number
}

/**
 * The maximum number of cells in a table. It has a cell for each zone and account, and where each account has zones of
 * its own, as on Azure, there are as many as the square of the number of accounts.
 */
const maxCells = 20_000

/**
 * Returns a row for each zone, ordered by zone ID; zones without an ID are last. Two zones of a region with the same
 * zone ID are the same zone, whatever the accounts call them. Zones without an ID are compared with each other by name.
 * Azure’s zones are numbers that each subscription assigns for itself, so those of two subscriptions are never
 * compared.
 */
export function compareZones(columns: number, sources: readonly Source[]): ComparedZones {
  const regions = groupBy(sources, ({ provider, region }) => [underlyingProvider(provider), region])
  const zones = regions.flatMap(findZones)
  zones.sort((a, b) => compareTexts(a.zoneId, b.zoneId) || compareTexts(a.region, b.region))
  const shown = zones.slice(0, Math.max(1, Math.floor(maxCells / columns)))
  return {
    rows: shown.map((zone) => createRow(zone, columns)),
    unshown: zones.length - shown.length,
  }
}

/** Groups items by a key. Two keys are equal if their JSON is. The groups are in the order of their first items. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => unknown): T[][] {
  return [...Map.groupBy(items, (item) => JSON.stringify(keyOf(item))).values()]
}

/** Always in English, so that a copied table has the same order in every display language. */
const collator = new Intl.Collator('en', { numeric: true })

/** Compares two texts for sorting, with numbers in them by value: `a2` is before `a10`. An undefined text is last. */
function compareTexts(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  return collator.compare(a, b)
}

/** What the lists of a region in a column say of the zones that they don’t have. */
interface ColumnLists {
  readonly accountUids: ReadonlySet<string | undefined>
  /** True if they prove that a zone with an ID for all accounts isn’t there. */
  readonly areIdsComplete: boolean
  /** True if they prove that a zone without such an ID isn’t there. */
  readonly areNamesComplete: boolean
}

/** A zone of a region, as one or several accounts list it. */
interface ComparedZone extends Pick<Row, 'region' | 'zoneId'> {
  /** Not empty. */
  readonly listed: readonly SourceZone[]
  /** The lists of its region, by column. */
  readonly listsByColumn: ReadonlyMap<number, ColumnLists>
}

/** Returns the zones of a region. `sources` are the lists of the region in all columns. */
function findZones(sources: readonly Source[]): ComparedZone[] {
  const sourceZones = sources.flatMap((source) =>
    (source.zones?.items ?? []).map((zone) => ({ source, zone })),
  )
  const groups = groupBy(sourceZones, ({ source, zone }) => {
    const { zoneId, name } = zone
    if (!hasSubscriptionNumber(source, zone)) return zoneId === undefined ? { name } : { zoneId }
    return { name, zoneId, in: source.cloudAccountUid ?? source.column }
  })
  const sourcesByColumn = Map.groupBy(sources, ({ column }) => column)
  const listsByColumn = new Map(
    [...sourcesByColumn].map(([column, lists]) => [column, describeLists(lists)]),
  )
  return groups.map((listed) => {
    const { source, zone } = listed[0]!
    const zoneId = accountIndependentId(source, zone)
    return { region: source.region, zoneId, listed, listsByColumn }
  })
}

/**
 * Describes the lists of a region in a column. A zone isn’t proven to be missing if entries of the list couldn’t be
 * read, or if zone IDs are only known on one side: the zone may be among those without an ID.
 */
function describeLists(sources: readonly Source[]): ColumnLists {
  const complete = sources.filter(({ zones }) => isComplete(zones))
  const zonesHaveIds = complete.map((source) => {
    return new Set(
      source.zones?.items.map((zone) => accountIndependentId(source, zone) !== undefined),
    )
  })
  return {
    accountUids: new Set(sources.map(({ cloudAccountUid }) => cloudAccountUid)),
    areIdsComplete: zonesHaveIds.some((haveIds) => !haveIds.has(false)),
    areNamesComplete: zonesHaveIds.some((haveIds) => !haveIds.has(true)),
  }
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

function createRow(zone: ComparedZone, columns: number): Row {
  const { region, zoneId, listed, listsByColumn } = zone
  const listedByColumn = Map.groupBy(listed, ({ source }) => source.column)
  const zonesByColumn = Array.from({ length: columns }, (_, column) =>
    (listedByColumn.get(column) ?? []).map((same) => same.zone),
  )
  const firstZones = zonesByColumn.find((zones) => zones.length > 0) ?? []
  const cells = zonesByColumn.map((zones, column): Cell => {
    if (zones.length > 0) return { zones, differs: differencesOf(zones, firstZones) }
    return { zones, differs: [], empty: emptyReason(zone, listsByColumn.get(column)) }
  })
  const differences = (['name', 'state', 'missing'] as const).filter((kind) =>
    cells.some(({ differs, empty }) => empty === kind || differs.some((found) => found === kind)),
  )
  return { region, zoneId, cells, differences }
}

/** Returns why a column, whose lists of the region are `lists`, has no zone that matches a zone. */
function emptyReason(
  { zoneId, listed }: ComparedZone,
  lists: ColumnLists | undefined,
): NonNullable<Cell['empty']> {
  if (!lists) return 'elsewhere'
  const { source, zone } = listed[0]!
  const { cloudAccountUid } = source
  // The identity of two unknown accounts isn’t known, so they don’t count as the same account.
  const isSameAccount = cloudAccountUid !== undefined && lists.accountUids.has(cloudAccountUid)
  if (hasSubscriptionNumber(source, zone) && !isSameAccount) return 'incomparable'
  const isProvenMissing = zoneId === undefined ? lists.areNamesComplete : lists.areIdsComplete
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
