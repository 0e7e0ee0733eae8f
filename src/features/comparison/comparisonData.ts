import * as v from 'valibot'
import type { ApiError, Zone } from '../../api/client.ts'
import type { List } from '../../api/list.ts'
import { compareZones, groupBy, type ComparedZones } from './table.ts'
import { isSameConnection, type Connection } from '../../connections/connection.ts'
import { accountTitle } from '../../cloud/accounts.ts'
import { RegionArguments } from '../../ui/arguments.ts'
import type { RegionRef } from '../../model/refs.ts'
import { fetchAll } from '../../cache/fetchAll.ts'
import { toResult } from '../../cache/results.ts'
import type { Parts } from '../../parts.ts'

/** A region of an account, with the name of the connection. It is stored, so it doesn’t hold the connection itself. */
const Place = v.object({ ...RegionArguments.entries, connection: v.string() })
type Place = v.InferOutput<typeof Place>

/** A comparison, with a column for each account. */
export const Comparison = v.object({
  places: v.pipe(v.array(Place), v.minLength(1), v.maxLength(20_000)),
})
export type Comparison = v.InferOutput<typeof Comparison>

/** A region in a comparison, with its zones as last loaded. */
export interface PlaceState {
  readonly place: Place
  /** The reference by which the region is requested; undefined if the connection no longer exists. */
  ref?: RegionRef | undefined
  /** The account’s last known name. */
  name?: string
  /** The zones that were loaded last, and when, in epoch ms. They stay until a later request has succeeded. */
  known?: { readonly value: List<Zone>; readonly at: number } | undefined
  error?: ApiError | undefined
  loading?: PlaceLoad | undefined
}

interface PlaceLoad {
  readonly state: PlaceState
  /**
   * The reference that was requested. By the end of the request, the state may have the reference of another service or
   * project: then the response is dropped.
   */
  readonly ref: RegionRef
}

/**
 * The data of a comparison. Shows zones that other features have loaded, and loads the missing ones on request. Keeps
 * its own data even if the shared caches are cleared, because a table must not become empty while somebody reads it.
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

  compare(): ComparedZones {
    const sources = this.columns.flatMap((states, column) =>
      states.map(({ place, known }) => ({ ...place, column, zones: known?.value })),
    )
    return compareZones(this.columns.length, sources)
  }

  /**
   * Takes over newer zones from the cache. Drops data that was loaded from another service or project. Called before the
   * data is shown, and not for each response: there may be thousands of both regions and responses.
   */
  syncFromCache(): void {
    const { connections, pins, clouds } = this.#sources
    for (const state of this.places) {
      const connection = connections.find(state.place.connection)
      if (!state.ref || !isSameConnection(state.ref.connection, connection)) {
        // Another service may have another account with the same UID, so its name is loaded again.
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
  }

  /** Drops the data that was loaded with an earlier API key: the key may be another user’s, with other accounts. */
  clear(): void {
    for (const state of this.places) {
      state.known = undefined
      state.error = undefined
      // A new object: the response to a pending request is only used if its reference is still this object.
      if (state.ref) state.ref = { ...state.ref }
    }
    this.#onChange()
  }

  /** Loads the zones of regions, even if they are cached. Leaves out regions that are being loaded already. */
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
      // The cache fires no event for zones that are as before, but their age and an earlier error have changed.
      this.#onChange()
    }
  }

  /** Loads the names of the accounts, unless another feature has loaded them. */
  async loadNames(): Promise<void> {
    const connections = new Set<Connection>()
    for (const { ref, name } of this.places) {
      if (ref && name === undefined) connections.add(ref.connection)
    }
    const { accounts } = this.#sources.clouds
    await Promise.all(
      [...connections].map((connection) => accounts.get(connection, { retry: true })),
    )
    this.#onChange()
  }
}

/** Ends the request for a region, so that the region can be requested again while other requests are still pending. */
function endLoad(load: PlaceLoad, error?: ApiError): void {
  const { state, ref } = load
  if (state.loading !== load) return
  state.loading = undefined
  // If the service, project, or API key has changed meanwhile, the error isn’t about the new one.
  if (error && state.ref === ref && error.kind !== 'cancelled') state.error = error
}

/** Returns a column for each account. A column has the account’s regions, each of them once. */
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
