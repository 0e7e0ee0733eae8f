import { serviceIdentity } from '../api/baseUrl.ts'
import {
  type AccountQuery,
  type CloudConfigPath,
  type MachinePoolPath,
  type RegionsQuery,
  type ZonesQuery,
} from '../api/requests.ts'
import { hasRegions, underlyingProvider } from '../api/providers.ts'
import { type Connection, connectionKey, withProject } from '../connections/connection.ts'
import type { PoolFacts } from './poolFacts.ts'

/** A cloud account, identified by its UID, and the connection over which it is requested. */
export interface AccountRef extends AccountQuery {
  readonly connection: Connection
}

/** A cloud account, or one of its projects if it is an account of Google Cloud: other clouds have no such projects. */
export type CloudProjectRef = AccountRef & RegionsQuery

/** A region of a cloud account, or of one of its Google Cloud projects. */
export type RegionRef = CloudProjectRef & ZonesQuery

/** A project of the cluster-management service, which is no project of Google Cloud. */
interface ProjectRef {
  readonly uid: string
  readonly name?: string | undefined
}

/** A cloud config, identified by its UID, and the connection over which it is requested. */
export interface CloudConfigRef extends CloudConfigPath {
  readonly connection: Connection
  /** The project of the cluster, if known. Requests are sent for this project if the connection has none. */
  readonly project?: ProjectRef | undefined
}

/** A machine pool, identified by its name and cloud config, and the connection over which it is requested. */
export interface MachinePoolRef extends CloudConfigRef, MachinePoolPath {
  /** The name of the cluster, if known. */
  readonly configLabel?: string | undefined
  /** The facts about the pool that were known when the user selected it. */
  readonly facts?: Omit<PoolFacts, 'name'> | undefined
}

/** A machine pool, or a cloud config if `machinePoolName` is missing. */
export type PoolOrConfigRef = CloudConfigRef &
  Partial<Pick<MachinePoolRef, 'machinePoolName' | 'configLabel'>>

/** Returns the key under which the caches hold what is loaded for a cloud account of a connection. */
export function accountKey({ connection, provider, cloudAccountUid }: AccountRef): string {
  return connectionKey(connection, provider, cloudAccountUid)
}

/** Returns a cache key for an account’s Google Cloud project, or for the account if the reference has no project. */
export function cloudProjectKey(ref: CloudProjectRef): string {
  const { connection, provider, cloudAccountUid, project } = ref
  return connectionKey(connection, provider, cloudAccountUid, project)
}

/** Returns a cache key for a region. For a provider without regions, the region of the reference doesn’t matter. */
export function regionKey(ref: RegionRef): string {
  const { connection, provider, cloudAccountUid, project, region } = normalizeRegion(ref)
  return connectionKey(connection, provider, cloudAccountUid, project, region)
}

export function configKey({ connection, provider, configUid }: CloudConfigRef): string {
  return connectionKey(connection, provider, configUid)
}

export function poolKey(ref: MachinePoolRef): string {
  const { connection, provider, configUid, machinePoolName } = ref
  return connectionKey(connection, provider, configUid, machinePoolName)
}

/** The region in references to the zones of a provider without regions, whose zones are those of the whole account. */
export const noRegion = ''

/** Removes the region from a reference if the provider has no regions: a user may have entered one anyway. */
export function normalizeRegion<R extends RegionRef>(ref: R): R {
  return hasRegions(ref.provider) ? ref : withoutRegion(ref)
}

/** Returns the reference to the zones of an account whose provider has no regions. */
export function withoutRegion<A extends AccountRef>(
  account: A,
): A & { readonly region: typeof noRegion } {
  return { ...account, region: noRegion }
}

/** Replaces the provider of a reference by the provider whose accounts, regions, and zones it uses: `eks` by `aws`. */
export function withZoneProvider<R extends AccountRef>(ref: R): R {
  return { ...ref, provider: underlyingProvider(ref.provider) }
}

/** Returns whether two references are to the same account, whichever of its providers they name: `aws` or `eks`. */
export function isSameAccount(account: AccountRef, other: AccountRef | undefined): boolean {
  return (
    other !== undefined &&
    accountKey(withZoneProvider(account)) === accountKey(withZoneProvider(other))
  )
}

/**
 * Returns the connection for requests about a cloud config. If the connection is for all projects, its requests are
 * sent for the cluster’s project.
 */
export function requestConnection({ connection, project }: CloudConfigRef): Connection {
  return withProject(connection, connection.projectUid ?? project?.uid)
}

/** A machine pool as it is stored in the record of a deletion. */
export interface StoredPool extends MachinePoolPath {
  /** The URL of the service. */
  readonly baseUrl: string
  /** The name of the connection, which may have been removed or changed since. */
  readonly connection: string
  readonly projectUid?: string | undefined
}

/**
 * Returns the connection over which a deletion can be followed: the connection to the same service with the same name,
 * else with the same project, else any connection to that service.
 */
export function findConnection(
  deletion: Pick<StoredPool, 'baseUrl' | 'connection' | 'projectUid'>,
  connections: readonly Connection[],
): Connection | undefined {
  const candidates = connections.filter(({ baseUrl }) => baseUrl === deletion.baseUrl)
  const byName = candidates.find(({ name }) => name === deletion.connection)
  const byProject = candidates.find(({ projectUid }) => projectUid === deletion.projectUid)
  return byName ?? byProject ?? candidates[0]
}

/**
 * Returns a text that is the same for all references to a cloud config: over any connection and project of the service,
 * and whatever the spelling of its URL.
 */
export function configIdentity(config: CloudConfigRef | StoredPool): string {
  const { baseUrl } = isStored(config) ? config : config.connection
  return JSON.stringify([serviceIdentity(baseUrl), config.provider, config.configUid])
}

/** Returns whether two references are to the same cloud config over the same connection, in whatever project. */
export function isSameConfig(a: CloudConfigRef, b: CloudConfigRef): boolean {
  return (
    a.configUid === b.configUid &&
    a.provider === b.provider &&
    a.connection.name === b.connection.name &&
    serviceIdentity(a.connection.baseUrl) === serviceIdentity(b.connection.baseUrl)
  )
}

/**
 * Returns a text that is the same for all references to a machine pool, over any connection and project of the service.
 */
export function machinePoolIdentity(pool: MachinePoolRef | StoredPool): string {
  return JSON.stringify([configIdentity(pool), pool.machinePoolName])
}

function isStored(config: CloudConfigRef | StoredPool): config is StoredPool {
  return typeof config.connection === 'string'
}
