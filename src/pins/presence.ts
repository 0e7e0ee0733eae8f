/**
 * Whether the service lists an item: `listed` if it does, `unlisted` if a complete list lacks the item, `unknown` if no
 * complete list is loaded. An item that could be loaded itself exists, and is never `unlisted`.
 */
export type Presence = 'listed' | 'unlisted' | 'unknown'

/** Whether the user has pinned an item, and whether the service lists it. */
export interface PinnedOrListed {
  readonly isPinned: boolean
  readonly presence: Presence
}

/** Returns the items by key. If several items have the same key, the first is returned. */
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
