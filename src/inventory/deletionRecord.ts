// The stored record of a deletion, and its parser, which keeps the fields of other versions.

import * as v from 'valibot'

/**
 * Returns the time for which a deletion without visible progress counts as in progress, in ms. It is shorter for
 * edge-native: a deletion that the service accepts may be followed by nothing (lookups.md).
 */
export function monitorDurationOf({
  provider,
  isAccepted,
}: {
  readonly provider?: string
  readonly isAccepted: boolean
}): number {
  return (isAccepted && provider === 'edge-native' ? 5 : 20) * 60_000
}

/** Returns an optional field; an invalid one must not make the record of a deletion unreadable. */
const optional = <T>(schema: v.GenericSchema<unknown, T>) =>
  v.fallback(v.optional(schema), undefined)

const Stored = v.object({
  /** The service URL: origin and base path. */
  baseUrl: v.string(),
  provider: v.string(),
  configUid: v.string(),
  machinePoolName: v.string(),
  /** The connection’s name; empty once it was removed. */
  connection: v.string(),
  /** The project of the request. */
  projectUid: optional(v.string()),
  /** The cluster’s name. */
  configLabel: optional(v.string()),
  /** When it was sent, in epoch ms. */
  sentAt: v.number(),
  /** When it was sent by the service’s clock, in epoch ms, or up to a second before; undefined if unknown. */
  serviceTime: optional(v.number()),
  /** True until there is a response: it is in progress, or its window was closed. */
  isSending: v.boolean(),
  /** True if the service accepted it; false without a definite response. */
  isAccepted: v.boolean(),
  /** True while it is pending, which marks the pool. */
  isOpen: v.boolean(),
  /** The UIDs of all machines when it was sent; undefined if unknown. */
  machineUids: optional(v.pipe(v.array(v.string()), v.readonly())),
  /** The number of machines when it was sent; undefined if unknown. */
  nodes: optional(v.number()),
  /** The zones that they were in, else the configured ones. */
  zones: optional(v.pipe(v.array(v.string()), v.readonly())),
  /** True if the service has listed the pool, so that its absence means something. */
  wasListed: optional(v.boolean()),
  /** The states of the machines, and since when they have been observed, in epoch ms. */
  progress: optional(v.object({ at: v.number(), of: v.string() })),
  /** When a machine was last found gone, in epoch ms, and the number that was left. */
  lastLoss: optional(v.object({ at: v.number(), left: v.number() })),
  /** The last fate reported while pending, so that it isn’t reported again. */
  told: optional(v.string()),
  /** The first fate, by the outcome of the request, for the history. */
  fate: v.string(),
  /** The last fate, by what the monitoring has concluded, and since when, in epoch ms. */
  settled: optional(v.object({ at: v.number(), fate: v.string() })),
  /** True if it is pending but its pool is unmarked: only the guard counts it, and nothing more is reported. */
  isDismissed: optional(v.boolean()),
  /** True if it is pending but cleared from the history. */
  isHidden: optional(v.boolean()),
})

/** The record of a deletion that was sent, or was about to be sent. */
export type DeletionRecord = Readonly<v.InferOutput<typeof Stored>>

/** Parses a record; undefined if invalid. Fields of other versions are kept. */
export function readDeletionRecord(stored: unknown): DeletionRecord | undefined {
  const read = v.safeParse(Stored, stored)
  return read.success ? { ...(stored as object), ...read.output } : undefined
}

/** A machine pool as the service identifies it, whatever the connection’s name. */
type PoolIdentity = Pick<DeletionRecord, 'baseUrl' | 'provider' | 'configUid' | 'machinePoolName'>

/** Returns a key for a pool’s identity. */
export function identityKey(pool: PoolIdentity): string {
  const { baseUrl, provider, configUid, machinePoolName } = pool
  return JSON.stringify([baseUrl, provider, configUid, machinePoolName])
}
