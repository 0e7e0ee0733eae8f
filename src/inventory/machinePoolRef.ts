import type { CloudConfigPath, MachinePoolPath } from '../api/requests.ts'
import { withProject, type Connection } from '../connections/connection.ts'
import type { PoolFacts } from './deletion/guard.ts'
import type { Part } from './deletion/record.ts'

/** A reference to a cloud config over a connection. */
export interface CloudConfigRef extends CloudConfigPath {
  readonly connection: Connection
  /** The project of its cluster, if known. Used for requests if the connection has none. */
  readonly project?: { readonly uid: string; readonly name?: string | undefined } | undefined
}

/** A reference to a machine pool over a connection. */
export interface MachinePoolRef extends CloudConfigRef, MachinePoolPath {
  readonly configLabel?: string | undefined
  /** The facts known where it was selected. */
  readonly facts?: Omit<PoolFacts, 'name'>
}

/** A reference to a machine pool, or else to a cloud config. */
export type PoolOrConfigRef = CloudConfigRef &
  Partial<Pick<MachinePoolRef, 'machinePoolName' | 'configLabel'>>

/** Returns the connection for requests about a cloud config, with the cluster’s project. */
export function scoped({ connection, project }: CloudConfigRef): Connection {
  return withProject(connection, connection.projectUid ?? project?.uid)
}

/** Returns the connection of a deletion, else another one to the same service. */
export function connectionOf(
  deletion: Pick<Part<'sent'>, 'baseUrl' | 'connection' | 'projectUid'>,
  connections: readonly Connection[],
): Connection | undefined {
  const reaching = connections.filter((one) => one.baseUrl === deletion.baseUrl)
  return (
    reaching.find(({ name }) => name === deletion.connection) ??
    reaching.find(({ projectUid }) => projectUid === deletion.projectUid) ??
    reaching[0]
  )
}

/** Returns the identity of a cloud config, across connections and projects. */
export function configIdentity(config: CloudConfigRef): string {
  return configIdentityOf({ ...config, baseUrl: config.connection.baseUrl })
}

/** Returns the identity of a deletion’s cloud config. */
export function configIdentityOf({
  baseUrl,
  provider,
  configUid,
}: Pick<Part<'sent'>, 'baseUrl' | 'provider' | 'configUid'>): string {
  return JSON.stringify([baseUrl, provider, configUid])
}

/** Returns the identity of a machine pool. */
export function machinePoolIdentity(pool: MachinePoolRef): string {
  return poolIdentityOf({ ...pool, baseUrl: pool.connection.baseUrl })
}

/** Returns the identity of a deletion’s machine pool. */
export function poolIdentityOf(
  pool: Pick<Part<'sent'>, 'baseUrl' | 'provider' | 'configUid' | 'machinePoolName'>,
): string {
  return JSON.stringify([configIdentityOf(pool), pool.machinePoolName])
}
