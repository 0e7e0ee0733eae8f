import type { Typed } from './choiceItems.ts'
import { checkSegment } from './validation.ts'

/** Lets people enter a name or UID that becomes part of a path; `use` describes the item. */
export function typedSegment<T>(use: string, make: (text: string) => T): Typed<T> {
  return { describe: use, validate: checkSegment, make }
}
