/** The stored names of an account or a cloud config. */
export interface DisplayNames {
  /** By the user. */
  readonly label?: string | undefined
  /** The service’s last known name. */
  readonly lastName?: string | undefined
}

/** The names of an account or a cloud config. */
export interface Names {
  /** The user’s label, else the service’s name, current or last known. */
  readonly label?: string | undefined
  /** The label, else the UID. */
  readonly name: string
  /** All names, by the user and by the service. */
  readonly names: readonly string[]
}

/** Returns the names of an item, from its pin, the service’s current name, and its UID. */
export function namesOf(
  { label, lastName }: DisplayNames | undefined = {},
  serviceName: string | undefined,
  uid: string,
): Names {
  const names = [label, serviceName ?? lastName].filter((one) => one !== undefined)
  return { label: names[0], name: names[0] ?? uid, names: [...new Set(names)] }
}

/** Returns the items with a UID, else with a name, else with a name that differs in case only. */
export function findNamed<T extends Names>(
  things: readonly T[],
  uidOf: (thing: T) => string,
  wanted: string,
): T[] {
  const isCalled = ({ names }: T) => names.includes(wanted)
  const isLike = ({ names }: T) => names.some((name) => name.toLowerCase() === wanted.toLowerCase())
  const found = [(one: T) => uidOf(one) === wanted, isCalled, isLike].map((is) => things.filter(is))
  return found.find(({ length }) => length > 0) ?? []
}
