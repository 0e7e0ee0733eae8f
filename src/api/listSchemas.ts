import * as v from 'valibot'
import type { List } from './list.ts'
import { hasErrorCode, UnusableResponse } from './response.ts'
import {
  nonEmptyText,
  optional,
  number,
  optionalObject,
  notAnArray,
  transformed,
  isWellFormed,
} from './schemaParts.ts'

// Schemas of lists and their pages. What can’t be read of a list is left out and counted.

/**
 * The maximum number of elements that are read of a list in a response. Reading, comparing, and showing more would
 * take too long, so the rest counts as unreadable.
 */
export const maxElements = 2_000
/** The maximum length of the token of a page, which is sent in a URL. */
const maxTokenLength = 10_000

/** An array or null, of which unreadable elements are left out and counted, as are those beyond a maximum. */
export const listOf = <T>(item: v.GenericSchema<unknown, T>, maxCount = maxElements) =>
  v.pipe(
    v.nullable(v.array(v.unknown())),
    v.transform((elements): List<T> => {
      const items: T[] = []
      for (const element of elements?.slice(0, maxCount) ?? []) {
        const read = v.safeParse(item, element)
        if (read.success) items.push(read.output)
      }
      return { items, unreadable: (elements?.length ?? 0) - items.length }
    }),
  )

/** A list in a field of an object. With `isOptional`, it is empty without the field. */
export const listInField = <T>(
  field: string,
  item: v.GenericSchema<unknown, T>,
  { isOptional = false } = {},
) =>
  v.pipe(
    notAnArray,
    v.looseObject({}),
    v.transform(({ [field]: list }): unknown => {
      return list === undefined && isOptional ? null : list
    }),
    listOf(item),
  )

/** A list that isn’t required: empty if it is missing. What is no list may still say that there are some elements. */
export const optionalList = <T>(item: v.GenericSchema<unknown, T>) =>
  v.fallback(v.optional(listOf(item), null), { items: [], unreadable: 1 })

/**
 * The readable elements of a list that isn’t required, as an array. Nothing can be concluded from what is missing in
 * it.
 */
export const readableItems = <T>(item: v.GenericSchema<unknown, T>, maxCount = maxElements) =>
  v.fallback(
    transformed(listOf(item, maxCount), ({ items }) => [...items]),
    [],
  )

/** A page of a list. */
export interface ItemsResponse<T> extends List<T> {
  /** The token of the next page; undefined on the last one. */
  next?: string | undefined
  /** The number of items on all pages, if the service returns it. */
  count?: number | undefined
  /** True if the service has said how the list goes on, but in a way that can’t be read: items may be missing. */
  isEndUnreadable?: true | undefined
}

/**
 * A page of items, with or without an envelope. A missing or empty token ends the list. A token that no URL can carry
 * is an error, because ending the list there would hide the rest. Throws {@link UnusableResponse} for an error that has
 * the status of a success.
 */
export const pageOf = <T>(item: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.unknown(),
    v.transform(pageFields),
    v.object({
      items: listOf(item),
      isEndUnreadable: v.optional(v.literal(true)),
      listmeta: optionalObject({ continue: optional(nonEmptyText), count: number }),
    }),
    v.check(({ listmeta }) => isToken(listmeta?.continue ?? '')),
    v.transform(({ items, listmeta, isEndUnreadable }): ItemsResponse<T> => ({
      ...items,
      isEndUnreadable,
      next: listmeta?.continue,
      count: listmeta?.count,
    })),
  )

/** Returns the fields of a page with or without an envelope. Throws for an error. */
function pageFields(json: unknown): unknown {
  if (hasErrorCode(json)) throw new UnusableResponse('incomplete')
  if (Array.isArray(json)) return { items: json }
  if (typeof json !== 'object' || json === null) return json
  const listmeta = 'listmeta' in json ? json.listmeta : undefined
  return v.is(readableEnd, listmeta) ? json : { ...json, isEndUnreadable: true }
}

/** How a list goes on; its fields may be missing, null, or empty text. */
const readableEnd = v.nullish(
  v.pipe(
    notAnArray,
    v.object({
      continue: v.nullish(v.string()),
      count: v.nullish(
        v.union([v.literal(''), v.pipe(v.number(), v.safeInteger(), v.minValue(0))]),
      ),
    }),
  ),
)

/** Like {@link pageOf}, for a list without pages. */
export const itemListOf = <T>(item: v.GenericSchema<unknown, T>) =>
  transformed(pageOf(item), ({ items, unreadable }): List<T> => ({ items, unreadable }))

/** Returns whether a text can be sent as the token of a page. */
function isToken(token: string): boolean {
  return token.length <= maxTokenLength && isWellFormed(token)
}
