import type { Zone } from '../../api/client.ts'
import { hasRegions } from '../../api/endpoints.ts'
import { connectionKey, type Connection } from '../../connections/connection.ts'
import type { RegionZones } from './regions.ts'
import { accountTitle } from '../../inventory/accounts.ts'
import type { CacheEntry } from '../../inventory/results.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import {
  accountKey,
  ofZoneProvider,
  projectKey,
  regionKey,
  type CloudProjectRef,
  type RegionRef,
} from '../../inventory/refs.ts'
import type { TrackedItems } from '../../inventory/trackedItems.ts'

type KnownList = CacheEntry<RegionRef, readonly Zone[]>

/** The cached zones and regions of a connection. Sends no requests. */
export class KnownZones {
  readonly #tracked: TrackedItems
  readonly #clouds: Clouds

  constructor(tracked: TrackedItems, clouds: Clouds) {
    this.#tracked = tracked
    this.#clouds = clouds
  }

  /** Returns the latest zones of every region, one entry per account. */
  of(connection: Connection): readonly KnownList[] {
    const latest = new Map<string, KnownList>()
    for (const known of this.#clouds.zones.entries) {
      const { ref, at } = known
      if (!isOver(ref, connection)) continue
      const own = ofZoneProvider(ref)
      const key = hasRegions(ref.provider) ? regionKey(own) : accountKey(own)
      const other = latest.get(key)
      if (!other || at > other.at) latest.set(key, known)
    }
    return [...latest.values()]
  }

  /** Returns the cached zones of every region, without the accounts. */
  lists(connection: Connection): RegionZones[] {
    return this.of(connection).map(({ ref, value }) => ({ region: ref.region, zones: value }))
  }

  /** Returns the names of listed and pinned regions: of an account, or of all. */
  regions(connection: Connection, account?: CloudProjectRef): Set<string> {
    const { regions } = this.#clouds
    const isOf = (ref: CloudProjectRef) =>
      isOver(ref, connection) &&
      (account
        ? projectKey(ofZoneProvider(ref)) === projectKey(ofZoneProvider(account))
        : hasRegions(ref.provider))
    const pinned = account
      ? this.#tracked.regions(account)
      : this.#tracked
          .accounts(connection.name)
          .flatMap((one) => (hasRegions(one.provider) ? one.regions : []))
    return new Set([
      ...this.of(connection).flatMap(({ ref }) => (isOf(ref) ? ref.region : [])),
      ...regions.entries.flatMap(({ ref, value = [] }) =>
        isOf(ref) ? value.map(({ name }) => name) : [],
      ),
      ...pinned.map(({ name }) => name),
    ])
  }

  /** Returns what stands for the region of an account whose provider has none: any is accepted. */
  onlyRegion(account: CloudProjectRef): string {
    const [region = 'default'] = this.regions(account.connection, account)
    return region
  }

  /** Returns the display name of an account and its Google Cloud project; `name` is its last known one. */
  title(account: CloudProjectRef, name?: string): string {
    const known = accountTitle(this.#tracked, this.#clouds, account)
    const title = known === account.cloudAccountUid ? (name ?? known) : known
    return account.project === undefined ? title : `${title} · ${account.project}`
  }
}

function isOver(ref: CloudProjectRef, connection: Connection): boolean {
  return connectionKey(ref.connection) === connectionKey(connection)
}
