import type { Titles } from './trackedThings.ts'

/** What an account or a cloud config is called. */
export interface Names {
  /** The user's own label, else the service's name, now or when it was last used. */
  readonly label?: string | undefined
  /** The label, else the UID. */
  readonly name: string
  /** All that it is called, by the user and by the service. */
  readonly names: readonly string[]
}

/** The names of a thing: by what is pinned of it, what the service calls it now, and its UID. */
export function namesOf(
  { label, lastName }: Titles | undefined = {},
  serviceName: string | undefined,
  uid: string,
): Names {
  const names = [label, serviceName ?? lastName].filter((one) => one !== undefined)
  return { label: names[0], name: names[0] ?? uid, names: [...new Set(names)] }
}

/** The things of a UID, else of a name, else those whose name differs in capitals alone. */
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

/**
 * How a pinned thing stands to what the service lists: pinned, or not listed although the list is
 * complete and the thing itself could not be read. Where the service lists nothing, everything is
 * pinned and there is nothing to tell apart.
 */
export type Mark = 'pinned' | 'unlisted' | undefined
