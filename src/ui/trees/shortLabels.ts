/** Names up to this length are shown in full: most of them fit a side bar. */
const maxFullLength = 30

/** How many characters of a name a narrow side bar shows. Names that differ earlier can be told apart. */
const visibleLength = 20

/** How much of the common beginning a short label keeps, so that people recognize it. */
const keptLength = 8

/**
 * Returns short labels for long names that begin alike, so that a narrow side bar, which cuts off their ends, shows in
 * what they differ: `a-platfo…eu-blue` and `a-platfo…us-blue`. Other names have no short label.
 */
export function shortLabels(names: readonly string[]): ReadonlyMap<string, string> {
  const longNames = new Set(names.filter((name) => name.length > maxFullLength))
  const labels = new Map<string, string>()
  for (const group of Map.groupBy(longNames, (name) => name.slice(0, visibleLength)).values()) {
    if (group.length < 2) continue
    const start = startOfDifference(group)
    for (const name of group) {
      const kept = name.slice(0, keptLength).replace(/[\uD800-\uDBFF]$/, '')
      labels.set(name, `${kept}…${name.slice(start)}`)
    }
  }
  return labels
}

/** Returns where the names begin to differ: at the start of a word, so that no label is only the end of a number. */
function startOfDifference([first = '', ...rest]: readonly string[]): number {
  let length = first.length
  for (const name of rest) length = Math.min(length, commonLength(first, name))
  const separator = /[-_./ ][^-_./ ]*$/.exec(first.slice(0, length))
  const start = separator ? separator.index + 1 : length
  // Without separators, a label begins with the last of the common characters.
  return Math.max(Math.min(start, length), keptLength)
}

function commonLength(first: string, second: string): number {
  let length = 0
  while (length < first.length && first[length] === second[length]) length += 1
  return length
}
