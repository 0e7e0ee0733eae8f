// A deletion that was sent, as it is remembered, and how it is read from where it is stored.

import type { Connection } from '../connections/connection.ts'

/** How long an accepted deletion counts as in progress although nothing is seen to happen, in ms. */
export const followedMs = 20 * 60_000

/** A machine pool as the service knows it, whatever the connection to it is called. */
export interface PoolIdentity {
  /** The address of the service: origin and base path. */
  readonly baseUrl: string
  readonly provider: string
  readonly configUid: string
  readonly machinePoolName: string
}

/** A deletion of a machine pool that was sent, or was to be sent. */
export interface DeletionRecord extends PoolIdentity {
  /** What the connection was called. */
  readonly connection: string
  /** The project that it was sent with. */
  readonly projectUid?: string | undefined
  /** What the cluster was called. */
  readonly configLabel?: string | undefined
  /** When it was sent, in epoch ms. */
  readonly sentAt: number
  /** Whether no answer is known yet: it is under way, or its window closed meanwhile. */
  readonly isSending: boolean
  /** Whether the service accepted it; otherwise there was no definite answer. */
  readonly isAccepted: boolean
  /** Whether its end is not known yet, so that the pool is marked. */
  readonly isOpen: boolean
  /** The UIDs of all machines that the pool had when it was sent; missing if they weren't known. */
  readonly machineUids?: readonly string[] | undefined
  /** Whether the service has listed the pool, so that it can also tell when the pool is gone. */
  readonly wasListed?: boolean | undefined
  /** What the user was told of it last while it was open, so that nobody is told twice. */
  readonly told?: string | undefined
  /** What came of it at first, as the history shows it. */
  readonly fate: string
  /** How it ended, where it was followed; `at` in epoch ms. */
  readonly settled?: { readonly at: number; readonly fate: string } | undefined
  /** Whether the history has been cleared of it, though it is open. */
  readonly isHidden?: boolean | undefined
}

/** What the service knows of a pool by which it is this one. */
export function identityOf(
  pool: Omit<PoolIdentity, 'baseUrl'> & { readonly connection: Connection },
): PoolIdentity {
  const { connection, provider, configUid, machinePoolName } = pool
  return { baseUrl: connection.baseUrl, provider, configUid, machinePoolName }
}

/** A key for a pool as the service knows it. */
export function identityKey(pool: PoolIdentity): string {
  const { baseUrl, provider, configUid, machinePoolName } = pool
  return JSON.stringify([baseUrl, provider, configUid, machinePoolName])
}

/** Reads a record; undefined for what is none. What another version has added to it stays in it. */
export function readDeletionRecord(stored: unknown): DeletionRecord | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const fields = stored as Record<string, unknown>
  const isRecord = Object.entries(required).every(([name, type]) => typeof fields[name] === type)
  return isRecord ? (stored as DeletionRecord) : undefined
}

const required = {
  baseUrl: 'string',
  provider: 'string',
  configUid: 'string',
  machinePoolName: 'string',
  connection: 'string',
  sentAt: 'number',
  isSending: 'boolean',
  isAccepted: 'boolean',
  isOpen: 'boolean',
  fate: 'string',
} satisfies Partial<Record<keyof DeletionRecord, string>>
