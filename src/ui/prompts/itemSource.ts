import type { CommandId } from '../../contributions.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Result } from '../../cache/results.ts'
import { errorText } from '../errorTexts.ts'
import { notShown, notShownText, type Unshown } from '../listTexts.ts'

/** A page of items for a prompt, or the reason why it couldn’t be loaded. */
export interface ItemPage<T> {
  values: readonly T[]
  /** Items that were shown from the start, each with its replacement by what is known now. */
  renewed?: ReadonlyMap<T, T>
  problem?: string | undefined
  /** True if there is another page, or this one failed and can be requested again. */
  hasMore?: boolean
  /** True if the rest of this page follows by itself. */
  isInProgress?: boolean
  progress?: string
  /** Messages behind the items, such as that some are missing. */
  notes?: readonly Note[]
}

/** A message behind the items of a list. */
export interface Note {
  readonly title: string
  readonly detail?: string
  /** A codicon; a warning by default. */
  readonly icon?: string
  /** Ends the prompt, and runs this. */
  readonly command?: CommandId
}

/** A source of items: one page, or several. Each call starts from the beginning, and requests again what has failed. */
export type ItemSource<T> = () => Promise<ItemPage<T>> | AsyncIterable<ItemPage<T>>

/** Yields the pages of a source. */
export async function* pagesOf<T>(source: ItemSource<T>): AsyncGenerator<ItemPage<T>, undefined> {
  const pages = source()
  if ('then' in pages) yield await pages
  else yield* pages
}

/**
 * Converts a lookup’s result to a page of items. An unsupported lookup has no items, an error becomes a
 * message, and `rest` returns what else the page has, such as {@link unshown}.
 */
export async function itemPage<V, T>(
  loading: Promise<Result<V | undefined>>,
  connection: Connection,
  toValues: (value: V) => readonly T[],
  rest: (value: V) => Partial<ItemPage<T>> = () => ({}),
): Promise<ItemPage<T>> {
  const result = await loading
  if ('error' in result) return { values: [], problem: errorText(result.error, connection) }
  const { value } = result
  if (value === undefined) return { values: [] }
  return { values: toValues(value), ...rest(value) }
}

/** Returns the note about entries that can’t be shown, if any, from their numbers by kind. */
export function unshown(counts: Partial<Record<Unshown, number>>, reason?: string): Note[] {
  const titles = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => notShown[what as Unshown](count))
  return titles.length > 0 ? [{ title: titles.join(' · '), detail: reason ?? notShownText }] : []
}
