import { raceAbort } from '../../api/deadline.ts'
import { ApiError } from '../../api/errors.ts'
import { isSameConnection } from '../../connections/connection.ts'
import type { Inspected } from '../../deletion/inspection.ts'
import { machinePoolIdentity, scoped, type MachinePoolRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { machinePoolPath } from '../../ui/arguments.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import { setApiKey } from '../../ui/prompts/apiKey.ts'
import { showPoolDetails } from '../details/showDetails.ts'
import { searchCode, type CodeLocation } from '../poolsInCode/codeSearch.ts'
import { confirmDeletion } from './confirmDeletion.ts'
import { assertDeletable, throwIfAborted } from './deletionFailures.ts'
import { checkingTitle, createInspector, soughtPool } from './inspectPool.ts'
import { locationFacts } from './locationTexts.ts'
import { createSender, type News } from './sendDeletion.ts'
import type { Attempt } from './tellOutcome.ts'

/** The result of {@link DeletePool}. Every other reason for not deleting is thrown. */
type DeletionResult =
  /** The confirmed deletion, sent or not, with its outcome. */
  | { readonly kind: 'attempted'; readonly attempt: Attempt }
  /** Not confirmed, or no API key was set. */
  | { readonly kind: 'declined' }
  /** No longer listed by the service. */
  | { readonly kind: 'gone' }
  /** Another dialog for the pool is open. */
  | { readonly kind: 'alreadyPrompting' }

/**
 * Deletes a machine pool after the user has confirmed a dialog with the whole scope, and reports the outcome. For a language
 * model, nothing is asked, and no sending begins, once its call has aborted.
 */
export type DeletePool = (
  wanted: MachinePoolRef,
  modelCall?: AbortSignal,
) => Promise<DeletionResult>

/**
 * Creates the only way to delete, for commands and tools: inspect and confirm, then send, and tell what came of it with
 * `tell`.
 */
export function createDeletion(parts: Parts, tell: (attempt: Attempt) => void): DeletePool {
  const { apiKeys, connections, deletions, deletionMonitor, projects } = parts
  const { inspectBeforeDialog, unlessGone } = createInspector(parts)
  const sendDeletion = createSender(parts)
  /** The pools that are being inspected or confirmed. */
  const promptedPools = new Set<string>()
  return async (wanted, modelCall) => {
    const pool = ownCopy(wanted)
    await whileChecking(deletions.refresh(), modelCall)
    assertDeletable(pool, parts)
    machinePoolPath(pool)
    const key = machinePoolIdentity(pool)
    // After a double click or a repeated key, a second dialog would be behind the first.
    if (promptedPools.has(key)) return { kind: 'alreadyPrompting' }
    promptedPools.add(key)
    // While the service is asked, so that the dialog rarely waits for it.
    const search = searchCode(pool.machinePoolName)
    try {
      if (!(await hasKey(pool, modelCall))) return { kind: 'declined' }
      const findLocations = async (one: Inspected) => search.locationsOf(soughtPool(one))
      return await confirmAndSend(pool, modelCall, findLocations)
    } finally {
      search.stop()
      promptedPools.delete(key)
    }
  }

  /** Inspects, asks, and sends; asks again if what is known by then isn’t covered by the confirmation. */
  async function confirmAndSend(
    wanted: MachinePoolRef,
    modelCall: AbortSignal | undefined,
    findLocations: (one: Inspected) => Promise<readonly CodeLocation[]>,
  ): Promise<DeletionResult> {
    let inspected = await inspectBeforeDialog(wanted, modelCall)
    let news: News | undefined
    for (;;) {
      if (!inspected) return { kind: 'gone' }
      const locations = await findLocations(inspected)
      // Nobody waits for it any more: there is nothing left to ask, but who has confirmed it must hear.
      if (news) throwIfAborted(modelCall)
      else if (modelCall?.aborted) throw new ApiError('cancelled', 'The call was canceled')
      const { pool } = inspected
      const earlier = deletions.allPendingOf(pool)
      const [latest] = earlier
      const question = {
        ...inspected,
        // That of a row may be any caller’s.
        projectName: projects.nameOf(scoped(pool)),
        earlier: latest && deletionMonitor.stage(latest).kind,
        locations,
        isForModel: modelCall !== undefined,
        news,
      }
      const showDetails = async () => showPoolDetails(pool, locations.map(locationFacts), parts)
      if (!(await confirmDeletion(question, showDetails))) return { kind: 'declined' }
      // Check again: the dialog may have been open for an hour.
      throwIfAborted(modelCall)
      assertDeletable(pool, parts)
      const sent = await sendDeletion(inspected, earlier, modelCall)
      if (!('news' in sent)) {
        tell(sent)
        return { kind: 'attempted', attempt: sent }
      }
      news = sent.news
      inspected = unlessGone(sent.inspected)
    }
  }

  /** Resolves to whether the connection has a key, which is asked for if missing. */
  async function hasKey(
    { connection }: MachinePoolRef,
    modelCall: AbortSignal | undefined,
  ): Promise<boolean> {
    const key = await whileChecking(apiKeys.get(connection), modelCall)
    // A model must not make a prompt for a key appear.
    if (key === undefined && modelCall) throw new ApiError('unauthorized', 'No API key is set')
    return key !== undefined || setApiKey(connection, parts)
  }

  /** Returns a copy that nobody else can change, over the settings’ own connection unless it is another by now. */
  function ownCopy({ ...pool }: MachinePoolRef): MachinePoolRef {
    const known = connections.find(pool.connection.name)
    const isKnown = known && isSameConnection(pool.connection, known)
    const connection = isKnown ? known : { ...pool.connection }
    return { ...pool, connection, project: pool.project && { ...pool.project } }
  }
}

/** Shows the progress of work that can’t be canceled: Cancel, or the model’s signal, only stops waiting for it. */
async function whileChecking<T>(work: Promise<T>, modelCall: AbortSignal | undefined): Promise<T> {
  return withDelayedProgress(checkingTitle(), (signal) => raceAbort(work, signal), {
    caller: modelCall,
  })
}
