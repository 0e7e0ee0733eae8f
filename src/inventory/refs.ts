import {
  hasRegions,
  type AccountQuery,
  type RegionsQuery,
  type ZonesQuery,
} from '../api/endpoints.ts'
import { zoneProvider } from '../api/providers.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'

/** A reference to a cloud account over a connection. */
export interface AccountRef extends AccountQuery {
  readonly connection: Connection
}

/** A reference to a cloud account, or to one of its projects in its cloud; only gcp has them. */
export type CloudProjectRef = AccountRef & RegionsQuery

/** A reference to a region of a cloud account. */
export type RegionRef = CloudProjectRef & ZonesQuery

/** Returns a cache key for an account. */
export function accountKey({ connection, provider, cloudAccountUid }: AccountRef): string {
  return connectionKey(connection, provider, cloudAccountUid)
}

/** Returns a cache key for an account or one of its projects. */
export function projectKey(ref: CloudProjectRef): string {
  return connectionKey(ref.connection, ref.provider, ref.cloudAccountUid, ref.project)
}

/** Returns a cache key for a region. */
export function regionKey(ref: RegionRef): string {
  const { connection, provider, cloudAccountUid, project, region } = withOwnRegion(ref)
  return connectionKey(connection, provider, cloudAccountUid, project, region)
}

/** Returns the reference without the region that a caller names for a provider that has none. */
export function withOwnRegion<R extends RegionRef>(ref: R): R {
  return hasRegions(ref.provider) ? ref : { ...ref, region: '' }
}

/** Returns the reference with the provider whose accounts, regions, and zones it uses: `aws` for `eks`. */
export function ofZoneProvider<R extends AccountRef>(ref: R): R {
  return { ...ref, provider: zoneProvider(ref.provider) }
}

/**
 * Merges what several sources know of the same items, in the order in which they first appear. Of a field that
 * several sources have, the first one counts.
 */
export function mergedBy<T extends object>(keyOf: (item: T) => string, items: readonly T[]): T[] {
  const merged = new Map<string, T>()
  for (const item of items) {
    const key = keyOf(item)
    const known = merged.get(key)
    merged.set(key, known ? { ...item, ...known } : item)
  }
  return [...merged.values()]
}
