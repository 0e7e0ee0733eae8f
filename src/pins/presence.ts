/**
 * What the service says of an item that may be pinned: it lists it, a complete list lacks it, or neither is known. An
 * item that no list has, but that could be read, is never `unlisted`.
 */
export type Presence = 'listed' | 'unlisted' | 'unknown'

/** What is known of an item by what the user has pinned, and by what the service lists. */
export interface PinnedOrListed {
  readonly isPinned: boolean
  readonly presence: Presence
}

/** Returns the items by key. Of several with one key, the first counts. */
export function firstByKey<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): ReadonlyMap<string, T> {
  const byKey = new Map<string, T>()
  for (const item of items) {
    const key = keyOf(item)
    if (!byKey.has(key)) byKey.set(key, item)
  }
  return byKey
}

/** Returns the keys of all maps, each once, in the order in which they first appear. */
export function unionOfKeys(...maps: readonly ReadonlyMap<string, unknown>[]): string[] {
  return [...new Set(maps.flatMap((map) => [...map.keys()]))]
}
