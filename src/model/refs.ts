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

/** A reference to a cloud account over a connection. */
export interface AccountRef extends AccountQuery {
  readonly connection: Connection
}

/** A reference to a cloud account, or to one of its projects in its cloud; only gcp has them. */
export type CloudProjectRef = AccountRef & RegionsQuery

/** A reference to a region of a cloud account. */
export type RegionRef = CloudProjectRef & ZonesQuery

/** A project of the service. */
interface ProjectRef {
  readonly uid: string
  readonly name?: string | undefined
}

/** A reference to a cloud config over a connection. */
export interface CloudConfigRef extends CloudConfigPath {
  readonly connection: Connection
  /** The project of its cluster, if known. Used for requests if the connection has none. */
  readonly project?: ProjectRef | undefined
}

/** A reference to a machine pool over a connection. */
export interface MachinePoolRef extends CloudConfigRef, MachinePoolPath {
  readonly configLabel?: string | undefined
  /** The facts known where it was selected. */
  readonly facts?: Omit<PoolFacts, 'name'> | undefined
}

/** A reference to a machine pool, or else to a cloud config. */
export type PoolOrConfigRef = CloudConfigRef &
  Partial<Pick<MachinePoolRef, 'machinePoolName' | 'configLabel'>>

/** Returns the key under which the caches hold what is loaded for a cloud account of a connection. */
export function accountKey({ connection, provider, cloudAccountUid }: AccountRef): string {
  return connectionKey(connection, provider, cloudAccountUid)
}

/** Returns a cache key for a project of an account in its cloud, or for the account if it names none. */
export function cloudProjectKey(ref: CloudProjectRef): string {
  const { connection, provider, cloudAccountUid, project } = ref
  return connectionKey(connection, provider, cloudAccountUid, project)
}

/** Returns a cache key for a region; the same for every name if the provider has no regions. */
export function regionKey(ref: RegionRef): string {
  const { connection, provider, cloudAccountUid, project, region } = normalizeRegion(ref)
  return connectionKey(connection, provider, cloudAccountUid, project, region)
}

/** Returns a cache key for a cloud config over its connection. */
export function configKey({ connection, provider, configUid }: CloudConfigRef): string {
  return connectionKey(connection, provider, configUid)
}

/** Returns a cache key for a machine pool over its connection. */
export function poolKey(ref: MachinePoolRef): string {
  const { connection, provider, configUid, machinePoolName } = ref
  return connectionKey(connection, provider, configUid, machinePoolName)
}

/** Stands for the region of a provider that has none: its zones are those of the account. */
export const noRegion = ''

/** Returns the reference without the region that a caller names for a provider that has none. */
export function normalizeRegion<R extends RegionRef>(ref: R): R {
  return hasRegions(ref.provider) ? ref : withoutRegion(ref)
}

/** Returns the reference to the zones of an account whose provider has no regions. Its zones are listed without one. */
export function withoutRegion<A extends AccountRef>(
  account: A,
): A & { readonly region: typeof noRegion } {
  return { ...account, region: noRegion }
}

/** Returns the reference with the provider whose accounts, regions, and zones it uses: `aws` for `eks`. */
export function withZoneProvider<R extends AccountRef>(ref: R): R {
  return { ...ref, provider: underlyingProvider(ref.provider) }
}

/**
 * Returns the connection for requests about a cloud config. If the connection is for all projects, its requests are sent
 * for the cluster’s project.
 */
export function requestConnection({ connection, project }: CloudConfigRef): Connection {
  return withProject(connection, connection.projectUid ?? project?.uid)
}

/** A machine pool as it is stored, with the name of its connection and the URL of its service. */
export interface StoredPool extends MachinePoolPath {
  readonly baseUrl: string
  /** The connection’s name. */
  readonly connection: string
  readonly projectUid?: string | undefined
}

/** Returns the connection of a deletion, else another connection to the same service. */
export function findConnection(
  deletion: Pick<StoredPool, 'baseUrl' | 'connection' | 'projectUid'>,
  connections: readonly Connection[],
): Connection | undefined {
  const ofService = connections.filter(({ baseUrl }) => baseUrl === deletion.baseUrl)
  const byName = ofService.find(({ name }) => name === deletion.connection)
  const byProject = ofService.find(({ projectUid }) => projectUid === deletion.projectUid)
  return byName ?? byProject ?? ofService[0]
}

/** Returns the identity of a cloud config, or of a deletion’s, across connections, projects, and spellings of a URL. */
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
    a.connection.baseUrl === b.connection.baseUrl
  )
}

/** Returns the identity of a machine pool, or of a deletion’s. */
export function machinePoolIdentity(pool: MachinePoolRef | StoredPool): string {
  return JSON.stringify([configIdentity(pool), pool.machinePoolName])
}

function isStored(config: CloudConfigRef | StoredPool): config is StoredPool {
  return typeof config.connection === 'string'
}
