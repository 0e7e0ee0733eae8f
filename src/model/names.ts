/** The names by which an account or a cloud config is shown. */
export interface Names {
  /** The name in the service, else the last known name, or a name that the user entered. */
  readonly label?: string | undefined
  /** The label, else the UID. */
  readonly name: string
}

/** Returns the names of an item; `label` is undefined if only its UID is known. */
export function toNames(label: string | undefined, uid: string): Names {
  return { label, name: label ?? uid }
}

/**
 * Returns the items whose UID is `wanted`; if there is none, those whose name is; else those whose name is in any case.
 */
export function findNamed<T extends Names>(
  items: readonly T[],
  uidsOf: (item: T) => readonly (string | undefined)[],
  wanted: string,
): T[] {
  const byUid = items.filter((item) => uidsOf(item).includes(wanted))
  if (byUid.length > 0) return byUid
  const byName = items.filter(({ name }) => name === wanted)
  if (byName.length > 0) return byName
  return items.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase())
}
