// The stored record of a deletion, and its parser, which keeps the fields of other versions.

import type { Connection } from '../connections/connection.ts'

/** The time for which an accepted deletion without visible progress counts as in progress, in ms. */
export const monitorDurationMs = 20 * 60_000

/** A machine pool as the service identifies it, whatever the connection’s name. */
export interface PoolIdentity {
  /** The service URL: origin and base path. */
  readonly baseUrl: string
  readonly provider: string
  readonly configUid: string
  readonly machinePoolName: string
}

/** The record of a deletion that was sent, or was about to be sent. */
export interface DeletionRecord extends PoolIdentity {
  /** The connection’s name. */
  readonly connection: string
  /** The project of the request. */
  readonly projectUid?: string | undefined
  /** The cluster’s name. */
  readonly configLabel?: string | undefined
  /** When it was sent, in epoch ms. */
  readonly sentAt: number
  /** True until there is a response: it is in progress, or its window was closed. */
  readonly isSending: boolean
  /** True if the service accepted it; false without a definite response. */
  readonly isAccepted: boolean
  /** True while it is pending, which marks the pool. */
  readonly isOpen: boolean
  /** The UIDs of all machines when it was sent; undefined if unknown. */
  readonly machineUids?: readonly string[] | undefined
  /** True if the service has listed the pool, so that its absence means something. */
  readonly wasListed?: boolean | undefined
  /** The last report while pending, so that it isn’t repeated. */
  readonly told?: string | undefined
  /** The first outcome, for the history. */
  readonly fate: string
  /** The final status of a monitored deletion; `at` in epoch ms. */
  readonly settled?: { readonly at: number; readonly fate: string } | undefined
  /** True if it is pending but cleared from the history. */
  readonly isHidden?: boolean | undefined
}

/** Returns the fields by which the service identifies a pool. */
export function identityOf(
  pool: Omit<PoolIdentity, 'baseUrl'> & { readonly connection: Connection },
): PoolIdentity {
  const { connection, provider, configUid, machinePoolName } = pool
  return { baseUrl: connection.baseUrl, provider, configUid, machinePoolName }
}

/** Returns a key for a pool’s identity. */
export function identityKey(pool: PoolIdentity): string {
  const { baseUrl, provider, configUid, machinePoolName } = pool
  return JSON.stringify([baseUrl, provider, configUid, machinePoolName])
}

/** Parses a record; undefined if invalid. Fields of other versions are kept. */
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
