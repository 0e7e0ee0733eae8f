import { connectionKey, type Connection } from '../connections/connection.ts'

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
