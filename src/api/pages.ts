import { dequal } from 'dequal'
import { ApiError } from './errors.ts'
import type { ItemsResponse } from './listSchemas.ts'

/** A page of a list (docs/api.md, “Paging”). */
export interface Page<T> {
  /** The items that aren’t on an earlier page, too: a list may shift between two requests. */
  items: T[]
  /** The number of listed items that couldn’t be read, or whose details couldn’t be loaded. */
  unreadable: number
  /** The error of the last failed request for an item’s details. */
  reason?: ApiError | undefined
  /** The number of items on all pages, if the service returns it. */
  count?: number | undefined
  /** True if there is another page. */
  hasMore: boolean
  /**
   * True if the list ends early, or may: too many pages or items, pages in a circle, fewer items than the service
   * counts, or a count or token that can’t be read.
   */
  isTruncated: boolean
  /** True if an item is listed again with other values, so that it isn’t known which of them are right. */
  hasContradiction: boolean
}

/** The pages of a list, loaded on demand. After a failure, `next` requests the same page again. */
export type Pages<T> = AsyncIterableIterator<Page<T>>

/**
 * The result for an item: undefined leaves it out, and an error means that its details couldn’t be loaded.
 */
export type ItemResult<T> = T | 'unreadable' | ApiError | undefined

/** The number of items on a page that is requested with a limit. */
export const pageSize = 50

const maxPages = 200
/** The maximum number of items of a list, whether or not the service keeps to the size of a page. */
const maxItems = maxPages * pageSize

/**
 * Follows `continue` until it is empty, missing, or repeated. `mapItem` returns the result for an item. An item
 * on two pages counts once.
 */
export function pages<I extends { uid: string }, T>(
  fetchPage: (token: string | undefined) => Promise<ItemsResponse<I>>,
  mapItem: (item: I) => ItemResult<T> | Promise<ItemResult<T>>,
): Pages<T> {
  const tokens = new Set<string | undefined>()
  const seenItems = new Map<string, I>()
  let unreadable = 0
  let counted = 0
  let hasUnreadableEnd = false
  let isTooLong = false
  let token: string | undefined
  let isOver = false
  return { next, [Symbol.asyncIterator]: asyncIterator }

  function asyncIterator(this: Pages<T>): Pages<T> {
    return this
  }

  async function next(): Promise<IteratorResult<Page<T>, undefined>> {
    if (isOver) return { done: true, value: undefined }
    const response = await fetchPage(token)
    const newItems = new Map<string, I>()
    let hasContradiction = false
    for (const item of response.items) {
      const seenItem = seenItems.get(item.uid) ?? newItems.get(item.uid)
      if (seenItem) {
        hasContradiction ||= !dequal(seenItem, item)
        continue
      }
      isTooLong = seenItems.size + newItems.size === maxItems
      if (isTooLong) break
      newItems.set(item.uid, item)
    }
    const page = await createPage(response, [...newItems.values()])
    page.hasContradiction = hasContradiction
    // The token moves on only after the page was loaded, so that a failed page is requested again.
    tokens.add(token)
    for (const [uid, item] of newItems) seenItems.set(uid, item)
    unreadable += response.unreadable
    token = response.next
    // The largest count of all pages is compared: if an item is removed meanwhile, the items after it move up, and one
    // of them is on no page.
    counted = Math.max(counted, response.count ?? 0)
    const isCut = token !== undefined && (tokens.has(token) || tokens.size >= maxPages)
    hasUnreadableEnd ||= response.isEndUnreadable === true
    if (isTooLong || isCut) page.isTruncated = true
    else if (token === undefined)
      page.isTruncated = hasUnreadableEnd || seenItems.size + unreadable < counted
    else page.hasMore = true
    isOver = !page.hasMore
    return { done: false, value: page }
  }

  async function createPage(response: ItemsResponse<I>, items: readonly I[]): Promise<Page<T>> {
    const { unreadable: unreadableItems, count } = response
    const page: Page<T> = {
      items: [],
      unreadable: unreadableItems,
      count,
      hasMore: false,
      isTruncated: false,
      hasContradiction: false,
    }
    for (const result of await Promise.all(items.map(async (item) => mapItem(item)))) {
      if (result instanceof ApiError) page.reason = result
      if (result === 'unreadable' || result instanceof ApiError) page.unreadable += 1
      else if (result !== undefined) page.items.push(result)
    }
    return page
  }
}
