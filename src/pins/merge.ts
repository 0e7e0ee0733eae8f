/** The names of an account or a cloud config. */
export interface Names {
  /** The service’s name, else the last known or entered one. */
  readonly label?: string | undefined
  /** The label, else the UID. */
  readonly name: string
}

/** Returns the names of an item with a label, if that is known. */
export function namesOf(label: string | undefined, uid: string): Names {
  return { label, name: label ?? uid }
}

/** Returns the items with a UID, else with a name, else with a name that differs in case only. */
export function findNamed<T extends Names>(
  things: readonly T[],
  uidsOf: (thing: T) => readonly (string | undefined)[],
  wanted: string,
): T[] {
  const isLike = ({ name }: T) => name.toLowerCase() === wanted.toLowerCase()
  const ways = [(one: T) => uidsOf(one).includes(wanted), ({ name }: T) => name === wanted, isLike]
  return ways.map((is) => things.filter(is)).find(({ length }) => length > 0) ?? []
}

/**
 * The state of a pinned item: also listed (`pinned`), or missing in a complete list and unreadable
 * (`unlisted`). Undefined if the service lists nothing.
 */
export type PinState = 'pinned' | 'unlisted' | undefined

/** What is known of an item by its pin and by the service’s list. */
interface Sources<P, L> {
  readonly pinned?: P | undefined
  readonly listed?: L | undefined
}

/** An item that is listed, pinned, or both. */
type Merged<R, P, L> = R & Sources<P, L> & { readonly isPinned: boolean; readonly mark: PinState }

/**
 * Merges the pinned and the listed items, in the order in which they first appear. Of a field that both have, the first
 * one counts. `stateOf` returns the state of one that isn’t listed.
 */
export function merge<R extends object, P, L>(
  keyOf: (item: R) => string,
  items: readonly (R & Sources<P, L>)[],
  stateOf: (item: R) => PinState,
): Merged<R, P, L>[] {
  const merged = new Map<string, R & Sources<P, L>>()
  for (const item of items) {
    const key = keyOf(item)
    merged.set(key, { ...item, ...merged.get(key) })
  }
  return [...merged.values()].map((item) => {
    const isPinned = item.pinned !== undefined
    const mark = item.listed === undefined ? stateOf(item) : isPinned ? 'pinned' : undefined
    return { ...item, isPinned, mark }
  })
}
