import type { Connection } from '../../connections/connection.ts'
import type { Result } from '../../inventory/results.ts'
import type { FoundPools } from '../../inventory/poolSearch.ts'
import { errorText } from '../errorTexts.ts'
import { notShown, notShownText, type Unshown } from '../notShownTexts.ts'
import { clustersSoFar } from '../../texts.ts'

/** A page of items for a prompt, or the reason why it couldn’t be loaded. */
export interface ItemPage<T> {
  values: readonly T[]
  problem?: string
  /** True if there is another page, or this one failed and can be requested again. */
  hasMore?: boolean
  /** True if the rest of this page follows by itself. */
  isInProgress?: boolean
  isCut?: boolean
  /** The entries that can’t be shown. */
  omitted?: Omitted
  progress?: string
  /** True for accounts without those of projects, because none is selected; undefined if that isn’t known. */
  lacksProjects?: boolean | undefined
}

/** A message about entries that can’t be shown. */
interface Omitted {
  title: string
  detail: string
}

/** A source of items: one page, or several. Each call starts from the beginning, and requests again what has failed. */
export type ItemSource<T> = () => Promise<ItemPage<T>> | AsyncIterable<ItemPage<T>>

/**
 * Converts a lookup’s result to a page of items. An unsupported lookup has no items, an error becomes a
 * message, and `rest` returns what else the list tells, such as {@link omitting}.
 */
export async function itemPage<V, T>(
  result: Promise<Result<V | undefined>>,
  connection: Connection,
  toValues: (value: V) => readonly T[],
  rest: (value: V) => Partial<ItemPage<T>> = () => ({}),
): Promise<ItemPage<T>> {
  const settled = await result
  if ('error' in settled) return { values: [], problem: errorText(settled.error, connection) }
  const { value } = settled
  if (value === undefined) return { values: [] }
  return { values: toValues(value), ...rest(value) }
}

/** Creates the message about entries that can’t be shown, if any, from their numbers by kind. */
export function omitting(
  counts: Partial<Record<Unshown, number>>,
  reason?: string,
): { omitted?: Omitted } {
  const titles = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => notShown[what as Unshown](count))
  if (titles.length === 0) return {}
  return { omitted: { title: titles.join(' · '), detail: reason ?? notShownText } }
}

/** Converts a part of a search for machine pools; `others` are further entries that can’t be shown. */
export function foundPage<T>(
  part: FoundPools,
  connection: Connection,
  values: readonly T[],
  others: Partial<Record<Unshown, number>> = {},
): ItemPage<T> {
  const { opened: _, searched, total, unreadable, reason, unreadablePools, error, ...state } = part
  const counts = { ...others, clusters: unreadable, pools: unreadablePools + (others.pools ?? 0) }
  return {
    ...state,
    values,
    progress: clustersSoFar(searched, total),
    ...omitting(counts, reason && errorText(reason, connection)),
    ...(error && { problem: errorText(error, connection) }),
  }
}
