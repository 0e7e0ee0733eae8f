import type { CommandId } from '../../contributions.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Result } from '../../cache/results.ts'
import { errorText } from '../errorTexts.ts'
import { notShown, notShownText, type Unshown, clustersSoFar, truncated } from '../listTexts.ts'
import type { FoundPools } from '../../clusters/poolSearch.ts'

/** A page of items for a prompt, or the reason why it couldn’t be loaded. */
export interface ItemPage<T> {
  values: readonly T[]
  problem?: string | undefined
  /** True if there is another page, or if this page failed and can be requested again. */
  hasMore?: boolean
  /** True if more items of this page follow without a further request by the prompt. */
  isInProgress?: boolean
  progress?: string
  /** Messages below the items, for example that some items can’t be shown. */
  notes?: readonly Note[]
}

/** A message below the items of a list. */
export interface Note {
  readonly title: string
  readonly detail?: string
  /** The name of the message’s icon. By default, a warning. */
  readonly icon?: string
  /** The command that runs when the user selects the message, which also closes the prompt. */
  readonly command?: CommandId
}

/**
 * Loads the items of a prompt, in one or several pages. Each call starts at the first page, and requests again what has
 * failed.
 */
export type ItemSource<T> = () => Promise<ItemPage<T>> | AsyncIterable<ItemPage<T>>

export async function* pagesOf<T>(source: ItemSource<T>): AsyncGenerator<ItemPage<T>, undefined> {
  const pages = source()
  if ('then' in pages) yield await pages
  else yield* pages
}

/**
 * Converts the result of a lookup to a page of items. If the service doesn’t support the lookup, the page is empty. An
 * error becomes the page’s message. `rest` returns further fields of the page, such as its notes.
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

/**
 * Returns the note that some entries can’t be shown. `counts` are their numbers by kind, such as `{ regions: 2 }`.
 * Empty if all numbers are 0.
 */
export function unshown(counts: Partial<Record<Unshown, number>>, reason?: string): Note[] {
  const titles = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => notShown[what as Unshown](count))
  return titles.length > 0 ? [{ title: titles.join(' · '), detail: reason ?? notShownText }] : []
}

/**
 * Converts a partial result of a search for machine pools to a page of a prompt. `unplacedPools` is the number of pools
 * that aren’t shown because it is unknown whether they are in the zone.
 */
export function searchPage<T>(
  found: FoundPools,
  connection: Connection,
  values: readonly T[],
  unplacedPools = 0,
): ItemPage<T> {
  const { searched, total, unreadable, reason, unreadablePools, error, isTruncated } = found
  const counts = { clusters: unreadable, pools: unreadablePools + unplacedPools }
  const notes = unshown(counts, reason && errorText(reason, connection))
  return {
    values,
    hasMore: found.hasMore,
    isInProgress: found.isInProgress,
    progress: clustersSoFar(searched, total),
    notes: isTruncated ? [...notes, truncated] : notes,
    problem: error && errorText(error, connection),
  }
}
