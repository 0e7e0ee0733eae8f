import type { ApiError } from '../../api/errors.ts'
import type { Connection } from '../../connections/connection.ts'
import type { ViewId } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import type { CopyFormat, CopyRecord } from '../../ui/copyFormats.ts'
import type { TreeNode } from '../../ui/trees/nodes.ts'

/** A kind of things that can be copied, with its view, its texts, and how its records are loaded. */
export interface CopySource {
  readonly viewId: ViewId
  readonly title: string
  readonly progressTitle: string
  /** Returns the report of a copy. */
  copiedText(count: number, format: CopyFormat): string
  /** Returns whether a row stands for things of this kind. */
  isRow(node: TreeNode): boolean
  /** Loads the things of selected rows, or of the whole connection. Resolves to undefined once the signal aborts. */
  load(
    connection: Connection,
    rows: readonly TreeNode[] | undefined,
    parts: Parts,
    signal: AbortSignal,
    report: (message: string) => void,
  ): Promise<LoadedRecords | undefined>
}

/** Records to copy. */
export interface LoadedRecords {
  readonly records: readonly CopyRecord[]
  /** Sentences about what is missing. */
  readonly notes: readonly (string | false | undefined)[]
  /** True if records are missing. */
  readonly isIncomplete: boolean
  /** The error that made them incomplete, if there was one. */
  readonly error?: ApiError | undefined
}
