import { clock } from '../../api/clock.ts'
import { scoped, type MachinePoolRef } from '../machinePoolRef.ts'
import type { Sent } from './record.ts'

/** The maximum number of machine UIDs to keep. */
const maxUids = 1_000
/** The maximum number of zones to keep. */
const maxZones = 20

/** What is known of a pool that is to be deleted. */
export type KnownBefore = Pick<Sent, 'machineUids' | 'nodes' | 'zones' | 'wasListed'> & {
  readonly pool: MachinePoolRef
  /** The time by which the service’s clock is ahead, in ms. */
  readonly skewMs?: number | undefined
}

/** Returns the part that is written before the request. */
export function sentPart({ pool, ...known }: KnownBefore): Sent {
  const { connection, provider, configUid, machinePoolName, configLabel } = pool
  const { machineUids, nodes, zones, wasListed, skewMs } = known
  const sentAt = clock.now()
  return {
    baseUrl: connection.baseUrl,
    provider,
    configUid,
    machinePoolName,
    connection: connection.name,
    projectUid: scoped(pool).projectUid,
    configLabel,
    sentAt,
    serviceTime: skewMs === undefined ? undefined : sentAt + skewMs,
    machineUids: machineUids && machineUids.length <= maxUids ? machineUids : undefined,
    nodes,
    zones: zones && zones.length <= maxZones ? zones : undefined,
    wasListed,
  }
}
