import type { Deletion, End } from './record.ts'
import type { MachineWatch } from './machineWatch.ts'

/** The maximum duration of a request in milliseconds, with a margin. */
const sendingMs = 60_000
/**
 * The time for which nothing must have changed for a conclusion to be drawn from that, in ms: an autoscaler may replace
 * machines while they drain, and a drain may begin late.
 */
const steadyMs = 10 * 60_000
/** The time for which a dismissed deletion whose cloud config can’t be loaded is tracked, in milliseconds. */
const weekMs = 7 * 24 * 60 * 60_000

/** What was last seen of a machine pool whose deletion was sent. */
export type Seen =
  /** The service supports no lookups. */
  | { readonly kind: 'unsupported' }
  /** True if the service, or a proxy, responded, false if it couldn’t be reached. */
  | { readonly kind: 'failed'; readonly isReached: boolean; readonly retryAfterMs?: number }
  /** The cloud config exists, the machine pool doesn’t. */
  | { readonly kind: 'gone' }
  /** Its machines are undefined if none were listed this time. */
  | { readonly kind: 'listed'; readonly watch?: MachineWatch | undefined }

/** How far a deletion is. Computed whenever it is needed, and never stored. */
export type Stage =
  /** Without a response so far. */
  | { readonly kind: 'sending' }
  | {
      /** Accepted: `overdue` if the pool should be gone by now. */
      readonly kind: 'draining' | 'overdue'
      /** The number of nodes that are left, as last seen; undefined if unknown. */
      readonly nodesLeft?: number | undefined
      /** The time without progress, in ms; undefined if short or unknown. */
      readonly stalledMs?: number | undefined
    }
  /** Without a definite response. */
  | { readonly kind: 'unknown' }
  | { readonly kind: End; readonly isEnd: true }

/** Returns how far a deletion is; `now` is in epoch ms. */
export function status(deletion: Deletion, seen: Seen | undefined, now: number): Stage {
  const { end, isAccepted, isSending } = deletion
  if (end) return { kind: end, isEnd: true }
  if (isSending) return { kind: 'sending' } // the response is awaited, and told
  // Another window may still send it, and tells what becomes of it.
  if (isAccepted === undefined && isInProgress(deletion, now)) return { kind: 'sending' }
  const seenEnd = endBy(deletion, seen, now)
  if (seenEnd) return { kind: seenEnd, isEnd: true }
  if (!isAccepted) return { kind: 'unknown' }
  const watch = seen?.kind === 'listed' ? seen.watch : undefined // what was seen before is old
  const stalledMs = watch ? idleMs(deletion, watch.seenAt) : 0
  return {
    kind: isInProgress(deletion, now) ? 'draining' : 'overdue',
    nodesLeft: watch?.count,
    stalledMs: stalledMs >= steadyMs ? stalledMs : undefined,
  }
}

/**
 * Returns whether a deletion counts as in progress, so that another one must not be sent: its request, or its drain as
 * long as machines go.
 */
export function isInProgress(deletion: Deletion, now: number): boolean {
  const { end, isSending, isAccepted, sentAt } = deletion
  if (end) return false
  if (isSending) return true
  // Negative after the clock was set back, which prolongs it.
  if (isAccepted === undefined) return now - sentAt < sendingMs
  // On edge-native, a deletion that the service accepts may be followed by nothing (docs/api.md, “Deletions”).
  const patienceMs = (deletion.provider === 'edge-native' ? 5 : 20) * 60_000
  return isAccepted && idleMs(deletion, now) < patienceMs
}

/** Returns for how long no machine was lost, in ms. */
export function idleMs({ sentAt, drain }: Deletion, now: number): number {
  return now - Math.max(sentAt, drain?.lostAt ?? sentAt)
}

/** Returns the end of a deletion by what was seen; undefined if it hasn’t ended. */
function endBy(deletion: Deletion, seen: Seen | undefined, now: number): End | undefined {
  const { isAccepted, wasListed, isDismissed } = deletion
  switch (seen?.kind) {
    case 'gone':
      return isAccepted || wasListed ? 'deleted' : 'unknown'
    case 'unsupported':
      // A 2xx is a successful deletion (docs/api.md, “Delete a machine pool”), unless more is known.
      if (isAccepted) return 'deleted'
      return isDismissed ? 'unknown' : undefined // nothing will ever tell
    case 'listed':
      return endOfListed(deletion, seen.watch)
    case 'failed':
      // Its cluster may be gone.
      return isDismissed && seen.isReached && idleMs(deletion, now) > weekMs ? 'unknown' : undefined
    case undefined:
      return undefined
  }
}

/**
 * Returns the end of a deletion whose pool is listed, once its machines have been running unchanged for ten minutes
 * (docs/api.md): without a definite response, nothing has come of it if they are those from before. If there are only
 * others, it may be another pool of the same name.
 */
function endOfListed(
  { isAccepted, machineUids = [], drain }: Deletion,
  watch: MachineWatch | undefined,
): End | undefined {
  if (!watch || watch.steadyFor < steadyMs || machineUids.length === 0) return undefined
  if (!machineUids.some((uid) => watch.uids.has(uid))) return 'unknown'
  const isUntouched = machineUids.every((uid) => watch.uids.has(uid)) && !drain?.lostAt
  return isUntouched && !isAccepted ? 'noEffect' : undefined
}
