import type { ApiError } from '../../api/errors.ts'
import type { Connection } from '../../connections/connection.ts'
import type { ViewId } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import type { CopyRecord } from '../../ui/copyFormats.ts'
import type { TreeNode } from '../../ui/trees/nodes.ts'

/**
 * What Copy As… can copy of one view: zones, or machine pools. A source has the view’s ID, its texts, and the function
 * that loads the records.
 */
export interface CopySource {
  readonly viewId: ViewId
  readonly title: string
  /** Returns whether a row can be copied by this source. */
  isRow(node: TreeNode): boolean
  /**
   * Loads the records of the selected rows, or of the whole connection. Resolves to undefined once the signal aborts.
   */
  load(
    connection: Connection,
    rows: readonly TreeNode[] | undefined,
    parts: Parts,
    signal: AbortSignal,
    report: (message: string) => void,
  ): Promise<LoadedRecords | undefined>
}

export interface LoadedRecords {
  readonly records: readonly CopyRecord[]
  /** Sentences about what is missing in the records. */
  readonly notes: readonly (string | false | undefined)[]
  readonly isIncomplete: boolean
  /** The error because of which records are missing, if there was an error. */
  readonly error?: ApiError | undefined
}
