import { withProject, type Connection } from '../connections/connection.ts'
import { findConnection, machinePoolIdentity, type MachinePoolRef } from '../model/refs.ts'
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

/**
 * Returns a deletion with a reference to its pool, over the given connection and in the project of the delete request.
 */
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

/** Returns the latest pending deletion of each pool, over the best of the given connections, if one can observe it. */
export function latestPending(
  latestFirst: readonly Deletion[],
  connections: readonly Connection[],
): readonly PendingDeletion[] {
  // Of a pool with several, the latest one takes the place of the oldest.
  const latestByPool = new Map(
    latestFirst
      .filter(isPending)
      .toReversed()
      .map((deletion) => [machinePoolIdentity(deletion), deletion]),
  )
  return [...latestByPool.values()].flatMap((deletion) => {
    const connection = findConnection(deletion, connections)
    return connection ? [pendingDeletion(deletion, connection)] : []
  })
}
