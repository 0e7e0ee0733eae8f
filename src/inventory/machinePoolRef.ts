import { connectionKey, type Connection } from '../connections/connection.ts'
import type { PoolFacts } from './deletionGuard.ts'
import { identityKey, identityOf, type DeletionRecord } from './deletionRecord.ts'

/** A cloud config as a connection reaches it. */
export interface CloudConfigRef {
  readonly connection: Connection
  readonly provider: string
  readonly configUid: string
  /** The project of its cluster, if known. Requests use it if the connection sets no project. */
  readonly project?: { readonly uid: string; readonly name?: string | undefined } | undefined
}

/** A machine pool of a cloud config, as a connection reaches it. */
export interface MachinePoolRef extends CloudConfigRef {
  readonly configLabel?: string | undefined
  readonly machinePoolName: string
  /** What was known of it where it was selected. */
  readonly facts?: Omit<PoolFacts, 'name'>
}

/** The connection to send requests about a cloud config with: in the project of its cluster. */
export function scoped({ connection, project }: CloudConfigRef): Connection {
  return connection.projectUid === undefined && project
    ? { ...connection, projectUid: project.uid }
    : connection
}

/** A key for what is known of a cloud config over a connection. */
export function configKey({ connection, provider, configUid }: CloudConfigRef): string {
  return connectionKey(connection, provider, configUid)
}

/** A key for what is known of a machine pool over a connection. */
export function machinePoolKey(pool: MachinePoolRef): string {
  return connectionKey(pool.connection, pool.provider, pool.configUid, pool.machinePoolName)
}

/** The connection that a deletion was sent over, else another one to the same address. */
export function connectionOf(
  {
    baseUrl,
    connection,
    projectUid,
  }: Pick<DeletionRecord, 'baseUrl' | 'connection' | 'projectUid'>,
  connections: readonly Connection[],
): Connection | undefined {
  const reaching = connections.filter((one) => one.baseUrl === baseUrl)
  return (
    reaching.find(({ name }) => name === connection) ??
    reaching.find((one) => one.projectUid === projectUid) ??
    reaching[0]
  )
}

/** What a service knows as one cloud config. */
export type ConfigIdentity = Pick<DeletionRecord, 'baseUrl' | 'provider' | 'configUid'>

/** What the service knows a cloud config by, whatever connection or project it is reached with. */
export function configIdentity({ connection, provider, configUid }: CloudConfigRef): string {
  return configIdentityOf({ baseUrl: connection.baseUrl, provider, configUid })
}

/** The same, of a deletion. */
export function configIdentityOf({ baseUrl, provider, configUid }: ConfigIdentity): string {
  return JSON.stringify([baseUrl, provider, configUid])
}

/** What the service knows a machine pool by. */
export function machinePoolIdentity(pool: MachinePoolRef): string {
  return identityKey(identityOf(pool))
}
