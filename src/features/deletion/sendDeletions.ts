import * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import { ApiError } from '../../api/errors.ts'
import type { Service } from '../../connections/services.ts'
import { machineUidsOf, type Inspected } from '../../inventory/deletion/inspection.ts'
import { newId, type Deletion } from '../../inventory/deletion/record.ts'
import { requestDeletion } from '../../inventory/deletion/requestDeletion.ts'
import { scoped, type MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import { alreadyFailure, assertAllowed, assertProject } from './deletionFailures.ts'
import { inspectionFailureText } from './dangerTexts.ts'
import { isFresh, maxInspectionMs, newsSince, type News } from './inspectionNews.ts'
import { createInspector } from './inspectPools.ts'
import { logAttempt, type Attempt } from './tellOutcome.ts'

/** What a confirmation doesn’t cover; nothing was sent. */
interface Uncovered {
  readonly news: News
  readonly inspected: readonly Inspected[]
}

interface Signals {
  /** Aborts by Cancel, a request that is under way, too. */
  readonly signal: AbortSignal
  /** Aborts also when a language model’s call does, which prevents requests but doesn’t interrupt one. */
  readonly unsent: AbortSignal
}

/**
 * Creates the function that sends confirmed deletions, each once. Resolves to the attempts, unless the confirmation doesn’t
 * cover what is known now.
 */
export function createSender(parts: Parts) {
  const { deletions, serviceFor, log } = parts
  const { inspectNow, assessNow } = createInspector(parts)
  /** Of two confirmations in this window, one is second. */
  let turn: Promise<unknown> = Promise.resolve()
  return sendDeletions

  /** Sends in sequence, so that it is clear what wasn’t sent after Cancel, or the end of a language model’s call. */
  async function sendDeletions(
    agreed: readonly Inspected[],
    modelCall: AbortSignal | undefined,
  ): Promise<readonly Attempt[] | Uncovered> {
    const [first, ...others] = agreed
    const title =
      others.length === 0
        ? vscode.l10n.t('Deleting machine pool “{0}”…', visible(first?.pool.machinePoolName ?? ''))
        : vscode.l10n.t('Deleting {0} machine pools…', agreed.length)
    return withDelayedProgress(
      title,
      (signal, report) => {
        const unsent = modelCall ? AbortSignal.any([signal, modelCall]) : signal
        return run(agreed, { signal, unsent }, report)
      },
      { hasMessage: true },
    )
  }

  async function run(
    agreed: readonly Inspected[],
    signals: Signals,
    report: (name: string) => void,
  ): Promise<readonly Attempt[] | Uncovered> {
    const attempts: Attempt[] = []
    const latest = [...agreed]
    for (const [index, one] of agreed.entries()) {
      if (agreed.length > 1) report(visible(one.pool.machinePoolName))
      const sent = await sendOne(agreed, index, latest, signals)
      if ('news' in sent && index === 0) return sent
      const attempt = 'news' in sent ? notSent(one.pool, failureOf(sent), signals.unsent) : sent
      logAttempt(log, attempt)
      attempts.push(attempt)
    }
    return attempts.map(asKnownNow)
  }

  /**
   * Sends one of the agreed deletions, unless the confirmation doesn’t cover it any more; the first, unless it doesn’t cover
   * one of them. Inspects pools again whose `latest` inspection is some seconds old, records the deletion, and counts what
   * other windows have recorded: of two windows, at least one counts what the other deletes.
   */
  async function sendOne(
    agreed: readonly Inspected[],
    index: number,
    latest: Inspected[],
    { signal, unsent }: Signals,
  ): Promise<Attempt | Uncovered> {
    const count = index === 0 ? agreed.length : 1
    let inspected = latest.slice(index, index + count)
    const [{ pool }] = inspected as [Inspected]
    const id = newId()
    let isBegun = false
    let service: Service
    let own: Deletion
    try {
      service = await serviceFor(scoped(pool))
      let lifetimeMs: number | undefined
      // Those before it may have taken long, and the computer may have slept, also during the inspection.
      while (!inspected.every(({ loadedAt }) => isFresh(loadedAt, lifetimeMs))) {
        const pools = inspected.map((one) => one.pool)
        inspected = await inspectNow(pools, unsent)
        latest.splice(index, count, ...inspected)
        lifetimeMs = maxInspectionMs
      }
      for (const one of inspected) assertProject(one, parts)
      const startedAt = clock.now()
      isBegun = true
      const { deletion, assessed } = await record(id, inspected)
      own = deletion
      const news = newsSince(agreed, assessed)
      if (news) {
        await withdraw(id)
        return { news, inspected: assessed }
      }
      if (!isFresh(startedAt)) throw slowFailure()
      assertAllowed(pool, parts)
      if (unsent.aborted) throw new ApiError('cancelled', 'The deletion was canceled')
    } catch (error) {
      const isUnsaved = isBegun && !(await withdraw(id))
      return { ...notSent(pool, error, unsent), isUnsaved }
    }
    // Nothing is awaited between these checks and the request.
    const outcome = await requestDeletion({ pool, deletion: own }, service, signal, parts)
    return { pool, id, ...outcome }
  }

  /** Records the deletion of the first pool, and inspects all again with what is recorded by then. */
  async function record(id: string, inspected: readonly Inspected[]) {
    const [one] = inspected as readonly [Inspected]
    const { pool, machines, zones, status } = one
    const known = {
      machineUids: machineUidsOf(one),
      nodes: machines?.count,
      zones,
      wasListed: status === 'listed',
    }
    const recording = turn.then(async () => {
      const deletion = await deletions.begin(id, pool, known).catch((error: unknown) => {
        log.warn(`A deletion was not sent: ${String(error)}`)
        throw unrecordedFailure()
      })
      if (deletions.isInProgress(pool, deletion)) throw alreadyFailure(pool)
      return { deletion, assessed: assessNow(inspected) }
    })
    turn = recording.catch(() => {})
    return recording
  }

  /** Forgets a deletion that wasn’t sent. Resolves to whether no record is left. */
  async function withdraw(id: string): Promise<boolean> {
    try {
      await deletions.withdraw(id)
      return true
    } catch (error) {
      log.warn(`The record of a deletion that was not sent is left: ${String(error)}`)
      return false
    }
  }

  /** Returns a deletion as done if its outcome was unknown, and the pool was seen to be gone while others were sent. */
  function asKnownNow(attempt: Attempt): Attempt {
    const { id, stage } = attempt
    const isGone = deletions.all.some((one) => one.id === id && one.end === 'deleted')
    return isGone && stage === 'unknown'
      ? { ...attempt, stage: 'deleted', error: undefined }
      : attempt
  }
}

function notSent(pool: MachinePoolRef, error: unknown, signal: AbortSignal): Attempt {
  const stage = 'notDeleted'
  if (signal.aborted) return { pool, stage, why: vscode.l10n.t('The operation was canceled.') }
  if (error instanceof ApiError) return { pool, stage, error }
  return { pool, stage, why: error instanceof Error ? error.message : String(error) }
}

/** Returns the error for a deletion that couldn’t be recorded. */
function unrecordedFailure(): CommandError {
  return new CommandError(
    vscode.l10n.t(
      'The delete request was not sent because Poolkeeper couldn’t save a record of it. Check your disk’s free space and permissions, and try again.',
    ),
  )
}

/** Returns the error for a deletion whose inspection is outdated whenever its record has been saved. */
function slowFailure(): CommandError {
  return new CommandError(
    vscode.l10n.t(
      'The delete request was not sent because saving the deletion timed out. Try again.',
    ),
  )
}

/** Returns the error for a pool that isn’t sent because of what is known since others were. */
function failureOf({ news, inspected: [one] }: Uncovered): CommandError {
  if (news !== 'unchecked' || !one) {
    return new CommandError(vscode.l10n.t('The cluster changed after you confirmed. Try again.'))
  }
  const why = inspectionFailureText(one.pool, one.configResult)
  return new CommandError(vscode.l10n.t('The cluster couldn’t be checked again. {0}', why))
}
