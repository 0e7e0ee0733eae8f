// How far a deletion is. The words of all of src/deletion, and of the features that report it:
// - A stage is how far a deletion is at the moment: computed from its record and what was last observed.
// - An end is a stage after which nothing more happens (`End` in record.ts). It is proven, and stored. What proves it
//   right after the response is in responseProofs.ts; what proves it later, by observation, is here.
// - An outcome is the stage that is known when the request has ended (`RequestOutcome` in requestDeletion.ts).
// - A result is an outcome with its pool and its record, for whoever has started the deletion.

import { defaultTimeoutMs, optionalTimeoutMs } from '../api/deadline.ts'
import type { Deletion, End } from './record.ts'
import type { ObservedMachines } from './observedMachines.ts'

/** The timeout of the check after a deletion, in milliseconds. */
export const verificationTimeoutMs = 5_000
/**
 * The time between the two checks after a refusal, in milliseconds: a controller marks machines a while after the
 * request.
 */
export const secondCheckDelayMs = 15_000
/**
 * The maximum time from the record of a deletion to its request, in milliseconds: to read the records of other windows
 * and the key, for which the keychain may have to be unlocked. After it, the request isn’t sent.
 */
const maxUnsentMs = 20_000
/** The time that may pass beside the request and its checks, in ms: to write records, and in a busy window. */
const sendingMarginMs = 5_000
/**
 * The maximum time from the record of a deletion to that of its outcome, in milliseconds. Other windows take the
 * request for in progress as long, and send no other one.
 */
const maxSendingMs =
  maxUnsentMs +
  defaultTimeoutMs +
  2 * optionalTimeoutMs + // of “who am I”, which explains a 404, and of the list of clusters in its place
  verificationTimeoutMs +
  secondCheckDelayMs +
  verificationTimeoutMs +
  sendingMarginMs
/**
 * The time for which nothing must have changed for a conclusion to be drawn from that, in ms: an autoscaler may replace
 * machines while they drain, and a drain may begin late.
 */
const settledAfterMs = 10 * 60_000
/** The time for which a dismissed deletion is tracked although nothing happens, in milliseconds. */
const weekMs = 7 * 24 * 60 * 60_000

/** What was last observed of a machine pool whose deletion was sent. */
export type Observation =
  /** The service supports neither loading cloud configs nor listing machines. */
  | { readonly kind: 'unsupported' }
  /** The cloud config couldn’t be loaded. `isReached` is true if the service, or a proxy, responded. */
  | { readonly kind: 'failed'; readonly isReached: boolean; readonly retryAfterMs?: number }
  /** The cloud config exists, the machine pool and its machines don’t. */
  | { readonly kind: 'gone' }
  /**
   * The machine pool has left the cloud config, but its machines are listed, or may be: then they are undefined. The
   * service may take a pool out with the response to its deletion, while the machines drain.
   */
  | { readonly kind: 'unlisted'; readonly machines: ObservedMachines | undefined }
  /**
   * The cloud config lists the machine pool, or, if the service doesn’t support loading cloud configs, machines of the
   * pool are listed. The machines are undefined if they couldn’t be listed.
   */
  | { readonly kind: 'listed'; readonly machines?: ObservedMachines | undefined }

/** What was last seen of the machines of an accepted deletion. */
export interface DrainProgress {
  /** The number of nodes that are left; undefined if unknown. */
  readonly nodesLeft?: number | undefined
  /** The time for which no node was removed or added, in ms; undefined if short or unknown. */
  readonly stalledMs?: number | undefined
  /** True if nodes were added lately, as an autoscaler does for the pods of those that drain. */
  readonly areNodesAdded?: true | undefined
  /** True if the pool has left the cloud config, and its machines can’t be listed. */
  readonly isUnlisted?: true | undefined
}

/** How far a deletion is. A stage is computed whenever it is needed, and never stored. */
export type Stage =
  /** The request has no response so far. */
  | { readonly kind: 'sending' }
  /** The service has accepted the deletion. It is `overdue` if the pool should be gone by now. */
  | (DrainProgress & { readonly kind: 'draining' | 'overdue' })
  /** The request had no definite response. */
  | (Pick<DrainProgress, 'isUnlisted'> & { readonly kind: 'unknown' })
  | { readonly kind: End; readonly isEnd: true }

/** Returns the progress of an accepted deletion; undefined if it isn’t accepted, or has ended. */
export function drainProgress(stage: Stage | undefined): DrainProgress | undefined {
  const isDrain = stage?.kind === 'draining' || stage?.kind === 'overdue'
  return isDrain ? stage : undefined
}

/** Returns whether the pool has left the cloud config, and its machines can’t be listed. */
export function isNoLongerListed(stage: Stage | undefined): boolean {
  return stage !== undefined && 'isUnlisted' in stage && stage.isUnlisted === true
}

/** Returns how far a deletion is; `now` is in epoch ms. */
export function computeStage(
  deletion: Deletion,
  observation: Observation | undefined,
  now: number,
): Stage {
  const { end, isAccepted, isSending } = deletion
  if (end) return { kind: end, isEnd: true }
  if (isSending) return { kind: 'sending' } // the response will be reported
  // Another window may still send it, and reports the response.
  if (isAccepted === undefined && isInProgress(deletion, now)) {
    return { kind: 'sending' }
  }
  const endByObservation = observedEnd(deletion, observation, now)
  if (endByObservation) return { kind: endByObservation, isEnd: true }
  // What was observed before a failure is outdated.
  const machines = machinesOf(observation)
  const isUnlisted = (observation?.kind === 'unlisted' && !machines) || undefined
  if (!isAccepted) return { kind: 'unknown', isUnlisted }
  const idleMs = machines ? msWithoutChange(deletion, machines) : 0
  return {
    kind: isInProgress(deletion, now) ? 'draining' : 'overdue',
    nodesLeft: machines?.count,
    stalledMs: idleMs >= settledAfterMs ? idleMs : undefined,
    areNodesAdded: machines && wereNodesAdded(machines),
    isUnlisted,
  }
}

/** Returns for how long no machine was removed or added, in ms, when the machines were listed last. */
function msWithoutChange(
  deletion: Deletion,
  { observedAt, addedAt = 0 }: ObservedMachines,
): number {
  return Math.min(msWithoutProgress(deletion, observedAt), observedAt - addedAt)
}

function wereNodesAdded({ observedAt, addedAt }: ObservedMachines): true | undefined {
  return (addedAt !== undefined && observedAt - addedAt < settledAfterMs) || undefined
}

/** Returns the machines of an observation, as far as they were listed. */
export function machinesOf(observation: Observation | undefined): ObservedMachines | undefined {
  const hasPool = observation?.kind === 'listed' || observation?.kind === 'unlisted'
  return hasPool ? observation.machines : undefined
}

/**
 * Returns whether a deletion counts as in progress, so that another one must not be sent: its request, or its drain as
 * long as machines go.
 */
export function isInProgress(deletion: Deletion, now: number): boolean {
  const { end, isSending, isAccepted, sentAt } = deletion
  if (end) return false
  if (isSending) return true
  // If the clock was set back, this time is negative, and the deletion counts as in progress for longer.
  if (isAccepted === undefined) return now - sentAt < maxSendingMs
  // On edge-native, a deletion that the service accepts may be followed by nothing (docs/api.md, “Deletions”).
  const overdueAfterMs = (deletion.provider === 'edge-native' ? 5 : 20) * 60_000
  return isAccepted && msWithoutProgress(deletion, now) < overdueAfterMs
}

/** Returns whether a recorded deletion may still be sent; `now` is in epoch ms. */
export function isStillSendable({ sentAt }: Deletion, now: number): boolean {
  return now - sentAt <= maxUnsentMs
}

/** Returns for how long no machine was lost, in ms. */
export function msWithoutProgress({ sentAt, drain }: Deletion, now: number): number {
  return now - Math.max(sentAt, drain?.lostAt ?? sentAt)
}

/** Returns the end of a deletion by what was observed; undefined if it hasn’t ended. */
function observedEnd(
  deletion: Deletion,
  observation: Observation | undefined,
  now: number,
): End | undefined {
  const { isAccepted, wasListed, isDismissed } = deletion
  const isAbandoned = isDismissed && msWithoutProgress(deletion, now) > weekMs
  switch (observation?.kind) {
    case 'gone':
      return isAccepted || wasListed ? 'deleted' : 'unknown'
    case 'unsupported':
      // A 2xx is a successful deletion (docs/api.md, “Delete a machine pool”), unless more is known.
      if (isAccepted) return 'deleted'
      return isDismissed ? 'unknown' : undefined // nothing more will ever be known
    case 'listed':
      return (
        endOfListedPool(deletion, observation.machines) ??
        // A drain may stall for weeks, and the guard must still count it.
        unknownIf(isAbandoned && observation.machines?.areAllRunning === true)
      )
    case 'unlisted':
      // Only that its machines are gone, too, proves the deletion.
      return unknownIf(isAbandoned)
    case 'failed':
      // Its cluster may be gone.
      return unknownIf(isAbandoned && observation.isReached)
    case undefined:
      return undefined
  }
}

/** Returns the end of a deletion of which nothing more is expected; undefined for any other. */
function unknownIf(isOver: boolean): End | undefined {
  return isOver ? 'unknown' : undefined
}

/**
 * Returns whether ten minutes can still prove that a deletion without a definite response had no effect: it is
 * observed, and the machines from before are known.
 */
export function mayProveNoEffect({ end, wasListed, machineUids }: Deletion): boolean {
  return end === undefined && wasListed === true && machineUids !== undefined
}

/**
 * Returns the end of a deletion whose pool is listed, once its machines have been running unchanged for ten minutes
 * (docs/api.md, “Deletions”): without a definite response, it had no effect if they are those from before, or if there
 * were and are none. If there are only other machines, it may be another pool of the same name.
 */
function endOfListedPool(
  { isAccepted, machineUids, drain }: Deletion,
  machines: ObservedMachines | undefined,
): End | undefined {
  if (!machines || machines.unchangedMs < settledAfterMs) return undefined
  if (machineUids === undefined) return undefined
  const { uids, count } = machines
  const hadNoMachines = machineUids.length === 0
  if (hadNoMachines && isAccepted) return undefined // machines that came since may still leave with it
  if (count === 0) return hadNoMachines ? 'noEffect' : undefined // if its machines are gone, it may follow
  if (!machineUids.some((uid) => uids.has(uid))) return 'unknown'
  const isUntouched = machineUids.every((uid) => uids.has(uid)) && !drain?.lostAt
  return isUntouched && !isAccepted ? 'noEffect' : undefined
}

/**
 * Returns whether a deletion is overdue and nobody has reported that. After sleep, the network may be missing for a
 * while, and the pool may be gone: then it isn’t overdue yet.
 */
export function isNewlyOverdue(
  { isOverdueReported }: Deletion,
  stage: Stage,
  observation: Observation | undefined,
): boolean {
  if (stage.kind !== 'overdue' || isOverdueReported) return false
  return observation?.kind !== 'failed' || observation.isReached
}

/** The ends that prove that the service refused the deletion itself, but not what became of earlier ones. */
const refusals: readonly (End | undefined)[] = ['notDeleted', 'stillListed']
/** The ends that prove what became of the pool, and so of earlier deletions of it. */
const certainEnds: readonly (End | undefined)[] = ['deleted', 'noEffect']

/** Returns whether an end leaves open what became of the pool. */
export function isUncertainEnd(end: End): boolean {
  return !refusals.includes(end) && !certainEnds.includes(end)
}

/**
 * Returns whether a pool may have been deleted by one of its deletions, given the latest first, without proof of that.
 * A deletion in progress doesn’t count, because no other is sent during it.
 */
export function mayHaveDeletedPool(deletions: readonly Deletion[], now: number): boolean {
  const decisive = deletions.find((deletion) => {
    return !refusals.includes(deletion.end) && !isInProgress(deletion, now)
  })
  return decisive !== undefined && !certainEnds.includes(decisive.end)
}
