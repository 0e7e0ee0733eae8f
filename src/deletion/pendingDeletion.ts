import { withProject, type Connection } from '../connections/connection.ts'
import {
  findConnection,
  machinePoolIdentity,
  requestConnection,
  type MachinePoolRef,
  configIdentity,
  type CloudConfigRef,
} from '../model/refs.ts'
import type { Deletion, End, RecordPart } from './record.ts'

/** A pending deletion and its pool. */
export interface PendingDeletion {
  readonly pool: MachinePoolRef
  readonly deletion: Deletion
}

/** Returns whether the end of a deletion isn’t known so far. */
export function isPending({ end }: Deletion): boolean {
  return end === undefined
}

/** The ends that prove that the pool remains. After any other, it may be gone. */
const endsWithPool: readonly End[] = ['noEffect', 'notDeleted', 'stillListed']

/** Returns whether a deletion has ended since a time in epoch ms, and the pool may be gone. */
export function mayHaveRemovedSince({ end, endedAt = 0 }: Deletion, since: number): boolean {
  return end !== undefined && !endsWithPool.includes(end) && endedAt >= since
}

/** What is known of the machines of a pool before its deletion. */
export type KnownMachines = Pick<
  RecordPart<'sent'>,
  'machineUids' | 'maintenanceUids' | 'nodes' | 'zones' | 'wasListed'
>

/**
 * The maximum length of a list of texts in a record, in characters: about that of the UIDs of 10,000 machines. Every
 * window reads the record.
 */
const maxUidsLength = 400_000
/** The maximum length of the zones in a record, in characters. There may be a thousand records in the history. */
const maxZonesLength = 20_000

/**
 * Returns a list if it can be recorded whole. Otherwise it counts as unknown: nothing could be concluded from a part of
 * it.
 */
function recordable(
  texts: readonly string[] | undefined,
  maxLength: number,
): readonly string[] | undefined {
  let length = 0
  for (const text of texts ?? []) length += text.length
  return length <= maxLength ? texts : undefined
}

/**
 * Returns what is stored of a pool before its deletion is sent. {@link pendingDeletion} reads the pool from it again.
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
    machineUids: recordable(known.machineUids, maxUidsLength),
    maintenanceUids: recordable(known.maintenanceUids, maxUidsLength),
    zones: recordable(known.zones, maxZonesLength),
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

/** The records of deletions by their pool and by their cloud config. It is made anew when a record changes. */
export class DeletionIndex {
  /** All records, the latest first. */
  readonly all: readonly Deletion[]
  readonly #pendingByPool: ReadonlyMap<string, readonly Deletion[]>
  readonly #byConfig: ReadonlyMap<string, readonly Deletion[]>

  constructor(deletions: readonly Deletion[] = []) {
    this.all = deletions.toSorted((a, b) => b.sentAt - a.sentAt)
    this.#pendingByPool = Map.groupBy(this.all.filter(isPending), machinePoolIdentity)
    this.#byConfig = Map.groupBy(this.all, configIdentity)
  }

  /** Returns the pending deletions of a pool, the latest first. */
  pendingOf(pool: MachinePoolRef): readonly Deletion[] {
    // The views ask for each of thousands of pools, and mostly nothing is pending.
    if (this.#pendingByPool.size === 0) return []
    return this.#pendingByPool.get(machinePoolIdentity(pool)) ?? []
  }

  /** Returns all deletions of a pool, the latest first. */
  allOf(pool: MachinePoolRef): readonly Deletion[] {
    const { machinePoolName } = pool
    return this.inConfig(pool).filter((deletion) => deletion.machinePoolName === machinePoolName)
  }

  /** Returns the deletions of the pools of a cloud config, the latest first. */
  inConfig(config: CloudConfigRef): readonly Deletion[] {
    if (this.#byConfig.size === 0) return []
    return this.#byConfig.get(configIdentity(config)) ?? []
  }

  /** Returns the deletions in a cloud config that are pending, or may have removed a pool since a time in epoch ms. */
  recentIn(config: CloudConfigRef, since: number): readonly Deletion[] {
    return this.inConfig(config).filter((deletion) => {
      return isPending(deletion) || mayHaveRemovedSince(deletion, since)
    })
  }
}
