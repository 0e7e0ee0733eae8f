import { withProject, type Connection } from '../connections/connection.ts'
import type { MachinePoolRef } from '../model/refs.ts'
import type { Deletion } from './record.ts'

/** A pending deletion and its pool. */
export interface PendingDeletion {
  readonly pool: MachinePoolRef
  readonly deletion: Deletion
}

/** Returns whether a deletion has no end so far. */
export function isPending({ end }: Deletion): boolean {
  return end === undefined
}

/** Returns a deletion with its pool, over a connection and in the project of its request. */
export function pendingDeletion(deletion: Deletion, connection: Connection): PendingDeletion {
  const { provider, configUid, configLabel, machinePoolName, projectUid } = deletion
  const pool = {
    connection: withProject(connection, projectUid),
    provider,
    configUid,
    configLabel,
    machinePoolName,
  }
  return { pool, deletion }
}
