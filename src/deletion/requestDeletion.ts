import { withTimeout } from '../api/deadline.ts'
import { ApiError } from '../api/errors.ts'
import type { Service } from '../connections/services.ts'
import type { MachinePoolRef } from '../model/refs.ts'
import type { RequestOutcome } from './deletionResult.ts'
import type { Deletions } from './deletions.ts'
import type { PendingDeletion } from './pendingDeletion.ts'
import type { DeletionMonitor } from './monitor.ts'
import type { Deletion } from './record.ts'
import { needsCheck, provenEnd, type ResponseEnd } from './responseProofs.ts'
import type { Observation } from './stage.ts'

/** The timeout of the check after a deletion, in milliseconds. */
const verificationTimeoutMs = 5_000

/** The holders of what is known about deletions. */
interface DeletionParts {
  readonly deletions: Deletions
  readonly deletionMonitor: DeletionMonitor
}

/** Sends a recorded deletion once, records the outcome, and follows what comes of it. Never rejects. */
export async function requestDeletion(
  pending: PendingDeletion,
  service: Pick<Service, 'deleteMachinePool'>,
  signal: AbortSignal,
  parts: DeletionParts,
): Promise<RequestOutcome> {
  const { deletions, deletionMonitor } = parts
  const { pool, deletion } = pending
  try {
    const error = await send(pool, service, signal)
    if (error && !wasSent(error)) {
      await deletions.withdraw(deletion.id)
      return { kind: 'failed', stage: 'notDeleted', error }
    }
    // What is known first is saved first: the window may be closed at any time.
    if (!isDefiniteError(error)) await deletions.recordResponse(deletion, !error)
    // Another window may have seen its end meanwhile, if the computer slept.
    await deletions.refresh().catch(() => {})
    if (isRecordedAsDeleted(deletion, deletions)) {
      return { kind: 'accepted', stage: 'deleted' }
    }
    const end = await findEnd(pending, error, signal, parts)
    await recordEnd(pending, end, error, parts)
    if (end === 'deleted') return { kind: 'accepted', stage: 'deleted' }
    if (!error) return { kind: 'accepted', stage: 'draining' }
    // After a refusal, no more is known of a pool with an earlier deletion than before.
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

/** Returns whether a request was sent. */
function wasSent({ kind, status, mayHaveTakenEffect }: ApiError): boolean {
  if (mayHaveTakenEffect || status !== undefined) return true
  return !['unauthorized', 'invalidInput', 'cancelled'].includes(kind)
}

/** Returns whether an error says that the request had no effect, as far as the response alone can say so. */
function isDefiniteError(error: ApiError | undefined): boolean {
  return error?.mayHaveTakenEffect === false
}

function isRecordedAsDeleted({ id }: Deletion, { all }: Deletions): boolean {
  return all.some((record) => record.id === id && record.end === 'deleted')
}

/** Resolves to how the deletion has ended, if that is proven by now. Checks the pool if that may prove more. */
async function findEnd(
  pending: PendingDeletion,
  error: ApiError | undefined,
  signal: AbortSignal,
  { deletions, deletionMonitor }: DeletionParts,
): Promise<ResponseEnd | undefined> {
  const { pool, deletion } = pending
  const seen = needsCheck(error) ? await checkPool(pending, signal, deletionMonitor) : undefined
  const hasEarlierDeletion = deletions.allPending(pool).length > 1
  return provenEnd({
    error,
    observation: seen,
    wasListed: deletion.wasListed === true,
    hasEarlierDeletion,
  })
}

/** The response is known by now, and must not depend on this check or wait long for it. */
async function checkPool(
  pending: PendingDeletion,
  signal: AbortSignal,
  deletionMonitor: DeletionMonitor,
): Promise<Observation | undefined> {
  const seen = await withTimeout(verificationTimeoutMs, signal, (timeoutSignal) =>
    deletionMonitor.observe([pending], timeoutSignal),
  ).catch(() => undefined)
  return seen?.get(pending.deletion.id)
}

async function recordEnd(
  { pool, deletion }: PendingDeletion,
  end: ResponseEnd | undefined,
  error: ApiError | undefined,
  { deletions, deletionMonitor }: DeletionParts,
): Promise<void> {
  if (end === 'deleted' || end === 'notListed') {
    await deletionMonitor.endPool(pool, end, true)
  } else if (end !== undefined) {
    // This request had no effect; an earlier one is unchanged.
    await deletions.recordEnd(deletion, end)
  } else if (isDefiniteError(error)) {
    await deletions.recordResponse(deletion, false)
  }
}
