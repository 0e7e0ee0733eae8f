import type * as vscode from 'vscode'
import { withTimeout } from '../../api/deadline.ts'
import { ApiError, refusesProject } from '../../api/errors.ts'
import { resendRedirects } from '../../api/errorResponse.ts'
import type { Service } from '../../connections/services.ts'
import type { Deletions, PendingDeletion } from './deletions.ts'
import type { DeletionMonitor } from './monitor.ts'
import type { End } from './record.ts'
import type { Seen } from './status.ts'

/** The timeout of the check after a deletion, in milliseconds. */
const verificationTimeoutMs = 5_000

/** The outcome of a delete request: exactly one of three. */
export type Outcome = (
  | {
      readonly kind: 'done'
      /** True if the service still lists the pool, as its machines drain first; undefined if unknown. */
      readonly isListed?: boolean | undefined
    }
  | {
      readonly kind: 'refused'
      readonly error: ApiError
      /** After a 404, which proves nothing: whether the service lists the pool, if known. */
      readonly isListed?: boolean | undefined
      /** True if an earlier deletion may still be in progress, which may be the reason. */
      readonly isEarlierOpen?: boolean
    }
  /** It may have been deleted. */
  | { readonly kind: 'unknown'; readonly error: ApiError }
) & {
  /** True if it couldn’t be saved: after a reload, the pool counts as one that may have been deleted. */
  readonly isUnsaved?: boolean
}

interface RequestParts {
  deletions: Deletions
  deletionMonitor: DeletionMonitor
  log: vscode.LogOutputChannel
}

/** Sends a recorded deletion once, records the outcome, and follows what comes of it. Never rejects. */
export async function requestDeletion(
  one: PendingDeletion,
  service: Pick<Service, 'deleteMachinePool'>,
  signal: AbortSignal,
  { deletions, deletionMonitor, log }: RequestParts,
): Promise<Outcome> {
  const { pool, deletion } = one
  try {
    const sent = await send()
    if (!wasSent(sent)) {
      return { ...sent, isUnsaved: !(await isSaved(deletions.withdraw(deletion))) }
    }
    // What is known first is saved first: the window may be closed at any time.
    const isAnswerSaved =
      sent.kind === 'refused' || (await isSaved(deletions.answer(deletion, sent.kind === 'done')))
    const outcome = await verified(sent)
    const end = endOf(outcome)
    if (outcome.kind === 'unknown' && sent.kind === 'refused') {
      return { ...outcome, isUnsaved: !(await isSaved(deletions.answer(deletion, false))) }
    }
    if (end === undefined) return { ...outcome, isUnsaved: !isAnswerSaved }
    if (end === 'deleted' || end === 'notListed') await deletionMonitor.endAll(pool, end, true)
    // It had no effect; an earlier one is unchanged.
    else await deletions.end(deletion, end)
    return { ...outcome, isUnsaved: deletions.isUnsaved(deletion) }
  } finally {
    deletions.endSending(deletion)
    deletionMonitor.resume(pool)
  }

  async function send(): Promise<Outcome> {
    try {
      await service.deleteMachinePool(pool, signal)
      return { kind: 'done' }
    } catch (thrown) {
      const error =
        thrown instanceof ApiError
          ? thrown
          : new ApiError('invalidResponse', String(thrown), { mayHaveTakenEffect: true })
      return { kind: error.mayHaveTakenEffect ? 'unknown' : 'refused', error }
    }
  }

  /** Checks the pool if that tells more: whether the machines drain, or what a refusal meant. */
  async function verified(outcome: Outcome): Promise<Outcome> {
    if (outcome.kind === 'unknown') return outcome
    const mustLook = outcome.kind === 'done' || provesNothing(outcome)
    // The outcome is known by now, and must not depend on this check or wait long for it.
    const look = async () =>
      withTimeout(verificationTimeoutMs, signal, (soon) => deletionMonitor.look(one, soon)).catch(
        () => undefined,
      )
    const seen = mustLook ? await look() : undefined
    const isListed = seen && isListedBy(seen)
    // A 2xx is a successful deletion (contract.md, 4.1), unless more is known.
    if (outcome.kind === 'done')
      return { kind: 'done', isListed: seen?.kind === 'unsupported' ? false : isListed }
    if (isListed === false && deletion.wasListed) return { kind: 'done', isListed }
    const { error } = outcome
    if (seen?.kind === 'listed' && seen.watch?.isLeaving) return { kind: 'unknown', error }
    const others = deletions.allPendingOf(pool).filter(({ id }) => id !== deletion.id)
    const isEarlierOpen = isListed !== false && others.length > 0
    return error.kind === 'notFound'
      ? { kind: 'refused', error, isListed, isEarlierOpen }
      : { kind: 'refused', error, isEarlierOpen }
  }

  async function isSaved(writing: Promise<unknown>): Promise<boolean> {
    try {
      await writing
      return true
    } catch (error) {
      log.error(`Couldn’t save a deletion: ${String(error)}`)
      return false
    }
  }
}

/** Returns how a deletion has ended by the outcome of its request; undefined if it hasn’t. */
export function endOf(outcome: Outcome): End | undefined {
  switch (outcome.kind) {
    case 'done':
      return outcome.isListed === false ? 'deleted' : undefined
    case 'unknown':
      return undefined
    case 'refused':
      if (outcome.isEarlierOpen) return 'unknown'
      if (outcome.error.kind !== 'notFound' || refusesProject(outcome.error)) return 'notDeleted'
      if (outcome.isListed === undefined) return 'notFound'
      return outcome.isListed ? 'stillListed' : 'notListed'
  }
}

type Refused = Extract<Outcome, { kind: 'refused' }>

/**
 * Returns whether a refusal proves nothing: it may be the response to a second request, because a proxy may have
 * sent the deletion twice, or a redirect by what passed it on.
 */
function provesNothing({ error }: Refused): boolean {
  return [404, 409, 410, ...resendRedirects].includes(error.status ?? 0)
}

function isListedBy({ kind }: Seen): boolean | undefined {
  return kind === 'listed' ? true : kind === 'gone' ? false : undefined
}

/** Returns whether a request was sent. */
function wasSent(outcome: Outcome): boolean {
  if (outcome.kind !== 'refused') return true
  const { kind, status } = outcome.error
  return status !== undefined || !['unauthorized', 'invalidInput', 'cancelled'].includes(kind)
}
