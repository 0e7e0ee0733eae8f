import { isPinnedOrDeleting } from '../../clusters/configs.ts'
import type { MachinePoolRef } from '../../model/refs.ts'
import type { MachinePoolNode } from '../../ui/trees/nodes.ts'

/**
 * A machine pool that was selected for deletion, with two facts that its row shows. For a pool without a row, both
 * facts are undefined. The fields are required, so that no caller forgets them: without them, a check isn’t made.
 */
export interface DeletionTarget {
  readonly pool: MachinePoolRef
  /** True if the nodes of the pool are outside the cloud, so that Poolkeeper can’t delete the pool. */
  readonly isHybrid: boolean | undefined
  /** True if the pool was pinned or had a pending deletion. If it has neither later, the user has removed its row. */
  readonly isPinnedOrDeleting: boolean | undefined
}

/**
 * Returns the target of a row, with a copy of the reference to its pool: another extension may have passed the row, and
 * change it while the dialog is open.
 */
export function targetOfRow(row: MachinePoolNode): DeletionTarget {
  const { connection, provider, configUid, machinePoolName, configLabel, project, facts } = row
  return {
    pool: {
      connection,
      provider,
      configUid,
      machinePoolName,
      configLabel,
      project: project && { ...project },
      facts: facts && { ...facts },
    },
    isHybrid: row.isHybrid === true,
    isPinnedOrDeleting: isPinnedOrDeleting(row),
  }
}

/** Returns the target for a pool that was named by code, by a language model, or in a prompt. */
export function targetWithoutRow(pool: MachinePoolRef): DeletionTarget {
  return { pool, isHybrid: undefined, isPinnedOrDeleting: undefined }
}
