// How far a deletion is. The words of all of src/deletion, and of the features that report it:
// - A stage is how far a deletion is at the moment: computed from its record and what was last observed.
// - An end is a stage after which nothing more happens (`End` in record.ts). It is proven, and
// stored. What proves it right after the response is in responseProofs.ts; what proves it later, by
// observation, is here. - An outcome is the stage that is known when the request has ended
// (`RequestOutcome` in deletionResult.ts). - A result is an outcome with its pool and its record,
// for whoever has started the deletion.

import type { Deletion, End } from './record.ts'
import type { ObservedMachines } from './observedMachines.ts'

/** A delete request can’t take longer than this, in milliseconds. */
const maxSendingMs = 60_000
/**
 * The time, in ms, for which a pool’s machines must not have changed before the deletion counts as without effect: a
 * drain may begin late, and an autoscaler may replace machines that drain.
 */
const settledAfterMs = 10 * 60_000
/** The time for which a dismissed deletion is monitored although its cloud config can’t be loaded, in milliseconds. */
const weekMs = 7 * 24 * 60 * 60_000

/** The result of the last poll of a machine pool whose deletion was sent. */
export type Observation =
  /** The service supports no lookups. */
  | { readonly kind: 'unsupported' }
  /** The cloud config couldn’t be loaded. `isReached` is true if the service, or a proxy, responded. */
  | { readonly kind: 'failed'; readonly isReached: boolean; readonly retryAfterMs?: number }
  /** The cloud config exists, but neither the machine pool nor any of its machines. */
  | { readonly kind: 'gone' }
  /**
   * The cloud config no longer lists the pool, but some of its machines are left, or may be left: `machines` is
   * undefined if they couldn’t be listed. A service may stop listing a pool with the response to its deletion, while
   * machines drain.
   */
  | { readonly kind: 'unlisted'; readonly machines: ObservedMachines | undefined }
  /** The cloud config lists the pool. `machines` is undefined if they couldn’t be listed. */
  | { readonly kind: 'listed'; readonly machines?: ObservedMachines | undefined }

/** How far an accepted deletion is, by the last list of the pool’s machines. */
export interface DrainProgress {
  /** The number of nodes that are left; undefined if it isn’t known. */
  readonly nodesLeft?: number | undefined
  /** The time for which no node was removed or added, in ms; undefined if that time is short, or isn’t known. */
  readonly stalledMs?: number | undefined
  /** True if nodes were added lately: an autoscaler adds nodes for the pods of draining nodes. */
  readonly areNodesAdded?: true | undefined
  /** True if the cloud config no longer lists the pool, and its machines can’t be listed. */
  readonly isUnlisted?: true | undefined
}

/** How far a deletion is, or how it has ended. A stage is computed whenever it is needed, and never stored. */
export type Stage =
  /** The service hasn’t responded so far. */
  | { readonly kind: 'sending' }
  /** The service has accepted the deletion; `overdue` if the pool should be gone by now. */
  | (DrainProgress & { readonly kind: 'draining' | 'overdue' })
  /** The request has ended without a response that says whether it had an effect. */
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

/** Computes the stage of a deletion by its record and the last observation of its pool; `now` is in epoch ms. */
export function computeStage(
  deletion: Deletion,
  observation: Observation | undefined,
  now: number,
): Stage {
  const { end, isAccepted, isSending } = deletion
  if (end) return { kind: end, isEnd: true }
  if (isSending) return { kind: 'sending' } // the response will be reported
  // Another window may be sending the request. That window reports the response.
  if (isAccepted === undefined && isInProgress(deletion, now)) {
    return { kind: 'sending' }
  }
  const endByObservation = observedEnd(deletion, observation, now)
  if (endByObservation) return { kind: endByObservation, isEnd: true }
  // After a failed poll, the machines of the poll before are outdated.
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

/** Returns for how long no machine had been removed or added, in ms, when the machines were listed last. */
function msWithoutChange(
  deletion: Deletion,
  { observedAt, addedAt = 0 }: ObservedMachines,
): number {
  return Math.min(msWithoutProgress(deletion, observedAt), observedAt - addedAt)
}

function wereNodesAdded({ observedAt, addedAt }: ObservedMachines): true | undefined {
  return (addedAt !== undefined && observedAt - addedAt < settledAfterMs) || undefined
}

/** Returns the machines of an observation; undefined if they couldn’t be listed. */
export function machinesOf(observation: Observation | undefined): ObservedMachines | undefined {
  const hasPool = observation?.kind === 'listed' || observation?.kind === 'unlisted'
  return hasPool ? observation.machines : undefined
}

/**
 * Returns whether a deletion is in progress, so that no other deletion of the pool must be sent: the request may be
 * under way, or the pool is draining and still loses machines.
 */
export function isInProgress(deletion: Deletion, now: number): boolean {
  const { end, isSending, isAccepted, sentAt } = deletion
  if (end) return false
  if (isSending) return true
  // If the clock was set back, the time is negative, and the deletion counts as in progress for longer.
  if (isAccepted === undefined) return now - sentAt < maxSendingMs
  // On edge-native, nothing may happen after the service has accepted a deletion (docs/api.md, “Deletions”).
  const overdueAfterMs = (deletion.provider === 'edge-native' ? 5 : 20) * 60_000
  return isAccepted && msWithoutProgress(deletion, now) < overdueAfterMs
}

/** Returns the time, in ms, since a machine was lost; or since the request, if no machine was lost. */
export function msWithoutProgress({ sentAt, drain }: Deletion, now: number): number {
  return now - Math.max(sentAt, drain?.lostAt ?? sentAt)
}

/** Returns the end of a deletion that an observation of its pool proves; undefined if it proves no end. */
function observedEnd(
  deletion: Deletion,
  observation: Observation | undefined,
  now: number,
): End | undefined {
  const { isAccepted, wasListed, isDismissed } = deletion
  switch (observation?.kind) {
    case 'gone':
      return isAccepted || wasListed ? 'deleted' : 'unknown'
    case 'unsupported':
      // A response 2xx means that the pool is deleted (docs/api.md, “Delete a machine pool”), unless lookups tell more.
      if (isAccepted) return 'deleted'
      return isDismissed ? 'unknown' : undefined // nothing more will ever be known
    case 'listed':
      return endOfListedPool(deletion, observation.machines)
    case 'unlisted':
      // The deletion is proven only when the pool’s machines are gone, too.
      return isDismissed && msWithoutProgress(deletion, now) > weekMs ? 'unknown' : undefined
    case 'failed':
      // The cloud config can’t be loaded, because its cluster may be gone.
      return isDismissed && observation.isReached && msWithoutProgress(deletion, now) > weekMs
        ? 'unknown'
        : undefined
    case undefined:
      return undefined
  }
}

/**
 * Returns the end of a deletion whose pool is still listed; undefined until the pool’s machines have been running
 * unchanged for ten minutes (docs/api.md). Then, a request without a definite response had no effect if the machines
 * are those from before the request. If all machines are others, the pool may be another pool of the same name.
 */
function endOfListedPool(
  { isAccepted, machineUids = [], drain }: Deletion,
  machines: ObservedMachines | undefined,
): End | undefined {
  if (!machines || machines.unchangedMs < settledAfterMs) return undefined
  if (machineUids.length === 0) return undefined
  const { uids } = machines
  if (!machineUids.some((uid) => uids.has(uid))) return 'unknown'
  const isUntouched = machineUids.every((uid) => uids.has(uid)) && !drain?.lostAt
  return isUntouched && !isAccepted ? 'noEffect' : undefined
}
