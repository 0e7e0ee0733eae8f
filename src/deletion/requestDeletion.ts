import { withTimeout } from '../api/deadline.ts'
import { ApiError, refusesProject } from '../api/errors.ts'
import { resendRedirects } from '../api/response.ts'
import type { Service } from '../connections/services.ts'
import type { Deletions, PendingDeletion } from './deletions.ts'
import type { DeletionMonitor } from './monitor.ts'
import type { Deletion, End } from './record.ts'
import type { Seen, Stage } from './status.ts'

/** The timeout of the check after a deletion, in milliseconds. */
const verificationTimeoutMs = 5_000

/** What is known of a deletion once its request has ended. */
export interface Outcome {
  /** `draining` if accepted, unless the service lists the pool no longer. */
  readonly stage: Exclude<Stage['kind'], 'sending'>
  /** Why it isn’t accepted. */
  readonly error?: ApiError | undefined
}

/** Sends a recorded deletion once, records the outcome, and follows what comes of it. Never rejects. */
export async function requestDeletion(
  one: PendingDeletion,
  service: Pick<Service, 'deleteMachinePool'>,
  signal: AbortSignal,
  { deletions, deletionMonitor }: { deletions: Deletions; deletionMonitor: DeletionMonitor },
): Promise<Outcome> {
  const { pool, deletion } = one
  try {
    const error = await send()
    if (error && !wasSent(error)) {
      await deletions.withdraw(deletion.id)
      return { stage: 'notDeleted', error }
    }
    const isRefused = error?.mayHaveTakenEffect === false
    // What is known first is saved first: the window may be closed at any time.
    if (!isRefused) await deletions.answer(deletion, !error)
    // Another window may have seen its end meanwhile, if the computer slept.
    await deletions.refresh().catch(() => {})
    const isOver = ({ id, end }: Deletion) => id === deletion.id && end === 'deleted'
    if (deletions.all.some(isOver)) return { stage: 'deleted' }
    const end = await endOf(error)
    if (end === 'deleted' || end === 'notListed') await deletionMonitor.endAll(pool, end, true)
    // It had no effect; an earlier one is unchanged.
    else if (end) await deletions.end(deletion, end)
    else if (isRefused) await deletions.answer(deletion, false)
    if (end === 'deleted') return { stage: end }
    // Of the pool, no more is known than before.
    const isUnknown = end === 'notDeleted' && deletions.allPendingOf(pool).length > 0
    return { stage: isUnknown ? 'unknown' : (end ?? (error ? 'unknown' : 'draining')), error }
  } finally {
    deletions.endSending(deletion)
    deletionMonitor.follow()
  }

  async function send(): Promise<ApiError | undefined> {
    try {
      await service.deleteMachinePool(pool, signal)
      return undefined
    } catch (thrown) {
      if (thrown instanceof ApiError) return thrown
      return new ApiError('invalidResponse', String(thrown), { mayHaveTakenEffect: true })
    }
  }

  /** Returns how the deletion has ended by its response, if it has. Checks the pool if that tells more. */
  async function endOf(error: ApiError | undefined): Promise<End | undefined> {
    if (error?.mayHaveTakenEffect) return undefined
    if (error && (!isDoubtful(error) || refusesProject(error))) return 'notDeleted'
    const seen = await lookSoon()
    const isGone = seen?.kind === 'gone'
    const isUnsupported = seen?.kind === 'unsupported'
    // A 2xx is a successful deletion (docs/api.md, “Delete a machine pool”), unless more is known.
    if (!error) return isGone || isUnsupported ? 'deleted' : undefined
    if (isGone && deletion.wasListed) return 'deleted'
    const watch = seen?.kind === 'listed' ? seen.watch : undefined
    if (watch?.isLeaving) return undefined
    // An earlier deletion may still be in progress, which may be the reason.
    if (!isGone && deletions.allPendingOf(pool).length > 1) return 'unknown'
    if (!seen || seen.kind === 'failed') return error.kind === 'notFound' ? 'notFound' : undefined
    if (seen.kind === 'listed' && !watch) return undefined
    // Like a 2xx, the response counts if no lookup can tell more.
    if (error.status !== 404 && error.status !== 410) return isGone ? undefined : 'notDeleted'
    if (isGone) return 'notListed'
    return watch ? 'stillListed' : 'notFound'
  }

  /** The outcome is known by now, and must not depend on this check or wait long for it. */
  async function lookSoon(): Promise<Seen | undefined> {
    const look = (soon: AbortSignal) => deletionMonitor.look([one], soon)
    const seen = await withTimeout(verificationTimeoutMs, signal, look).catch(() => undefined)
    return seen?.get(deletion.id)
  }
}

/**
 * Returns whether a refusal is believed only if a check of the pool doesn’t tell otherwise: it may be the response to a
 * second request, because a proxy may have sent the deletion twice, or a redirect by what passed it on.
 */
function isDoubtful({ status = 0 }: ApiError): boolean {
  return [404, 409, 410, ...resendRedirects].includes(status)
}

/** Returns whether a request was sent. */
function wasSent({ kind, status, mayHaveTakenEffect }: ApiError): boolean {
  if (mayHaveTakenEffect || status !== undefined) return true
  return !['unauthorized', 'invalidInput', 'cancelled'].includes(kind)
}
