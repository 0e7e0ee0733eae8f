import * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import { ApiError } from '../../api/errors.ts'
import type { Service } from '../../connections/services.ts'
import type { Inspected } from '../../inventory/deletion/inspection.ts'
import type { Deletion } from '../../inventory/deletion/record.ts'
import { requestDeletion } from '../../inventory/deletion/requestDeletion.ts'
import { scoped } from '../../inventory/machinePoolRef.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import {
  alreadyFailure,
  assertAllowed,
  assertProject,
  changedFailure,
  slowFailure,
  uncheckedFailure,
  unrecordedFailure,
} from './deletionFailures.ts'
import { isFresh, newsSince, type News } from './inspectionNews.ts'
import { createInspector } from './inspectPools.ts'
import { logAttempt, type Attempt } from './tellOutcome.ts'

/** The maximum number of attempts while saving is slow. */
const maxAttempts = 3

/** What came of a confirmation. */
export type Sending =
  | { readonly kind: 'sent'; readonly attempts: readonly Attempt[] }
  /** Nothing was sent, because the confirmation doesn’t cover what is known now. */
  | { readonly kind: 'news'; readonly news: News; readonly inspected: readonly Inspected[] }

/** Deletions that are recorded, so that all windows see them, and their inspection with those of others. */
interface Claim {
  readonly inspected: readonly Inspected[]
  readonly claimed: readonly { readonly deletion: Deletion; readonly service: Service }[]
  /** When the records were written, or the pools loaded, whichever is earlier, in epoch ms. */
  readonly at: number
}

/** Creates the function that sends confirmed deletions, each once, unless the confirmation doesn’t cover them any more. */
export function createSender(parts: Parts) {
  const { deletions, serviceFor, log } = parts
  const { inspectNow, assessNow } = createInspector(parts)
  /** Of two confirmations in this window, one is second. */
  let turn: Promise<unknown> = Promise.resolve()
  return sendDeletions

  /** Sends in sequence, so that it is clear what wasn’t sent after Cancel. */
  async function sendDeletions(agreed: readonly Inspected[]): Promise<Sending> {
    const [first, ...others] = agreed
    const title =
      others.length === 0
        ? vscode.l10n.t('Deleting machine pool “{0}”…', visible(first?.pool.machinePoolName ?? ''))
        : vscode.l10n.t('Deleting {0} machine pools…', agreed.length)
    return withDelayedProgress(title, (signal, report) => run(agreed, signal, report), {
      hasMessage: true,
    })
  }

  async function run(
    agreed: readonly Inspected[],
    signal: AbortSignal,
    report: (name: string) => void,
  ): Promise<Sending> {
    let claim: Claim
    try {
      claim = await claimPools(agreed, signal)
    } catch (error) {
      const attempts = agreed.map((one) => notSent(one, error, signal))
      for (const one of attempts) logAttempt(log, one)
      return { kind: 'sent', attempts }
    }
    const news = newsSince(agreed, claim.inspected)
    if (news) {
      await withdrawAll(claim.claimed.map(({ deletion }) => deletion))
      return { kind: 'news', news, inspected: claim.inspected }
    }
    const attempts: Attempt[] = []
    for (const [index, one] of agreed.entries()) {
      if (agreed.length > 1) report(visible(one.pool.machinePoolName))
      const attempt = await sendOne(one, claim, index, signal)
      logAttempt(log, attempt)
      attempts.push(attempt)
    }
    return { kind: 'sent', attempts: attempts.map(asKnownNow) }
  }

  /** Sends one deletion. Those before it may have taken long, and the computer may have slept. */
  async function sendOne(
    one: Inspected,
    { claimed, at }: Claim,
    index: number,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const { pool } = one
    let own = claimed[index]
    try {
      if (!own) throw new Error('Nothing was recorded')
      if (!isFresh(at)) {
        const { deletion } = own
        own = undefined
        await withdrawAll([deletion])
        const claim = await claimPools([one], signal)
        own = claim.claimed[0]
        const [now] = claim.inspected
        const news = newsSince([one], claim.inspected)
        if (news === 'unchecked' && now) throw uncheckedFailure(now)
        if (news || !own) throw changedFailure()
      }
      assertAllowed(pool, parts)
      if (signal.aborted) throw new ApiError('cancelled', 'The deletion was canceled')
    } catch (error) {
      if (own) await withdrawAll([own.deletion], error)
      return notSent(one, error, signal)
    }
    const { deletion, service } = own
    // Nothing is awaited between these checks and the request.
    const outcome = await requestDeletion({ pool, deletion }, service, signal, parts)
    return { pool, id: deletion.id, outcome }
  }

  /**
   * Records the deletions and then inspects their pools with what other windows have recorded. Of two windows, at least
   * one counts what the other deletes. Rejects without a record.
   */
  async function claimPools(agreed: readonly Inspected[], signal: AbortSignal): Promise<Claim> {
    const services = await Promise.all(agreed.map(({ pool }) => serviceFor(scoped(pool))))
    for (let attempts = 0; attempts < maxAttempts; attempts++) {
      const writtenAt = clock.now()
      const recording = turn.then(() => record(agreed, services))
      turn = recording.catch(() => {})
      const { records, inspected: assessed } = await recording
      try {
        const inspected = assessed.every(({ loadedAt }) => isFresh(loadedAt))
          ? assessed
          : await inspectNow(
              agreed.map(({ pool }) => pool),
              signal,
            )
        for (const one of inspected) assertProject(one, parts)
        if (isFresh(writtenAt)) {
          const at = Math.min(writtenAt, ...inspected.map(({ loadedAt }) => loadedAt))
          const claimed = records.map((deletion, index) => ({ deletion, service: services[index] }))
          return { inspected, claimed: claimed as Claim['claimed'], at }
        }
      } catch (error) {
        await withdrawAll(records, error)
        throw error
      }
      await withdrawAll(records)
    }
    throw slowFailure()
  }

  async function record(agreed: readonly Inspected[], services: readonly Service[]) {
    const known = agreed.map(({ pool, machineUids, nodes, zones, status }, index) => {
      const wasListed = status === 'listed'
      return { pool, machineUids, nodes, zones, wasListed, skewMs: services[index]?.skewMs() }
    })
    const records = await deletions.begin(known).catch((error: unknown) => {
      log.warn(`A deletion was not sent: ${String(error)}`)
      throw unrecordedFailure()
    })
    const rival = agreed.find(({ pool }, index) => deletions.isInProgress(pool, records[index]))
    if (!rival) return { records, inspected: assessNow(agreed) }
    const error = alreadyFailure(rival.pool)
    await withdrawAll(records, error)
    throw error
  }

  /** Forgets deletions that weren’t sent, because of `error`, which has `isUnsaved` if a record is left. Never rejects. */
  async function withdrawAll(records: readonly Deletion[], error: unknown = {}): Promise<void> {
    for (const one of records) {
      await deletions.withdraw(one).catch((cause: unknown) => {
        log.warn(`The record of a deletion that was not sent is left: ${String(cause)}`)
        Object.assign(error as object, { isUnsaved: true })
      })
    }
  }

  function notSent({ pool }: Inspected, error: unknown, signal: AbortSignal): Attempt {
    const isUnsaved = (error as { isUnsaved?: boolean }).isUnsaved === true
    if (error instanceof ApiError && !signal.aborted)
      return { pool, outcome: { kind: 'refused', error, isUnsaved } }
    const why = signal.aborted
      ? vscode.l10n.t('The operation was canceled.')
      : error instanceof Error
        ? error.message
        : String(error)
    return { pool, outcome: { kind: 'notSent', why, isUnsaved } }
  }

  /** Returns a deletion as done if its outcome was unknown, and the pool was seen to be gone while others were sent. */
  function asKnownNow(attempt: Attempt): Attempt {
    const { pool, id, outcome } = attempt
    const isGone = deletions.all.some((one) => one.id === id && one.end === 'deleted')
    return isGone && outcome.kind === 'unknown'
      ? { pool, id, outcome: { kind: 'done', isListed: false } }
      : attempt
  }
}
