import * as v from 'valibot'
import type { ApiError, Zone } from '../../api/client.ts'
import type { List } from '../../api/list.ts'
import { compareZones, groupBy, type Row } from './table.ts'
import { isSameConnection, type Connection } from '../../connections/connection.ts'
import { accountTitle } from '../../cloud/accounts.ts'
import { RegionArguments } from '../../ui/arguments.ts'
import type { RegionRef } from '../../model/refs.ts'
import { fetchAll } from '../../cache/fetchAll.ts'
import { toResult } from '../../cache/results.ts'
import type { Parts } from '../../parts.ts'

/** A region of an account, with the connection’s name. */
const Place = v.object({ ...RegionArguments.entries, connection: v.string() })
type Place = v.InferOutput<typeof Place>

/** A comparison, with a column for each account. */
export const Comparison = v.object({
  places: v.pipe(v.array(Place), v.minLength(1), v.maxLength(20_000)),
})
export type Comparison = v.InferOutput<typeof Comparison>

/** The zones of a region in a comparison. */
export interface PlaceState {
  readonly place: Place
  /** Undefined if the connection doesn’t exist. */
  ref?: RegionRef | undefined
  /** The account’s last known name. */
  name?: string
  /** The latest zones, kept until others are loaded. */
  known?: { readonly value: List<Zone>; readonly at: number } | undefined
  /** The error of the latest request. */
  error?: ApiError | undefined
  /** The request in progress. */
  loading?: PlaceLoad | undefined
}

/** A request for the zones of a region. */
interface PlaceLoad {
  readonly state: PlaceState
  /** The region that was requested. The state may have another reference by the end. */
  readonly ref: RegionRef
}

/**
 * The data of a comparison. Uses what other features load, and loads on request. Data is kept even if other
 * caches are invalidated, because a table must not become empty while somebody reads it.
 */
export class ComparisonData {
  readonly columns: readonly (readonly PlaceState[])[]
  readonly #sources: Parts
  readonly #onChange: () => void

  constructor(comparison: Comparison, sources: Parts, onChange: () => void) {
    this.#sources = sources
    this.#onChange = onChange
    this.columns = columnsOf(comparison).map((places) => places.map((place) => ({ place })))
  }

  get places(): readonly PlaceState[] {
    return this.columns.flat()
  }

  get rows(): Row[] {
    const sources = this.columns.flatMap((states, column) =>
      states.map(({ place, known }) => ({ ...place, column, zones: known?.value })),
    )
    return compareZones(this.columns.length, sources)
  }

  /** Updates from the cache. Data of another service or project is dropped. */
  syncFromCache(): void {
    const { connections, pins, clouds } = this.#sources
    for (const state of this.places) {
      const connection = connections.find(state.place.connection)
      if (!state.ref || !isSameConnection(state.ref.connection, connection)) {
        // The account of another service may have another name.
        if (connection && state.ref?.connection.baseUrl !== connection.baseUrl) delete state.name
        state.ref = connection && { ...state.place, connection }
        state.known = undefined
        state.error = undefined
      }
      if (!state.ref) continue
      const name = accountTitle(pins, clouds, state.ref)
      if (name !== state.place.cloudAccountUid) state.name = name
      const latest = clouds.zones.peek(state.ref)
      if (!latest || !('value' in latest) || latest === state.known) continue
      state.known = latest
      state.error = undefined
    }
    this.#onChange()
  }

  /** Drops the data of an earlier API key, which is another user’s. */
  forget(): void {
    for (const state of this.places) {
      state.known = undefined
      state.error = undefined
      // A pending request isn’t for the new reference.
      if (state.ref) state.ref = { ...state.ref }
    }
    this.#onChange()
  }

  /** Loads regions, cached or not, except for those that are being loaded. */
  async load(states: readonly PlaceState[], signal: AbortSignal): Promise<void> {
    const loads = states.flatMap((state): PlaceLoad[] =>
      state.ref && !state.loading ? [{ state, ref: state.ref }] : [],
    )
    for (const load of loads) load.state.loading = load
    this.#onChange()
    try {
      const { zones } = this.#sources.clouds
      const { failed } = await fetchAll(
        loads,
        async (load, fetchSignal, priority) => {
          const result = await toResult(zones.refresh(load.ref, { signal: fetchSignal, priority }))
          endLoad(load, 'error' in result ? result.error : undefined)
          return result
        },
        signal,
        this.#onChange,
      )
      for (const { ref: load, error } of failed) endLoad(load, error)
    } finally {
      for (const load of loads) endLoad(load)
      this.#onChange()
    }
  }

  /** Loads the accounts’ names if nothing else has. */
  async loadNames(): Promise<void> {
    const connections = new Set<Connection>()
    for (const { ref, name } of this.places) {
      if (ref && name === undefined) connections.add(ref.connection)
    }
    const { accounts } = this.#sources.clouds
    await Promise.all(
      [...connections].map((connection) => accounts.get(connection, { retry: true })),
    )
    this.syncFromCache()
  }
}

/** Ends a request, after which the region may be requested again before the other requests have ended. */
function endLoad(load: PlaceLoad, error?: ApiError): void {
  const { state, ref } = load
  if (state.loading !== load) return
  state.loading = undefined
  // Meanwhile, the state may be of another service, project, or API key.
  if (error && state.ref === ref && error.kind !== 'cancelled') state.error = error
}

/** Returns a column for each account with its regions, each of them once. */
function columnsOf({ places }: Comparison): Place[][] {
  const accounts = groupBy(places, ({ connection, provider, cloudAccountUid, project }) => [
    connection,
    provider,
    cloudAccountUid,
    project,
  ])
  return accounts.map((accountPlaces) => {
    const regions = groupBy(accountPlaces, ({ region }) => region)
    return regions.flatMap(([first]) => first ?? [])
  })
}
