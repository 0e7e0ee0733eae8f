import { raceAbort } from '../../api/deadline.ts'
import { ApiError } from '../../api/errors.ts'
import { BatchReadings } from '../../deletion/batchReadings.ts'
import type { DeletionResult } from '../../deletion/requestDeletion.ts'
import type { Inspection } from '../../deletion/inspection.ts'
import type { Change } from '../../deletion/reconfirmation.ts'
import { machinePoolIdentity, requestConnection, type MachinePoolRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import { setApiKey } from '../../ui/prompts/apiKey.ts'
import { showPoolDetails } from '../details/showDetails.ts'
import { CodeSearch, type CodeLocation } from '../poolsInCode/codeSearch.ts'
import { confirmDeletion, type Answer } from './confirmDeletion.ts'
import type { DeletionQuestion } from './confirmationLines.ts'
import { assertDeletable, assertStillWanted, assertValidNames } from './deletionFailures.ts'
import type { DeletionTarget } from './deletionTarget.ts'
import { handOverFocus } from './focusNeighbor.ts'
import { checkingTitle, createInspector, soughtPool } from './inspectPool.ts'
import { locationFacts } from './consequenceTexts.ts'
import { createSender, type SendingContext } from './sendDeletion.ts'
import { typingReasons } from './typingRule.ts'

/** The result of {@link DeletePool}. Every other reason for not deleting is thrown. */
export type DeletePoolResult =
  /** What came of the confirmed deletion. */
  | DeletionResult
  /** The user hasn’t confirmed the dialog, or hasn’t set an API key. */
  | { readonly kind: 'declined' }
  /** The service doesn’t list the pool any more. */
  | { readonly kind: 'gone' }
  /** Another dialog for the pool is open. */
  | { readonly kind: 'alreadyPrompting' }

/**
 * Deletes a machine pool after the user has confirmed a dialog with the whole scope, and reports the outcome.
 */
export type DeletePool = (
  target: DeletionTarget,
  context?: DeletionContext,
) => Promise<DeletePoolResult>

/** By whom a deletion is requested, and with which others. */
interface DeletionContext {
  /**
   * The signal of the tool call with which a language model has asked for the deletion. Nothing is asked, and no
   * sending begins, once it has aborted.
   */
  readonly modelCall?: AbortSignal | undefined
  /** What the dialogs of a batch share, if the pool is deleted in one. */
  readonly readings?: BatchReadings | undefined
  /** Which of the selected pools it is. */
  readonly batch?: DeletionQuestion['batch']
}

/** Finds the places in code that describe an inspected pool. */
type FindLocations = (inspection: Inspection) => Promise<readonly CodeLocation[]>

/**
 * Creates the only way to delete, for commands and tools: inspect and confirm, then send, and report what came of it
 * with `report`.
 */
export function createDeletion(parts: Parts, report: (result: DeletionResult) => void): DeletePool {
  const { apiKeys, deletions, deletionMonitor, projects } = parts
  const { inspectBeforeDialog, reportIfGone } = createInspector(parts)
  const sendDeletion = createSender(parts)
  /** The pools that are being inspected or confirmed. */
  const promptedPools = new Set<string>()

  return async (target, { modelCall, readings = new BatchReadings(), batch } = {}) => {
    const { pool } = target
    await whileChecking(deletions.refresh(), modelCall)
    assertDeletable(target, parts)
    assertValidNames(pool)
    const key = machinePoolIdentity(pool)
    // After a double click or a repeated key, a second dialog would be behind the first.
    if (promptedPools.has(key)) return { kind: 'alreadyPrompting' }
    promptedPools.add(key)
    // The search runs while the service is asked, so that the dialog rarely waits for it.
    const search = new CodeSearch(pool.machinePoolName)
    try {
      if (!(await hasKey(pool, modelCall))) return { kind: 'declined' }
      const findLocations: FindLocations = async (inspection) =>
        search.locationsOf(soughtPool(inspection))
      return await confirmAndSend(target, { modelCall, readings, batch }, findLocations)
    } finally {
      search.stop()
      promptedPools.delete(key)
    }
  }

  /**
   * Inspects the pool, shows the dialog, and sends the deletion. If something has changed since the user confirmed,
   * nothing is sent, and the dialog is shown again with the changes.
   */
  async function confirmAndSend(
    target: DeletionTarget,
    context: SendingContext & Pick<DeletionContext, 'batch'>,
    findLocations: FindLocations,
  ): Promise<DeletePoolResult> {
    const { modelCall, readings } = context
    let inspection = await inspectBeforeDialog(target.pool, readings, modelCall)
    let changes: readonly Change[] = []
    for (;;) {
      if (!inspection) return { kind: 'gone' }
      const locations = await findLocations(inspection)
      // Changes are found only after the user has confirmed.
      const wasConfirmed = changes.length > 0
      assertStillWanted(modelCall, { wasConfirmed })
      const { pool } = inspection
      const earlierDeletions = deletions.allPending(pool)
      const answer = await confirm(inspection, locations)
      if (answer === 'declined') return { kind: 'declined' }
      // The dialog may have been open for an hour.
      assertStillWanted(modelCall, { wasConfirmed: true })
      assertDeletable({ ...target, pool }, parts)
      const wasTyped = answer === 'typed'
      const confirmation = { inspection, earlierDeletions, wasTyped }
      const sending = sendDeletion(confirmation, context)
      handOverFocus(inspection, sending, parts)
      const result = await sending
      if (result.kind !== 'needsConfirmation') {
        report(result)
        return result
      }
      changes = result.changes
      inspection = reportIfGone(result.inspection)
    }

    async function confirm(
      inspected: Inspection,
      locations: readonly CodeLocation[],
    ): Promise<Answer> {
      const { pool } = inspected
      const [latest] = deletions.allPending(pool)
      const question = {
        inspection: inspected,
        // The name in a row may be wrong, because any extension can make up a row.
        projectName: projects.projectName(requestConnection(pool)),
        earlierStage: latest && deletionMonitor.stage(latest).kind,
        typingReasons: typingReasons(inspected, deletions),
        locations,
        isForModel: modelCall !== undefined,
        batch: context.batch,
        changes,
      }
      return confirmDeletion(question, () =>
        showPoolDetails(pool, locations.map(locationFacts), parts),
      )
    }
  }

  /** Resolves to whether the connection has a key, which is asked for if missing. */
  async function hasKey(
    { connection }: MachinePoolRef,
    modelCall: AbortSignal | undefined,
  ): Promise<boolean> {
    const key = await whileChecking(apiKeys.get(connection), modelCall)
    // A model must not make a prompt for a key appear.
    if (key === undefined && modelCall) {
      throw new ApiError('unauthorized', 'No API key is set')
    }
    return key !== undefined || setApiKey(connection, parts)
  }
}

/** Shows the progress of work that can’t be canceled: Cancel, or the model’s signal, only stops waiting for it. */
async function whileChecking<T>(work: Promise<T>, modelCall: AbortSignal | undefined): Promise<T> {
  return withDelayedProgress(checkingTitle(), (signal) => raceAbort(work, signal), {
    caller: modelCall,
  })
}
