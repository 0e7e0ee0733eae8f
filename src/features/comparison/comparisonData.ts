import type { ApiError, Zone } from '../../api/client.ts'
import type { Priority } from '../../api/rateLimiter.ts'
import type { Comparison, Place } from './messages.ts'
import { compareZones, type Row } from './table.ts'
import { isSameConnection } from '../../connections/connection.ts'
import { accountTitle } from '../../inventory/accounts.ts'
import type { Result } from '../../inventory/results.ts'
import type { RegionRef } from '../../inventory/refs.ts'
import { sweep } from '../../inventory/sweep.ts'
import type { Parts } from '../../parts.ts'

/** Where a comparison's data come from. */
type ComparisonSources = Pick<Parts, 'connections' | 'tracked' | 'clouds'>

/** What a comparison has of a place. */
export interface PlaceState {
  readonly place: Place
  /** Undefined where there is no such connection. */
  ref?: RegionRef | undefined
  /** What its account was called when that was last known. */
  name?: string
  /** What was read last; it stands until something else is read. */
  known?: { readonly value: readonly Zone[]; readonly at: number } | undefined
  /** Why the latest reading failed. */
  error?: ApiError | undefined
  isReading: boolean
}

/**
 * The data of a comparison: takes over what is read anywhere, and reads when told to. What it has, it
 * keeps when it is forgotten elsewhere: a table must not go empty under its reader.
 */
export class ComparisonData {
  /** By column. */
  readonly columns: readonly (readonly PlaceState[])[]
  readonly #sources: ComparisonSources
  readonly #onChange: () => void

  constructor(comparison: Comparison, sources: ComparisonSources, onChange: () => void) {
    this.#sources = sources
    this.#onChange = onChange
    this.columns = columnsOf(comparison).map((places) =>
      places.map((place) => ({ place, isReading: false })),
    )
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

  /** Takes over what is known now; of another service or project, nothing holds any more. */
  learn(): void {
    const { connections, tracked, clouds } = this.#sources
    for (const state of this.places) {
      const connection = connections.find(state.place.connection)
      if (!state.ref || !isSameConnection(state.ref.connection, connection)) {
        state.ref = connection && { ...state.place, connection }
        state.known = undefined
        state.error = undefined
      }
      if (!state.ref) continue
      const name = accountTitle(tracked, clouds, state.ref)
      if (name !== state.place.cloudAccountUid) state.name = name
      const latest = clouds.zones.peek(state.ref)
      if (!latest || !('value' in latest) || latest === state.known) continue
      state.known = latest
      state.error = undefined
    }
    this.#onChange()
  }

  /** Reads places, whatever is known of them. */
  async read(states: readonly PlaceState[], signal: AbortSignal): Promise<void> {
    const asked = states.filter(({ ref, isReading }) => ref && !isReading)
    for (const state of asked) state.isReading = true
    this.#onChange()
    try {
      const { failed } = await sweep(asked, (...of) => this.#readOne(...of), signal)
      for (const { ref: state, error } of failed) state.error = error
    } finally {
      for (const state of asked) state.isReading = false
      this.#onChange()
    }
  }

  /** Reads what the accounts are called, where nothing else has: as after a reload. */
  async readNames(): Promise<void> {
    const nameless = this.places.flatMap(({ ref, name }) => (ref && name === undefined ? ref : []))
    const connections = new Set(nameless.map(({ connection }) => connection))
    const { accounts } = this.#sources.clouds
    await Promise.all([...connections].map((connection) => accounts.getOrRetry(connection)))
    this.learn()
  }

  async #readOne(
    state: PlaceState,
    signal: AbortSignal,
    priority: Priority,
  ): Promise<Result<readonly Zone[]>> {
    const result = await this.#sources.clouds.zones.getAnew(state.ref!, signal, priority)
    state.isReading = false
    this.#onChange()
    return result
  }
}

/** One column for each place, or for each account with all its places. */
function columnsOf({ places, byAccount }: Comparison): Place[][] {
  const columns = new Map<string, Place[]>()
  for (const place of places) {
    const { connection, provider, cloudAccountUid: uid, project, region } = place
    const key = JSON.stringify([connection, provider, uid, project, !byAccount && region])
    const column = columns.get(key) ?? []
    if (!column.some((one) => one.region === region)) column.push(place)
    columns.set(key, column)
  }
  return [...columns.values()]
}
