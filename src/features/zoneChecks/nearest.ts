/** Longer than any zone name. */
const maxLength = 64
/** More is another name. */
const maxChanges = 3

/**
 * Returns the name with the smallest edit distance that begins with `prefix`, preferably not used yet.
 * Undefined if more than three letters or a third of the text would change, and for what isn’t written as a zone.
 */
export function nearestOf(
  text: string,
  names: Iterable<string>,
  taken: ReadonlySet<string>,
  prefix = '',
): string | undefined {
  const isZone = text.length < 4 ? /^\d+$/.test(text) : /^[a-z][a-z\d_-]*$/.test(text)
  if (!isZone || text.length > maxLength) return undefined
  const limit = Math.max(1, Math.min(maxChanges, Math.floor(text.length / 3)))
  let nearest: string | undefined
  let least = Infinity
  for (const name of names) {
    const isAsLong = Math.abs(name.length - text.length) <= Math.min(limit, 2)
    // Most other names begin with two other letters, and needn’t be compared.
    const isAlike = isAsLong && (name[0] === text[0] || name[1] === text[1])
    if (!isAlike || !name.startsWith(prefix)) continue
    const changes = distance(text, name)
    const cost = changes + (taken.has(name) ? 0.5 : 0)
    if (changes > limit || cost >= least) continue
    nearest = name
    least = cost
  }
  return nearest
}

/** Returns the edit distance of two names. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let nth = 1; nth <= a.length; nth++) {
    const next = [nth]
    for (let at = 1; at <= b.length; at++) {
      const changed = row[at - 1]! + (a[nth - 1] === b[at - 1] ? 0 : 1)
      next.push(Math.min(next[at - 1]! + 1, row[at]! + 1, changed))
    }
    row = next
  }
  return row[b.length]!
}
