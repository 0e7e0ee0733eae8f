import { ApiError } from './errors.ts'
import type { ItemsResponse } from './schemaParts.ts'

/** A part of a list, and what there is after it (lookups.md, “Paging”). */
export interface Page<T> {
  /** Those that no page before had: while pages are turned, the list may move. */
  items: T[]
  /** How many more the service listed here, which could not be read or lack what is needed of them. */
  unreadable: number
  /** Why the last of those is left out, where a request for it failed. */
  reason?: ApiError | undefined
  /** How many items there are on all pages together, where the service tells. */
  count?: number | undefined
  /** Whether another page can be read. */
  hasMore: boolean
  /**
   * The list is not read to its end: there are too many pages, they go round in a circle, or there
   * are fewer items on them than the service counts.
   */
  isCut: boolean
}

/** The pages of a list, each read when it is asked for; one that failed is what comes next. */
export type Pages<T> = AsyncIterableIterator<Page<T>>

/**
 * What becomes of an item of a list: nothing where it is to be left out, and an error where what is
 * needed of it could not be had.
 */
export type Kept<T> = T | 'unreadable' | ApiError | undefined

const mostPages = 200

/**
 * Follows `continue` until it is empty, missing or one that came before. What `keep` makes of the
 * items is what the pages have.
 */
export function pages<I extends { uid: string }, T>(
  fetchPage: (token: string | undefined) => Promise<ItemsResponse<I>>,
  keep: (item: I) => Kept<T> | Promise<Kept<T>>,
): Pages<T> {
  const tokens = new Set<string | undefined>()
  const uids = new Set<string>()
  let unreadable = 0
  let token: string | undefined
  let isOver = false
  return {
    [Symbol.asyncIterator]() {
      return this
    },

    async next() {
      if (isOver) return { done: true, value: undefined }
      const response = await fetchPage(token)
      const { count, next } = response
      const page: Page<T> = {
        items: [],
        unreadable: response.unreadable,
        count,
        hasMore: false,
        isCut: false,
      }
      const fresh = new Set<string>()
      for (const item of response.items) {
        if (uids.has(item.uid) || fresh.has(item.uid)) continue
        fresh.add(item.uid)
        const kept = await keep(item)
        if (kept instanceof ApiError) page.reason = kept
        if (kept === 'unreadable' || kept instanceof ApiError) page.unreadable += 1
        else if (kept !== undefined) page.items.push(kept)
      }
      // Not before: a page that fails is read again.
      tokens.add(token)
      for (const uid of fresh) uids.add(uid)
      unreadable += response.unreadable
      token = next
      if (token === undefined) page.isCut = uids.size + unreadable < (count ?? 0)
      else if (tokens.has(token) || tokens.size >= mostPages) page.isCut = true
      else page.hasMore = true
      isOver = !page.hasMore
      return { done: false, value: page }
    },
  }
}
