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
  uidsOf: (thing: T) => readonly string[],
  wanted: string,
): T[] {
  const isLike = ({ name }: T) => name.toLowerCase() === wanted.toLowerCase()
  const ways = [(one: T) => uidsOf(one).includes(wanted), ({ name }: T) => name === wanted, isLike]
  return ways.map((is) => things.filter(is)).find(({ length }) => length > 0) ?? []
}
