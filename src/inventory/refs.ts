import { type AccountQuery, type RegionsQuery, type ZonesQuery } from '../api/requests.ts'
import { hasRegions, zoneProvider } from '../api/providers.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { CloudConfigRef, MachinePoolRef } from './machinePoolRef.ts'

/** A reference to a cloud account over a connection. */
export interface AccountRef extends AccountQuery {
  readonly connection: Connection
}

/** A reference to a cloud account, or to one of its projects in its cloud; only gcp has them. */
export type CloudProjectRef = AccountRef & RegionsQuery

/** A reference to a region of a cloud account. */
export type RegionRef = CloudProjectRef & ZonesQuery

/** The references to items, by kind. */
interface Refs {
  account: AccountRef
  cloudProject: CloudProjectRef
  region: RegionRef
  cloudConfig: CloudConfigRef
  machinePool: MachinePoolRef
}

/** What identifies an item of each kind over its connection. A Google Cloud project is optional. */
const identifiers: { readonly [K in keyof Refs]: (ref: Refs[K]) => (string | undefined)[] } = {
  account: ({ provider, cloudAccountUid }) => [provider, cloudAccountUid],
  cloudProject: ({ provider, cloudAccountUid, project }) => [provider, cloudAccountUid, project],
  region: (ref) => [...identifiers.cloudProject(ref), withOwnRegion(ref).region],
  cloudConfig: ({ provider, configUid }) => [provider, configUid],
  machinePool: ({ provider, configUid, machinePoolName }) => [provider, configUid, machinePoolName],
}

/** Returns a cache key for an item over its connection. */
export function keyOf<K extends keyof Refs>(kind: K, ref: Refs[K]): string {
  return connectionKey(ref.connection, ...identifiers[kind](ref))
}

/** Returns the reference without the region that a caller names for a provider that has none. */
export function withOwnRegion<R extends RegionRef>(ref: R): R {
  return hasRegions(ref.provider) ? ref : { ...ref, region: '' }
}

/** Returns the reference with the provider whose accounts, regions, and zones it uses: `aws` for `eks`. */
export function ofZoneProvider<R extends AccountRef>(ref: R): R {
  return { ...ref, provider: zoneProvider(ref.provider) }
}
