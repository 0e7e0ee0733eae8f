import type { ApiError } from '../../api/errors.ts'
import type { Copy } from '../../formats/copyFormats.ts'

/** What Copy As… copies, and what it lacks. */
export interface LoadedCopy extends Copy {
  /** Sentences about what is missing, or not. */
  readonly notes: readonly string[]
  readonly isIncomplete: boolean
  /** The first error. */
  readonly error?: ApiError | undefined
}
