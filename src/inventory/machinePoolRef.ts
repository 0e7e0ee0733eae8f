import { connectionKey, type Connection } from '../connections/connection.ts'
import type { DeletionRecord } from './deletionRecord.ts'

/** A cloud config as a connection reaches it. */
export interface CloudConfigRef {
  readonly connection: Connection
  readonly provider: string
  readonly configUid: string
}

/** A machine pool of a cloud config, as a connection reaches it. */
export interface MachinePoolRef extends CloudConfigRef {
  readonly configLabel?: string | undefined
  readonly machinePoolName: string
}

/** A key for what is known of a cloud config. */
export function configKey({ connection, provider, configUid }: CloudConfigRef): string {
  return connectionKey(connection, provider, configUid)
}

/** A key for what is known of a machine pool. */
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
