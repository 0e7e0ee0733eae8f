import { ApiError } from '../../api/errors.ts'
import { isSameConnection } from '../../connections/connection.ts'
import type { Inspected } from '../../inventory/deletion/inspection.ts'
import { machinePoolIdentity, scoped, type MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import type { Parts } from '../../parts.ts'
import { machinePoolPath } from '../../ui/machinePoolArguments.ts'
import { withProgressOf } from '../../ui/progress.ts'
import { setApiKey } from '../../ui/prompts/apiKey.ts'
import { showPoolDetails } from '../details/showDetails.ts'
import { searchCode, type CodeSearch } from '../poolsInCode/codeSearch.ts'
import { confirmDeletion } from './confirmDeletion.ts'
import { assertDeletable, assertOneCluster, throwIfAborted } from './deletionFailures.ts'
import type { News } from './inspectionNews.ts'
import { checkingTitle, createInspector, soughtPool } from './inspectPools.ts'
import { locationFacts } from './locationTexts.ts'
import { createSender } from './sendDeletions.ts'
import { tellOutcomes, type Attempt, type HasNotifications } from './tellOutcome.ts'

/** The result of {@link DeletePools}. Every other reason for not deleting is thrown. */
export type DeletionResult =
  /** The confirmed deletions, sent or not, each with its outcome. */
  | { readonly kind: 'attempted'; readonly attempts: readonly Attempt[] }
  /** Not confirmed, or no API key was set. */
  | { readonly kind: 'declined' }
  /** No longer listed by the service. */
  | { readonly kind: 'gone' }
  /** Another dialog for one of the pools is open. */
  | { readonly kind: 'alreadyPrompting' }

/**
 * Deletes machine pools after the user has confirmed a dialog with the whole scope, and reports the outcome. For a language
 * model, nothing is asked, and no sending begins, once its call has aborted.
 */
export type DeletePools = (
  wanted: readonly MachinePoolRef[],
  modelCall?: AbortSignal,
) => Promise<DeletionResult>

/** Creates the only way to delete, for commands and tools: inspect and confirm, then send and report. */
export function createDeletion(parts: Parts & HasNotifications): DeletePools {
  const { apiKeys, connections, deletions, deletionMonitor, projects } = parts
  const { inspectBeforeDialog, leaveOutGone } = createInspector(parts)
  const sendDeletions = createSender(parts)
  /** The pools that are being inspected or confirmed. */
  const promptedPools = new Set<string>()
  return async (asked, modelCall) => {
    // A pool that is named twice is deleted once.
    const wanted = [
      ...new Map(asked.map((one) => [machinePoolIdentity(one), ownCopy(one)])).values(),
    ]
    assertOneCluster(wanted)
    await withProgressOf(checkingTitle(), deletions.refresh())
    for (const pool of wanted) {
      assertDeletable(pool, parts)
      machinePoolPath(pool)
    }
    const keys = wanted.map(machinePoolIdentity)
    // After a double click or a repeated key, a second dialog would be behind the first.
    if (keys.some((key) => promptedPools.has(key))) return { kind: 'alreadyPrompting' }
    for (const key of keys) promptedPools.add(key)
    // While the service is asked, so that the dialog rarely waits for it.
    const search = searchCode(wanted.map(({ machinePoolName }) => machinePoolName))
    try {
      if (!(await hasKey(wanted, modelCall))) return { kind: 'declined' }
      return await confirmAndSend(wanted, modelCall, search)
    } finally {
      search.stop()
      for (const key of keys) promptedPools.delete(key)
    }
  }

  /** Inspects, asks, and sends; asks again if what is known by then isn’t covered by the confirmation. */
  async function confirmAndSend(
    wanted: readonly MachinePoolRef[],
    modelCall: AbortSignal | undefined,
    search: CodeSearch,
  ): Promise<DeletionResult> {
    let inspected = await inspectBeforeDialog(wanted)
    let news: News | undefined
    for (;;) {
      if (inspected.length === 0) return { kind: 'gone' }
      const locations = await search.locationsOf(inspected.map(soughtPool))
      // Nobody waits for it any more: there is nothing left to ask, but who has confirmed it must hear.
      if (news) throwIfAborted(modelCall)
      else if (modelCall?.aborted) return { kind: 'declined' }
      if (!(await isConfirmed(inspected, locations, news, modelCall))) return { kind: 'declined' }
      // Check again: the dialog may have been open for an hour.
      throwIfAborted(modelCall)
      for (const { pool } of inspected) assertDeletable(pool, parts)
      const sent = await sendDeletions(inspected, modelCall)
      if (!('news' in sent)) {
        tellOutcomes(sent, parts)
        return { kind: 'attempted', attempts: sent }
      }
      news = sent.news
      inspected = await leaveOutGone(sent.inspected)
    }
  }

  async function isConfirmed(
    inspected: readonly Inspected[],
    locations: Awaited<ReturnType<CodeSearch['locationsOf']>>,
    news: News | undefined,
    modelCall: AbortSignal | undefined,
  ): Promise<boolean> {
    const pools = inspected.map((one, index) => ({
      ...one,
      // That of a row may be any caller’s.
      projectName: projects.nameOf(scoped(one.pool)),
      earlier: deletionMonitor.earlierStage(one.pool)?.kind,
      locations: locations[index] ?? [],
    }))
    const [first, ...others] = pools
    if (!first) return false
    const question = {
      pools: [first, ...others],
      isForModel: modelCall !== undefined,
      news,
    } as const
    return confirmDeletion(question, async () => {
      const details = pools.map((one) => [one.pool, one.locations.map(locationFacts)] as const)
      return showPoolDetails(details, parts)
    })
  }

  /** Resolves to whether the connection has a key, which is asked for if missing. */
  async function hasKey(
    [pool]: readonly MachinePoolRef[],
    modelCall: AbortSignal | undefined,
  ): Promise<boolean> {
    if (!pool) return true
    const { connection } = pool
    const key = await withProgressOf(checkingTitle(), apiKeys.get(connection))
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
