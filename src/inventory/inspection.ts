import { ApiError } from '../api/errors.ts'
import type { CloudConfig } from '../api/lookupSchemas.ts'
import type { MachinePoolRef } from './machinePoolRef.ts'

/** What the service tells of a machine pool just before its deletion is to be confirmed. */
export type Inspection =
  /** The service does not offer to look, so nothing is known but what the user gave. */
  | { readonly kind: 'notOffered' }
  /** It could not be looked at. */
  | { readonly kind: 'failed'; readonly error: ApiError }
  /** The cloud config is there, the machine pool is not. */
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'found'
      readonly cluster?: string | undefined
      readonly region?: string | undefined
      /** How many nodes it has. */
      readonly nodes?: number | undefined
      readonly isControlPlane: boolean
    }

/** A machine pool with what is known of it. */
export interface Inspected {
  readonly pool: MachinePoolRef
  readonly inspection: Inspection
  /** What the connection's project is called, where that is known. */
  readonly projectName?: string | undefined
  /** No machine pool for workloads would be left in its cluster. */
  readonly isLastWorker: boolean
}

/** Puts together what the service tells of machine pools that are to be deleted together. */
export async function inspect(
  pools: readonly MachinePoolRef[],
  read: (pool: MachinePoolRef) => Promise<CloudConfig | undefined>,
): Promise<Inspected[]> {
  const configs = new Map<string, Promise<CloudConfig | undefined>>()
  return Promise.all(
    pools.map(async (pool): Promise<Inspected> => {
      const key = JSON.stringify([pool.connection.name, pool.provider, pool.configUid])
      const reading = configs.get(key) ?? read(pool)
      configs.set(key, reading)
      try {
        const config = await reading
        if (!config) return { pool, inspection: { kind: 'notOffered' }, isLastWorker: false }
        const isLastWorker = leavesNoWorker(config, pool, pools)
        return { pool, inspection: found(config, pool), isLastWorker }
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind === 'cancelled') throw error
        return { pool, inspection: { kind: 'failed', error }, isLastWorker: false }
      }
    }),
  )
}

function found(config: CloudConfig, { machinePoolName }: MachinePoolRef): Inspection {
  const own = config.pools.find(({ name }) => name === machinePoolName)
  if (!own) return { kind: 'gone' }
  const { isControlPlane = false, size: nodes } = own
  return { kind: 'found', cluster: config.name, region: config.region, nodes, isControlPlane }
}

function leavesNoWorker(
  config: CloudConfig,
  pool: MachinePoolRef,
  together: readonly MachinePoolRef[],
): boolean {
  const goes = new Set(
    together
      .filter(
        ({ connection, provider, configUid }) =>
          connection.name === pool.connection.name &&
          provider === pool.provider &&
          configUid === pool.configUid,
      )
      .map(({ machinePoolName }) => machinePoolName),
  )
  const workers = config.pools.filter(({ isControlPlane }) => !isControlPlane)
  const isWorker = workers.some(({ name }) => name === pool.machinePoolName)
  return isWorker && workers.every(({ name }) => goes.has(name))
}
