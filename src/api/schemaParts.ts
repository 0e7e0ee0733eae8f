import * as v from 'valibot'
import { withOmitted } from './omitted.ts'

// What the schemas of the lookups are made of, tolerant of what live services send (lookups.md,
// “Traps seen”): arrays that are null, objects that are missing, fields of another type, and texts
// that are empty for not set. A field that cannot be read is left out of what has it.

/** A text that says something. */
const filled = v.pipe(v.string(), v.nonEmpty())
/** What names a thing in a URL, which no half of a character can stand in. */
export const identifier = v.pipe(filled, v.check(isWellFormed))
export const text = v.fallback(v.optional(filled), undefined)
export const number = v.fallback(v.optional(v.number()), undefined)
export const boolean = v.fallback(v.optional(v.boolean()), undefined)

export const anything = v.optional(v.unknown())

/** A time as the service writes it; those that are not set stand in the year 1. */
export const time = v.pipe(
  text,
  v.transform((at) => (at?.startsWith('0001-') ? undefined : at)),
)

/** An object that may be missing. */
export const part = <S extends v.ObjectEntries>(entries: S) =>
  v.fallback(v.optional(v.object(entries)), undefined)

/** What has a uid, and mostly a name. */
export const named = v.object({ uid: identifier, name: text })

/** A list as it was read, with how many of its elements could not be. */
export interface ReadList<T> {
  items: T[]
  unreadable: number
}

/** An array, or null for an empty one, of which only those elements are kept that can be read. */
export const countedListOf = <T>(item: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.nullable(v.array(v.unknown())),
    v.transform((elements): ReadList<T> => {
      const items: T[] = []
      for (const element of elements ?? []) {
        const read = v.safeParse(item, element)
        if (read.success) items.push(read.output)
      }
      return { items, unreadable: (elements?.length ?? 0) - items.length }
    }),
  )

/** The same as a plain array, which {@link omittedFrom} tells the rest of. */
export const listOf = <T>(item: v.GenericSchema<unknown, T>) =>
  v.pipe(
    countedListOf(item),
    v.transform(({ items, unreadable }) => withOmitted(items, unreadable)),
  )

/** The same where the list is no more than a part of what was asked for. */
export const partsOf = <T>(item: v.GenericSchema<unknown, T>) => v.fallback(listOf(item), [])

/** A page of a list, with how it goes on. */
export interface ItemsResponse<T> extends ReadList<T> {
  /** Leads to the next page; missing after the last one. */
  next?: string | undefined
  /** How many items there are on all pages together, where the service tells. */
  count?: number | undefined
}

/**
 * A list of items with where it goes on: no token, or an empty one, ends it. It may come bare.
 * What no URL can carry is no token; to end the list there would be to hide the rest of it.
 */
export const itemsOf = <T>(item: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.unknown(),
    v.transform((json) => (Array.isArray(json) ? { items: json } : json)),
    v.object({
      items: countedListOf(item),
      listmeta: part({ continue: text, count: number }),
    }),
    v.check(({ listmeta }) => isWellFormed(listmeta?.continue ?? '')),
    v.transform(({ items, listmeta }): ItemsResponse<T> => ({
      ...items,
      next: listmeta?.continue,
      count: listmeta?.count,
    })),
  )

/** Whether a text has no half of a character: no URL can carry one. */
function isWellFormed(value: string): boolean {
  return !/\p{Surrogate}/u.test(value)
}
