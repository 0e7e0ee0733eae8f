import * as vscode from 'vscode'
import { raceAbort } from '../../api/deadline.ts'
import { ApiError } from '../../api/errors.ts'
import type { Service } from '../../connections/services.ts'
import type { BatchReadings } from '../../deletion/batchReadings.ts'
import { type DeletionResult, requestDeletion } from '../../deletion/requestDeletion.ts'
import type { Deletions } from '../../deletion/deletions.ts'
import { assessPool, type Inspection } from '../../deletion/inspection.ts'
import { findChanges, type Change } from '../../deletion/reconfirmation.ts'
import { newId, type Deletion } from '../../deletion/record.ts'
import { isStillSendable } from '../../deletion/stage.ts'
import { SerialQueue } from '../../api/serialQueue.ts'
import { requestConnection, type MachinePoolRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { displayText, joinSentences } from '../../displayTexts.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { failureText } from '../../ui/errorTexts.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import { alreadyFailure, assertAllowed, assertStillWanted } from './deletionFailures.ts'
import { logResult, notifyUnsaved } from './notifyOutcome.ts'
import { createRechecker, isRecent, type Recheck } from './recheckPool.ts'
import { typingReasons } from './typingRule.ts'

/** What a person has confirmed. */
interface Confirmation {
  readonly inspection: Inspection
  /** The deletions of the pool that were pending when the dialog opened. */
  readonly earlierDeletions: readonly Deletion[]
  /** True if the cluster and the pool were typed: a button isn’t enough for everything. */
  readonly wasTyped: boolean
}

/** What a deletion is sent with, beside its confirmation. */
export interface SendingContext {
  /** Gets what is loaded after the confirmation, for the next dialog of the batch. */
  readonly readings: BatchReadings
  /** The signal of the tool call with which a language model has asked for the deletion. */
  readonly modelCall: AbortSignal | undefined
}

/** Nothing was sent, because the confirmation doesn’t cover what is known now. */
interface NeedsConfirmation {
  readonly kind: 'needsConfirmation'
  /** What the confirmation doesn’t cover. */
  readonly changes: readonly Change[]
  readonly inspection: Inspection
}

/** A recorded deletion, and an inspection of its pool that counts all deletions that are recorded by then. */
interface Recorded {
  readonly deletion: Deletion
  readonly inspection: Inspection
}

/**
 * Creates the function that sends a confirmed deletion, once, unless the confirmation doesn’t cover what is known now:
 * the inspection, and earlier deletions of the pool whose end is unknown.
 */
export function createSender(parts: Parts) {
  const { deletions, serviceFor, log } = parts
  const rechecker = createRechecker(parts)
  /**
   * Records one deletion after the other, so that of two confirmations in this window, one sees the record of the
   * other.
   */
  const recordingQueue = new SerialQueue()

  return async (
    confirmation: Confirmation,
    context: SendingContext,
  ): Promise<DeletionResult | NeedsConfirmation> => {
    const name = displayText(confirmation.inspection.pool.machinePoolName)
    const title = vscode.l10n.t('Deleting machine pool “{0}”…', name)
    return withDelayedProgress(
      title,
      async (signal, reportProgress) => {
        const result = await send(confirmation, signal, context, reportProgress)
        if (result.kind !== 'needsConfirmation') logResult(log, result)
        return result
      },
      { hasMessage: true },
    )
  }

  /**
   * Inspects the pool again, records the deletion, counts what other windows have recorded, and sends it: of two
   * windows, at least one counts what the other deletes.
   */
  async function send(
    confirmation: Confirmation,
    signal: AbortSignal,
    { readings, modelCall }: SendingContext,
    reportProgress: (message: string) => void,
  ): Promise<DeletionResult | NeedsConfirmation> {
    const { pool } = confirmation.inspection
    // If the call of a language model is canceled, no request is sent. A request in progress is completed.
    const unsentSignal = modelCall ? AbortSignal.any([signal, modelCall]) : signal
    let recordId: string | undefined
    let service: Service
    let deletion: Deletion
    try {
      const recheck = rechecker.begin(confirmation.inspection, readings, unsentSignal)
      const inspection = await recheck.inspect()
      recordId = newId()
      const recorded = await record(recordId, inspection, confirmation, recheck)
      deletion = recorded.deletion
      // The key is read last, because it may have been cleared or replaced while the record was saved.
      service = await raceAbort(serviceFor(requestConnection(pool)), unsentSignal)
      const changes = uncoveredChanges(confirmation, recorded, deletions)
      if (changes.length > 0) {
        await withdrawUncovered(deletion, pool)
        const shown = await recheck.complete(recorded.inspection)
        return { kind: 'needsConfirmation', changes, inspection: shown }
      }
      assertAllowed(pool, parts)
      assertStillWanted(unsentSignal, { wasConfirmed: true })
    } catch (error) {
      if (recordId !== undefined) await deletions.withdraw(recordId)
      return { pool, recordId, ...notSent(error, unsentSignal) }
    }
    // Nothing is awaited between these checks and the request.
    const outcome = await requestDeletion({ pool, deletion }, service, signal, parts, (error) =>
      reportProgress(secondCheckText(error, pool)),
    )
    return { pool, recordId: deletion.id, ...outcome }
  }

  /**
   * Records the deletion, and assesses the inspection again with what is recorded by then. Other pools whose deletion
   * has ended since the dialog count as gone, even if they are listed: that end may be unknown.
   */
  async function record(
    id: string,
    inspection: Inspection,
    { inspection: confirmed }: Confirmation,
    recheck: Recheck,
  ): Promise<Recorded> {
    const { pool, loaded, machineUids, maintenanceUids, liveUids, zones, lookup } = inspection
    const wasListed = lookup.kind === 'listed'
    const recorded = await recordingQueue.run(async () => {
      const known = { machineUids, maintenanceUids, nodes: liveUids?.length, zones, wasListed }
      const deletion = await deletions.begin(id, pool, known).catch((error: unknown) => {
        log.warn(`A deletion was not sent: ${String(error)}`)
        throw new CommandError(
          vscode.l10n.t(
            'The delete request was not sent because Poolkeeper couldn’t save a record of it. Check your disk’s free space and permissions, and try again.',
          ),
        )
      })
      if (deletions.isInProgress(pool, deletion)) throw alreadyFailure(pool)
      const poolsBeingDeleted = deletions.otherPoolsBeingDeleted(pool, confirmed.loaded.loadedAt)
      return { deletion, inspection: assessPool(pool, loaded, poolsBeingDeleted) }
    })
    // Another window may be deleting a pool whose nodes have proved that enough remain.
    return { ...recorded, inspection: await recheck.completeIfChanged(recorded.inspection) }
  }

  /**
   * Withdraws the record. If that fails, a warning says so at once: if the user declines the next dialog, nothing else
   * would.
   */
  async function withdrawUncovered({ id }: Deletion, pool: MachinePoolRef): Promise<void> {
    await deletions.withdraw(id)
    if (deletions.isUnsaved(id)) notifyUnsaved(pool)
  }
}

/** Returns what is shown while the pool is checked again after a refusal. */
function secondCheckText(error: ApiError, { connection }: MachinePoolRef): string {
  const checking = vscode.l10n.t('Checking whether the machine pool is being deleted…')
  return joinSentences(failureText(error, connection), checking)
}

/** Returns what the confirmation doesn’t cover of what is known after recording; empty if it covers all of it. */
function uncoveredChanges(
  { inspection: confirmed, earlierDeletions, wasTyped }: Confirmation,
  { deletion, inspection }: Recorded,
  deletions: Deletions,
): Change[] {
  const { pool, loaded } = confirmed
  const knownIds = [deletion, ...earlierDeletions].map(({ id }) => id)
  const hasOtherDeletion = deletions
    .recentIn(pool, loaded.loadedAt)
    .filter(({ machinePoolName }) => machinePoolName === pool.machinePoolName)
    .some(({ id, end }) => end !== undefined || !knownIds.includes(id))
  const changes = findChanges(confirmed, inspection)
  if (hasOtherDeletion) changes.push({ kind: 'otherDeletion' })
  if (!isRecent(inspection) || !isStillSendable(deletion, Date.now())) {
    changes.push({ kind: 'checkOutdated' })
  }
  // The name that a pattern matches may have changed since the button was pressed.
  const isButtonTooLittle = !wasTyped && typingReasons(inspection, deletions).length > 0
  if (changes.length === 0 && isButtonTooLittle) changes.push({ kind: 'mustBeTyped' })
  return changes
}

/** Returns the result of a deletion that wasn’t sent. */
function notSent(error: unknown, signal: AbortSignal) {
  if (signal.aborted) return notSentBecause(vscode.l10n.t('The operation was canceled.'))
  if (error instanceof ApiError) {
    return { kind: 'failed', stage: 'notDeleted', error } as const
  }
  return notSentBecause(error instanceof Error ? error.message : String(error))
}

function notSentBecause(reason: string) {
  return { kind: 'notSent', stage: 'notDeleted', reason } as const
}
