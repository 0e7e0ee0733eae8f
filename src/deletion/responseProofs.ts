// What the response to a delete request proves, together with a check of the pool right after it. What proves the end
// of a deletion later is in stage.ts, which also explains the words stage, end, outcome, and result.

import { refusesProject, type ApiError, type ApiErrorKind } from '../api/errors.ts'
import type { End } from './record.ts'
import type { Observation } from './stage.ts'

/** What a response says without a check of the pool. */
type ResponseKind =
  | 'accepted'
  /** An error that doesn’t say what became of the deletion, such as a 502 or a broken connection. */
  | 'inconclusive'
  /** An error that says that nothing was deleted. */
  | 'refused'
  /** A refusal that is believed only if a check of the pool doesn’t tell otherwise. */
  | 'doubtful'

/** What is known after a delete request. */
export interface Evidence {
  /** The error of the response; undefined for a 2xx. */
  readonly error: ApiError | undefined
  /** What a check after the response has found; undefined without one, or if it took too long. */
  readonly observation: Observation | undefined
  /**
   * True if that is the second check, because the first one has found the pool as it was: see {@link needsSecondCheck}.
   */
  readonly isSecondCheck: boolean
  /** True if the service has listed the pool before the request. */
  readonly wasListed: boolean
  /** The UIDs of the pool’s machines before the request; undefined if unknown. */
  readonly machineUids: readonly string[] | undefined
  /** True if an earlier deletion of the pool is pending, which may be the reason for a refusal. */
  readonly hasEarlierDeletion: boolean
}

/** The ends that can be known right after the response: a lack of any effect takes ten minutes. */
export type ResponseEnd = Exclude<End, 'noEffect'>

interface Proof {
  readonly end: ResponseEnd
  readonly holds: (evidence: Evidence) => boolean
}

// No two of the following proofs hold for the same evidence, so their order doesn’t matter.

/** What proves that the pool was deleted. */
const proofsOfDeletion: readonly Proof[] = [
  { end: 'deleted', holds: isAcceptedAndGone },
  { end: 'deleted', holds: isAcceptedWithoutLookups },
  { end: 'deleted', holds: isGoneDespiteRefusal },
]

/** What proves that the request deleted nothing. */
const proofsOfNoDeletion: readonly Proof[] = [
  { end: 'notDeleted', holds: isRefused },
  { end: 'notDeleted', holds: isRejectedAndKeepsRunning },
  { end: 'notDeleted', holds: isRejectedWithoutLookups },
  { end: 'stillListed', holds: isNotFoundButKeepsRunning },
]

/** What proves that the outcome can’t be found out. */
const proofsOfIgnorance: readonly Proof[] = [
  { end: 'notFound', holds: isNotFoundWithoutLookups },
  { end: 'notFound', holds: isNotFoundAndUnchecked },
  { end: 'notFound', holds: isNotFoundAndGone },
  { end: 'unknown', holds: isAfterEarlierDeletion },
]

const proofs = [...proofsOfDeletion, ...proofsOfNoDeletion, ...proofsOfIgnorance]

/** Returns the end that is proven; undefined if the deletion stays pending. */
export function provenEnd(evidence: Evidence): ResponseEnd | undefined {
  return proofs.find(({ holds }) => holds(evidence))?.end
}

/** Returns whether a check of the pool may prove more than the response alone. */
export function needsCheck(error: ApiError | undefined): boolean {
  const kind = responseKind(error)
  return kind === 'accepted' || kind === 'doubtful'
}

/**
 * Returns whether only a second check can prove that a refused request deleted nothing: the first one has found the
 * pool as it was, but after a request that a proxy has sent twice, the service may not have marked any machine yet.
 */
export function needsSecondCheck(evidence: Evidence): boolean {
  return !evidence.isSecondCheck && isBelieved(evidence) && runsAsBefore(evidence)
}

// A 2xx is a successful deletion (docs/api.md, “Delete a machine pool”), unless more is known.

function isAcceptedAndGone(evidence: Evidence): boolean {
  return hasResponseKind(evidence, 'accepted') && evidence.observation?.kind === 'gone'
}

function isAcceptedWithoutLookups(evidence: Evidence): boolean {
  return hasResponseKind(evidence, 'accepted') && evidence.observation?.kind === 'unsupported'
}

/** The refusal is the response to a second request: a proxy has sent the deletion twice. */
function isGoneDespiteRefusal(evidence: Evidence): boolean {
  const { observation, wasListed } = evidence
  return hasResponseKind(evidence, 'doubtful') && observation?.kind === 'gone' && wasListed
}

function isRefused(evidence: Evidence): boolean {
  return hasResponseKind(evidence, 'refused')
}

function isRejectedAndKeepsRunning(evidence: Evidence): boolean {
  return isBelieved(evidence) && !isNotFound(evidence) && keepsRunning(evidence)
}

/** If the service supports no lookups, its refusal is believed, as a 2xx would be. */
function isRejectedWithoutLookups(evidence: Evidence): boolean {
  return (
    isBelieved(evidence) && !isNotFound(evidence) && evidence.observation?.kind === 'unsupported'
  )
}

function isNotFoundButKeepsRunning(evidence: Evidence): boolean {
  return isBelieved(evidence) && isNotFound(evidence) && keepsRunning(evidence)
}

function isNotFoundWithoutLookups(evidence: Evidence): boolean {
  return (
    isBelieved(evidence) && isNotFound(evidence) && evidence.observation?.kind === 'unsupported'
  )
}

/**
 * After a 404, a first check that fails ends the deletion, because later polls would tell no more. After a 410, it
 * stays pending.
 */
function isNotFoundAndUnchecked(evidence: Evidence): boolean {
  const { observation, error, isSecondCheck } = evidence
  const isUnchecked = !isSecondCheck && (observation === undefined || observation.kind === 'failed')
  return isBelieved(evidence) && error?.kind === 'notFound' && isUnchecked
}

/**
 * If the checks before the request failed, the pool may have been there until then: a proxy may have sent the deletion
 * twice. A pool that is known to be gone before isn’t deleted at all.
 */
function isNotFoundAndGone(evidence: Evidence): boolean {
  const { observation, wasListed } = evidence
  const isGone = observation?.kind === 'gone' && !wasListed
  return hasResponseKind(evidence, 'doubtful') && isNotFound(evidence) && isGone
}

/** An earlier deletion of the pool may be the reason for the refusal. Only the earlier one is tracked from then on. */
function isAfterEarlierDeletion(evidence: Evidence): boolean {
  const { observation, hasEarlierDeletion } = evidence
  if (!hasResponseKind(evidence, 'doubtful') || !hasEarlierDeletion) return false
  return observation?.kind !== 'gone' && !isLeaving(observation)
}

/**
 * Returns whether nothing else explains a doubtful refusal: no earlier deletion of the pool, and no machine that
 * leaves.
 */
function isBelieved(evidence: Evidence): boolean {
  const { observation, hasEarlierDeletion } = evidence
  return hasResponseKind(evidence, 'doubtful') && !hasEarlierDeletion && !isLeaving(observation)
}

/** Returns whether the response to the delete request is of a kind. */
function hasResponseKind({ error }: Evidence, kind: ResponseKind): boolean {
  return responseKind(error) === kind
}

/** Returns what the response to a delete request says. `error` is the request’s error; undefined after a 2xx. */
function responseKind(error: ApiError | undefined): ResponseKind {
  if (!error) return 'accepted'
  if (error.mayHaveTakenEffect) return 'inconclusive'
  return isDoubtful(error) && !refusesProject(error) ? 'doubtful' : 'refused'
}

/** The errors that prove that nothing was deleted: they are about the sender, not about the pool. */
const refusals: readonly ApiErrorKind[] = ['unauthorized', 'forbidden']

/**
 * Returns whether a refusal may be the response to a second request, because a proxy may have sent the deletion twice,
 * or a redirect by what passed it on. Without a status, nothing was sent.
 */
function isDoubtful({ kind, status }: ApiError): boolean {
  return status !== undefined && !refusals.includes(kind)
}

function isNotFound({ error }: Evidence): boolean {
  return error?.status === 404 || error?.status === 410
}

/** Returns whether two checks, a while apart, have found the pool as it was before the request. */
function keepsRunning(evidence: Evidence): boolean {
  return evidence.isSecondCheck && runsAsBefore(evidence)
}

/**
 * Returns whether the pool is listed as it was before the request: with all of its machines, each of them running.
 * Anything less may be what a deletion leaves that the service has begun. Of a pool without machines, none could show
 * that.
 */
function runsAsBefore({ observation, machineUids }: Evidence): boolean {
  const machines = observation?.kind === 'listed' ? observation.machines : undefined
  if (!machines?.areAllRunning || machineUids === undefined) return false
  if (machineUids.length === 0) return false
  return machineUids.every((uid) => machines.uids.has(uid))
}

/** Returns whether a machine leaves, or the pool has left before its machines. */
function isLeaving(observation: Observation | undefined): boolean {
  if (observation?.kind === 'unlisted') return true
  return observation?.kind === 'listed' && observation.machines?.hasLeavingMachine === true
}
