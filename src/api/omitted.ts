/** Beside the lists: contract.md, 4.2, and all who use lists, want plain arrays. */
const counts = new WeakMap<readonly unknown[], number>()

/** Keeps how many elements the service has listed besides, which could not be read; returns the list. */
export function withOmitted<T>(list: T[], count: number): T[] {
  if (count > 0) counts.set(list, count)
  return list
}

/** How many elements a list lacks that the service has listed: they could not be read. */
export function omittedFrom(list: readonly unknown[] = []): number {
  return counts.get(list) ?? 0
}
