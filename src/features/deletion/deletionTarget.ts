import { isPinnedOrDeleting } from '../../clusters/configs.ts'
import type { MachinePoolRef } from '../../model/refs.ts'
import type { MachinePoolNode } from '../../ui/trees/nodes.ts'

/**
 * A machine pool that was selected for deletion, and what its row says. A caller without a row knows neither fact, and
 * says so with undefined: leaving one out would switch off a check.
 */
export interface DeletionTarget {
  readonly pool: MachinePoolRef
  /** True if its nodes are outside the cloud, so that it can’t be deleted here. */
  readonly isHybrid: boolean | undefined
  /** True if the row was pinned or had a pending deletion. Once it has neither, the user has removed it. */
  readonly isPinnedOrDeleting: boolean | undefined
}

/**
 * Returns the target of a row, with a copy of what identifies its pool: the row is the caller’s, who may change it
 * while the dialog is open.
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
