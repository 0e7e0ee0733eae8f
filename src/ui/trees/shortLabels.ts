/** Names up to this length are shown in full: most of them fit a side bar. */
const maxFullLength = 30

/** How many characters of a name a narrow side bar shows. Names that differ earlier can be told apart. */
const visibleLength = 20

/** How much of the common beginning a short label keeps, so that people recognize it. */
const keptLength = 8

/**
 * Returns short labels for long names that begin alike, so that a narrow side bar, which cuts off their ends, shows in
 * what they differ: `a-platfo…eu-blue` and `a-platfo…us-blue`. Other names have no short label, and no two names have
 * the same.
 */
export function shortLabels(names: readonly string[]): ReadonlyMap<string, string> {
  const longNames = new Set(names.filter((name) => name.length > maxFullLength))
  const starts = new Map<string, number>()
  for (const group of Map.groupBy(longNames, (name) => name.slice(0, visibleLength)).values()) {
    if (group.length < 2) continue
    const start = startOfDifference(group)
    for (const name of group) starts.set(name, start)
  }
  const labels = new Map<string, string>()
  for (const similar of Map.groupBy(starts, (entry) => shortened(...entry, keptLength)).values()) {
    // Names of several groups may end alike. Their beginnings differ within the visible length.
    const kept = similar.length === 1 ? keptLength : visibleLength
    for (const [name, start] of similar) labels.set(name, shortened(name, start, kept))
  }
  return labels
}

/** Returns the beginning of a name, and the rest of it from where it differs from other names. */
function shortened(name: string, start: number, kept: number): string {
  if (start <= kept) return name
  return `${name.slice(0, kept).replace(/[\uD800-\uDBFF]$/, '')}…${name.slice(start)}`
}

/** Returns where the names begin to differ: at the start of a word, so that no label is only the end of a number. */
function startOfDifference([first = '', ...rest]: readonly string[]): number {
  let length = first.length
  for (const name of rest) length = Math.min(length, commonLength(first, name))
  const separator = /[-_./ ][^-_./ ]*$/.exec(first.slice(0, length))
  const start = separator ? separator.index + 1 : 0
  // A word that begins before the “…” is shortened, too.
  return start > keptLength ? start : length
}

function commonLength(first: string, second: string): number {
  let length = 0
  while (length < first.length && first[length] === second[length]) length += 1
  return length
}
