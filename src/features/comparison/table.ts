import type { Zone } from '../../api/client.ts'
import { zoneProvider } from '../../api/providers.ts'
import { omittedFrom } from '../../api/omitted.ts'

/** The zones of a region as one account sees them, in the column where they are to stand. */
export interface Source {
  readonly column: number
  readonly provider: string
  readonly region: string
  /** Undefined where they are not known. */
  readonly zones: readonly Zone[] | undefined
}

/** In what a zone is not the same for all. */
export type Difference = 'name' | 'state' | 'missing'

/** What a column has of a zone. */
export interface Cell {
  /** As a rule one; a service may list two zones with one id. */
  readonly zones: readonly Pick<Zone, 'name' | 'state'>[]
  /** Why it has none: it is not listed, nothing is known, or the column is of another region. */
  readonly empty?: 'missing' | 'unknown' | 'elsewhere'
  /** In what it differs from the first column that has the zone. */
  readonly differs: readonly ('name' | 'state')[]
}

/** A zone, with what each column has of it. */
export interface Row {
  readonly region: string
  /** Without one, the zone is told by its name. */
  readonly zoneId?: string
  readonly cells: readonly Cell[]
  readonly differences: readonly Difference[]
}

interface Place {
  readonly region: string
  readonly zoneId?: string
  /** The sources of the same region, in any column. */
  readonly sources: readonly Source[]
  readonly zones: { readonly column: number; readonly zone: Zone }[]
}

/**
 * One row for each zone: what has the same zone id in the same region is the same zone, whatever the
 * accounts call it. Where no zone id is told there is only the name to go by, among its like.
 */
export function compareZones(columns: number, sources: readonly Source[]): Row[] {
  const regions = new Map<string, Source[]>()
  for (const source of sources) {
    const key = JSON.stringify([zoneProvider(source.provider), source.region])
    regions.set(key, [...(regions.get(key) ?? []), source])
  }
  return [...regions.values()].flatMap(placesIn).map((place) => rowOf(place, columns))
}

/** The zones of one region; its sources differ in their columns. */
function placesIn(sources: readonly Source[]): Place[] {
  const places = new Map<string, Place>()
  for (const { column, region, zones = [] } of sources) {
    for (const zone of zones) {
      const { zoneId, name } = zone
      const key = JSON.stringify(zoneId === undefined ? { name } : { zoneId })
      const place = places.get(key) ?? {
        region,
        ...(zoneId !== undefined && { zoneId }),
        sources,
        zones: [],
      }
      place.zones.push({ column, zone })
      places.set(key, place)
    }
  }
  return [...places.values()]
}

function rowOf({ region, zoneId, sources, zones }: Place, columns: number): Row {
  const found = Array.from({ length: columns }, (_, column) =>
    zones.filter((one) => one.column === column).map(({ zone }) => zone),
  )
  const first = found.find((own) => own.length > 0) ?? []
  const cells = found.map((own, column): Cell => {
    const shown = own.map(({ name, state }) => ({ name, ...(state !== undefined && { state }) }))
    if (shown.length > 0) return { zones: shown, differs: differencesOf(own, first) }
    const asked = sources.filter((source) => source.column === column)
    // It may be one of those that the service has listed, but that could not be read.
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
  // A state that is not told is no other one.
  const haveStates = states(own).length > 0 && states(first).length > 0
  const differs: ('name' | 'state')[] = []
  if (!isSame(names(own), names(first))) differs.push('name')
  if (haveStates && !isSame(states(own), states(first))) differs.push('state')
  return differs
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted())
}
