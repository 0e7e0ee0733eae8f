import type { Zone } from '../../api/client.ts'
import { connectionKey, type Connection } from '../../connections/connection.ts'
import type { RegionZones } from './regions.ts'
import { accountTitle } from '../../inventory/accounts.ts'
import type { CacheEntry } from '../../inventory/results.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import {
  ofZoneProvider,
  regionKey,
  type CloudProjectRef,
  type RegionRef,
} from '../../inventory/refs.ts'
import type { TrackedItems } from '../../inventory/trackedItems.ts'

/** The cached zones and regions of a connection. Sends no requests. */
export class KnownZones {
  readonly #tracked: TrackedItems
  readonly #clouds: Clouds

  constructor(tracked: TrackedItems, clouds: Clouds) {
    this.#tracked = tracked
    this.#clouds = clouds
  }

  /** Returns the cached zones of every region, one entry per account. */
  of(connection: Connection): readonly CacheEntry<RegionRef, readonly Zone[]>[] {
    const latest = new Map<string, CacheEntry<RegionRef, readonly Zone[]>>()
    for (const known of this.#clouds.zones.entries) {
      const { ref } = known
      if (!isOver(ref, connection)) continue
      const key = regionKey(ofZoneProvider(ref))
      if (known.at >= (latest.get(key)?.at ?? 0)) latest.set(key, known)
    }
    return [...latest.values()]
  }

  /** Returns the cached zones of every region, without the accounts. */
  lists(connection: Connection): RegionZones[] {
    return this.of(connection).map(({ ref, value }) => ({ region: ref.region, zones: value }))
  }

  /** Returns the names of listed and pinned regions. */
  regions(connection: Connection): Set<string> {
    const { zones, regions } = this.#clouds
    return new Set([
      ...zones.entries.flatMap(({ ref }) => (isOver(ref, connection) ? ref.region : [])),
      ...regions.entries.flatMap(({ ref, value = [] }) =>
        isOver(ref, connection) ? value.map(({ name }) => name) : [],
      ),
      ...this.#tracked
        .accounts(connection.name)
        .flatMap((account) => account.regions.map(({ name }) => name)),
    ])
  }

  /** Returns the display name of an account and its Google Cloud project. */
  title(account: CloudProjectRef): string {
    const title = accountTitle(this.#tracked, this.#clouds, account)
    return account.project === undefined ? title : `${title} · ${account.project}`
  }
}

function isOver(ref: CloudProjectRef, connection: Connection): boolean {
  return connectionKey(ref.connection) === connectionKey(connection)
}
