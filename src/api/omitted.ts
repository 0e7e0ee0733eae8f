/** The numbers of omitted elements, by list. Not in the lists: docs/api.md, “List zones”, has plain arrays. */
const counts = new WeakMap<readonly unknown[], number>()

/** Records how many listed elements couldn’t be read, and returns the list. */
export function withOmitted<T>(list: T[], count: number): T[] {
  if (count > 0) counts.set(list, count)
  return list
}

/** The number of listed elements that couldn’t be read and are missing in `list`. */
export function omittedFrom(list: readonly unknown[] = []): number {
  return counts.get(list) ?? 0
}
