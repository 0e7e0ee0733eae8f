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
  taken: ReadonlySet<string> = new Set(),
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

/** A row of the table of distances, which each next one replaces: there are thousands of names. */
const row = new Uint8Array(maxLength + maxChanges)

/** Returns the edit distance of two names. */
function distance(a: string, b: string): number {
  for (let at = 0; at <= b.length; at++) row[at] = at
  for (let nth = 1; nth <= a.length; nth++) {
    let diagonal = nth - 1
    let left = (row[0] = nth)
    for (let at = 1; at <= b.length; at++) {
      const above = row[at] ?? 0
      const changed = diagonal + (a.charCodeAt(nth - 1) === b.charCodeAt(at - 1) ? 0 : 1)
      left = row[at] = Math.min(left + 1, above + 1, changed)
      diagonal = above
    }
  }
  return row[b.length] ?? 0
}
