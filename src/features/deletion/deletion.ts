import { isSameConnection } from '../../connections/connection.ts'
import { machinePoolIdentity, type MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import type { Parts } from '../../parts.ts'
import { machinePoolPath } from '../../ui/machinePoolArguments.ts'
import { withProgressOf } from '../../ui/progress.ts'
import type { HasDetails } from '../details/showDetails.ts'
import type { SearchCode } from '../poolsInCode/codeSearch.ts'
import { assertDeletable, throwIfAborted } from './deletionFailures.ts'
import type { HasNotifications } from './deletionNotifications.ts'
import { reportDeletions, type Deletion } from './deletionReport.ts'
import {
  createConfirmation,
  type ConfirmedPools,
  type Confirmation,
  type DeletionRequest,
} from './inspectAndConfirm.ts'
import { checkingTitle } from './inspectPools.ts'
import { createSender } from './sendDeletions.ts'

/** The result of {@link DeletePools}. Every other reason for not deleting is thrown. */
export type DeletionResult =
  /** The confirmed deletions, sent or not, each with its outcome. */
  | { readonly kind: 'attempted'; readonly deletions: readonly Deletion[] }
  | Exclude<Confirmation, ConfirmedPools>
  /** Another dialog for one of the pools is open. */
  | { readonly kind: 'alreadyPrompting' }

/**
 * Deletes machine pools after the user has confirmed a dialog with the whole scope, and reports the outcome.
 */
export type DeletePools = (
  wanted: readonly MachinePoolRef[],
  request?: DeletionRequest,
) => Promise<DeletionResult>

/** Creates the only way to delete, for commands and tools: inspect and confirm, then send and report. */
export function createDeletion(
  parts: Parts & HasNotifications & HasDetails & { searchCode: SearchCode },
): DeletePools {
  const { deletionNotifications } = parts
  const inspectAndConfirm = createConfirmation(parts)
  const sendDeletions = createSender(parts)
  /** The pools that are being inspected or confirmed. */
  const promptedPools = new Set<string>()
  return async (asked, request = {}) => {
    const wanted = asked.map(ownCopy)
    await withProgressOf(checkingTitle(), parts.deletions.refresh())
    for (const pool of wanted) {
      assertDeletable(pool, parts)
      machinePoolPath(pool)
    }
    const keys = wanted.map(machinePoolIdentity)
    // After a double click or a repeated key, a second dialog would be behind the first.
    if (keys.some((key) => promptedPools.has(key))) return { kind: 'alreadyPrompting' }
    for (const key of keys) promptedPools.add(key)
    // While the service is asked, so that the dialog rarely waits for it.
    const search = parts.searchCode(wanted.map(({ machinePoolName }) => machinePoolName))
    const confirmation = await inspectAndConfirm(wanted, request, search).finally(() => {
      search.stop()
      for (const key of keys) promptedPools.delete(key)
    })
    if (confirmation.kind !== 'confirmed') return confirmation
    const { pools, release } = confirmation
    try {
      // Check again: the dialog may have been open for an hour.
      throwIfAborted(request.signal)
      for (const { pool } of pools) assertDeletable(pool, parts)
      // Before the request, which adds an item to the view.
      const isInSight = deletionNotifications.isInSight(pools.map(({ pool }) => pool))
      const deletions = await sendDeletions(confirmation, isInSight)
      reportDeletions(deletions, isInSight, parts)
      return { kind: 'attempted', deletions }
    } finally {
      release()
    }
  }

  /** Returns a copy that nobody else can change, over the settings’ own connection unless it is another by now. */
  function ownCopy({ ...pool }: MachinePoolRef): MachinePoolRef {
    const known = parts.connections.find(pool.connection.name)
    const isKnown = known && isSameConnection(pool.connection, known)
    const connection = isKnown ? known : { ...pool.connection }
    return { ...pool, connection, project: pool.project && { ...pool.project } }
  }
}
