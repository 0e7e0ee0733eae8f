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
