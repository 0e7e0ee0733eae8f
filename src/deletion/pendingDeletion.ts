import { withProject, type Connection } from '../connections/connection.ts'
import {
  findConnection,
  machinePoolIdentity,
  requestConnection,
  type MachinePoolRef,
} from '../model/refs.ts'
import type { Deletion, End, RecordPart } from './record.ts'

/** A pending deletion and its pool. */
export interface PendingDeletion {
  readonly pool: MachinePoolRef
  readonly deletion: Deletion
}

/** Returns whether a deletion has no end so far. */
export function isPending({ end }: Deletion): boolean {
  return end === undefined
}

/** The ends of deletions after which the pool may be gone. */
const endsWithoutPool: readonly End[] = ['deleted', 'notListed', 'notFound', 'unknown']

/** Returns whether a deletion has ended since a time, in epoch ms, in such a way that the pool may be gone. */
export function mayHaveRemovedSince({ end, endedAt = 0 }: Deletion, since: number): boolean {
  return end !== undefined && endsWithoutPool.includes(end) && endedAt >= since
}

/** The facts about a pool’s machines that are recorded before its deletion. */
export type KnownMachines = Pick<
  RecordPart<'sent'>,
  'machineUids' | 'nodes' | 'zones' | 'wasListed'
>

/**
 * Returns the part of a record that is stored before the deletion is sent. {@link pendingDeletion} makes a reference to
 * the pool from it.
 */
export function sentPart(
  pool: MachinePoolRef,
  known: KnownMachines,
  sentAt: number,
): RecordPart<'sent'> {
  const { name: connection, baseUrl, projectUid } = requestConnection(pool)
  const { provider, configUid, machinePoolName, configLabel } = pool
  return {
    ...known,
    baseUrl,
    provider,
    configUid,
    machinePoolName,
    configLabel,
    connection,
    projectUid,
    sentAt,
  }
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
