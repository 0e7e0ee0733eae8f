/**
 * A list as the service returned it. Only a complete one proves that something isn’t listed: an entry that couldn’t be
 * read may be it.
 */
export interface List<T> {
  /** The entries that could be read. */
  readonly items: readonly T[]
  /** The number of entries that couldn’t be read, or were not because the list is too long. */
  readonly unreadable: number
}

/** Returns a list of which nothing is missing. */
export function completeList<T>(items: readonly T[]): List<T> {
  return { items, unreadable: 0 }
}

/** Returns whether every entry of a list could be read; false without a list. */
export function isComplete(list: List<unknown> | undefined): boolean {
  return list?.unreadable === 0
}
