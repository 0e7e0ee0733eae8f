import { withTimeout } from '../api/deadline.ts'
import { ApiError } from '../api/errors.ts'
import { delay } from '../api/retry.ts'
import type { Service } from '../connections/services.ts'
import type { MachinePoolRef } from '../model/refs.ts'
import type { Deletions } from './deletions.ts'
import type { PendingDeletion } from './pendingDeletion.ts'
import type { DeletionMonitor } from './monitor.ts'
import type { Deletion, RecordPart } from './record.ts'
import {
  needsCheck,
  needsSecondCheck,
  provenEnd,
  type Evidence,
  type ResponseEnd,
} from './responseProofs.ts'
import { secondCheckDelayMs, verificationTimeoutMs, type Observation } from './stage.ts'

/** The service has accepted the deletion. The stage is `draining` until the pool and its machines are gone. */
interface Accepted {
  readonly kind: 'accepted'
  readonly stage: 'deleted' | 'draining'
}

/** The service has refused the deletion, or nothing definite is known of it; `error` has the reason. */
interface Failed {
  readonly kind: 'failed'
  readonly stage: Exclude<ResponseEnd, 'deleted'>
  readonly error: ApiError
}

/** The deletion was confirmed, but its request was never sent. */
interface NotSent {
  readonly kind: 'notSent'
  readonly stage: 'notDeleted'
  /** Why it wasn’t sent, as a sentence that is shown. */
  readonly reason: string
}

/** What is known of a deletion once its request has ended. */
export type RequestOutcome = Accepted | Failed

/** An outcome with its pool, and with the ID of the deletion’s record, which is undefined if no record was begun. */
type WithPool<Outcome, RecordId> = Outcome & {
  readonly pool: MachinePoolRef
  readonly recordId: RecordId
}

/** A deletion that the service has accepted. */
export type AcceptedDeletion = WithPool<Accepted, string>

/** What came of a confirmed deletion. */
export type DeletionResult = AcceptedDeletion | WithPool<Failed | NotSent, string | undefined>

/** The parts of the extension that record and observe deletions. */
interface DeletionParts {
  readonly deletions: Deletions
  readonly deletionMonitor: DeletionMonitor
}

/**
 * Sends a recorded deletion once, records the outcome, and follows what comes of it. Never rejects. Calls
 * `onSecondCheck` with the error of a refusal before it waits to check again what became of the pool.
 */
export async function requestDeletion(
  pending: PendingDeletion,
  service: Pick<Service, 'deleteMachinePool'>,
  signal: AbortSignal,
  parts: DeletionParts,
  onSecondCheck: (error: ApiError) => void,
): Promise<RequestOutcome> {
  const { deletions, deletionMonitor } = parts
  const { pool, deletion } = pending
  try {
    const error = await send(pool, service, signal)
    // The response is saved before anything else is done, because the window may be closed at any time.
    if (!isDefiniteError(error)) await deletions.recordResponse(deletion, responsePart(error))
    // If the computer slept during the request, another window may have recorded the end of the deletion.
    await deletions.refresh().catch(() => {})
    if (isRecordedAsDeleted(deletion, deletions)) {
      return { kind: 'accepted', stage: 'deleted' }
    }
    const end = await findEnd(pending, error, signal, parts, onSecondCheck)
    await recordOutcome(pending, end, error, parts)
    if (end === 'deleted') return { kind: 'accepted', stage: 'deleted' }
    if (!error) return { kind: 'accepted', stage: 'draining' }
    // If an earlier deletion of the pool is pending, a refusal of this one doesn’t tell what became of the pool.
    const hasEarlierDeletion = deletions.allPending(pool).length > 0
    const isUnknown = end === undefined || (end === 'notDeleted' && hasEarlierDeletion)
    return { kind: 'failed', stage: isUnknown ? 'unknown' : end, error }
  } finally {
    deletions.endSending(deletion)
    deletionMonitor.schedulePolls()
  }
}

/** Sends the request. Resolves to its error; undefined for a 2xx. */
async function send(
  pool: MachinePoolRef,
  service: Pick<Service, 'deleteMachinePool'>,
  signal: AbortSignal,
): Promise<ApiError | undefined> {
  try {
    await service.deleteMachinePool(pool, signal)
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error
    return new ApiError('invalidResponse', String(error), { mayHaveTakenEffect: true })
  }
}

/** Returns whether an error says that the request had no effect, as far as the response alone can say so. */
function isDefiniteError(error: ApiError | undefined): boolean {
  return error?.mayHaveTakenEffect === false
}

/** Returns what is recorded of a response; `error` is undefined for a 2xx. */
function responsePart(error: ApiError | undefined): RecordPart<'answered'> {
  if (!error) return { isAccepted: true, failure: undefined }
  const { kind, status, code, serviceMessage } = error
  return { isAccepted: false, failure: { kind, status, code, serviceMessage } }
}

function isRecordedAsDeleted({ id }: Deletion, { all }: Deletions): boolean {
  return all.some((record) => record.id === id && record.end === 'deleted')
}

/**
 * Resolves to how the deletion has ended, if that is proven by the response to the delete request, or by checks of the
 * pool after it. `error` is the error of the delete request; undefined after a 2xx.
 */
async function findEnd(
  pending: PendingDeletion,
  error: ApiError | undefined,
  signal: AbortSignal,
  { deletions, deletionMonitor }: DeletionParts,
  onSecondCheck: (error: ApiError) => void,
): Promise<ResponseEnd | undefined> {
  const { pool, deletion } = pending
  const observation = needsCheck(error)
    ? await checkPool(pending, signal, deletionMonitor)
    : undefined
  const evidence: Evidence = {
    error,
    observation,
    isSecondCheck: false,
    wasListed: deletion.wasListed === true,
    machineUids: deletion.machineUids,
    hasEarlierDeletion: hasEarlierDeletion(),
  }
  if (!error || !needsSecondCheck(evidence)) return provenEnd(evidence)
  onSecondCheck(error)
  await delay(secondCheckDelayMs, signal)
  return provenEnd({
    ...evidence,
    observation: await checkPool(pending, signal, deletionMonitor),
    isSecondCheck: true,
    wasListed: true,
    hasEarlierDeletion: hasEarlierDeletion(),
  })

  function hasEarlierDeletion(): boolean {
    return deletions.allPending(pool).length > 1 // this deletion is pending itself
  }
}

/**
 * Checks the pool after the response. The outcome is reported whether or not this check succeeds, so it must be short.
 */
async function checkPool(
  pending: PendingDeletion,
  signal: AbortSignal,
  deletionMonitor: DeletionMonitor,
): Promise<Observation | undefined> {
  const observations = await withTimeout(verificationTimeoutMs, signal, (timeoutSignal) =>
    deletionMonitor.observe([pending], { signal: timeoutSignal }),
  ).catch(() => undefined)
  return observations?.get(pending.deletion.id)
}

/** Records what the response and the check have proven: an end of the deletion, or that it was refused. */
async function recordOutcome(
  { pool, deletion }: PendingDeletion,
  end: ResponseEnd | undefined,
  error: ApiError | undefined,
  { deletions, deletionMonitor }: DeletionParts,
): Promise<void> {
  if (end === 'deleted') {
    await deletionMonitor.endPool(pool, end, { isUnlisted: true })
  } else if (end !== undefined) {
    // This request had no effect, so an earlier deletion of the pool stays pending.
    await deletions.recordEnd({ ...deletion, failure: responsePart(error).failure }, end)
  } else if (isDefiniteError(error)) {
    await deletions.recordResponse(deletion, responsePart(error))
  }
}
