import type { Zone } from '../../api/client.ts'
import { zoneProvider } from '../../api/providers.ts'
import { omittedFrom } from '../../api/omitted.ts'

/** The zones of a region as one account sees them, with their column. */
export interface Source {
  readonly column: number
  readonly provider: string
  readonly region: string
  /** Undefined if unknown. */
  readonly zones: readonly Zone[] | undefined
}

/** A kind of difference between accounts. */
export type Difference = 'name' | 'state' | 'missing'

/** The cell of a zone in a column. */
export interface Cell {
  /** Usually one, but a service may list two zones with one ID. */
  readonly zones: readonly Pick<Zone, 'name' | 'state'>[]
  /** Why it is empty: not listed, unknown, or a column of another region. */
  readonly empty?: 'missing' | 'unknown' | 'elsewhere'
  /** Differences from the first column with the zone. */
  readonly differs: readonly ('name' | 'state')[]
}

/** A zone, with a cell for each column. */
export interface Row {
  readonly region: string
  /** Undefined if the zone is identified by name. */
  readonly zoneId?: string
  readonly cells: readonly Cell[]
  readonly differences: readonly Difference[]
}

/** A zone as the account of a column sees it. */
interface SeenZone {
  readonly column: number
  readonly zone: Zone
}

/**
 * Returns a row for each zone. Zones of one region with the same zone ID are the same, whatever the accounts
 * call them. Zones without an ID are compared by name, among themselves.
 */
export function compareZones(columns: number, sources: readonly Source[]): Row[] {
  const regions = new Map<string, Source[]>()
  for (const source of sources) {
    const key = JSON.stringify([zoneProvider(source.provider), source.region])
    regions.set(key, [...(regions.get(key) ?? []), source])
  }
  return [...regions.values()].flatMap((own) =>
    groupZones(own).map((seen) => rowOf(own, seen, columns)),
  )
}

/** Groups the zones of one region by identity. */
function groupZones(sources: readonly Source[]): SeenZone[][] {
  const groups = new Map<string, SeenZone[]>()
  for (const { column, zones = [] } of sources) {
    for (const zone of zones) {
      const { zoneId, name } = zone
      const key = JSON.stringify(zoneId === undefined ? { name } : { zoneId })
      groups.set(key, [...(groups.get(key) ?? []), { column, zone }])
    }
  }
  return [...groups.values()]
}

/** Returns the row of one zone; `sources` are those of its region, in all columns. */
function rowOf(sources: readonly Source[], seen: readonly SeenZone[], columns: number): Row {
  const { region = '' } = sources[0] ?? {}
  const { zoneId } = seen[0]?.zone ?? {}
  const found = Array.from({ length: columns }, (_, column) =>
    seen.filter((one) => one.column === column).map(({ zone }) => zone),
  )
  const first = found.find((own) => own.length > 0) ?? []
  const cells = found.map((own, column): Cell => {
    const shown = own.map(({ name, state }) => ({ name, ...(state !== undefined && { state }) }))
    if (shown.length > 0) return { zones: shown, differs: differencesOf(own, first) }
    const asked = sources.filter((source) => source.column === column)
    // It may be a zone that was listed but couldn’t be read.
    const isRead = asked.some((one) => one.zones !== undefined && omittedFrom(one.zones) === 0)
    return {
      zones: shown,
      empty: isRead ? 'missing' : asked.length > 0 ? 'unknown' : 'elsewhere',
      differs: [],
    }
  })
  const differences = (['name', 'state'] as const).filter((kind) =>
    cells.some(({ differs }) => differs.includes(kind)),
  )
  const isMissing = cells.some(({ empty }) => empty === 'missing')
  return {
    region,
    ...(zoneId !== undefined && { zoneId }),
    cells,
    differences: isMissing ? [...differences, 'missing'] : differences,
  }
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
