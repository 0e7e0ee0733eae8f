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

/** What is known of a connection's zones and regions without asking the service anything. */
export class KnownZones {
  readonly #tracked: TrackedItems
  readonly #clouds: Clouds

  constructor(tracked: TrackedItems, clouds: Clouds) {
    this.#tracked = tracked
    this.#clouds = clouds
  }

  /** The zones of every region that has been read, each account once, the latest reading. */
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

  /** The same without the accounts. */
  lists(connection: Connection): RegionZones[] {
    return this.of(connection).map(({ ref, value }) => ({ region: ref.region, zones: value }))
  }

  /** The names of the regions that the service has listed, or that the user has asked for. */
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

  /** What to call an account, and its project in the cloud where it has one. */
  title(account: CloudProjectRef): string {
    const title = accountTitle(this.#tracked, this.#clouds, account)
    return account.project === undefined ? title : `${title} · ${account.project}`
  }
}

function isOver(ref: CloudProjectRef, connection: Connection): boolean {
  return connectionKey(ref.connection) === connectionKey(connection)
}
