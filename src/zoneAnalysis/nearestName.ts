/** Longer than any zone name, in UTF-16 units. */
const maxLength = 64
/** With more changes, it is another name. */
const maxChanges = 3

/**
 * Returns the name with the smallest edit distance to a text that begins with `prefix`, preferably one that isn’t `taken`
 * yet. Undefined if more than three letters or a third of the text would change, and for a text that isn’t written like a
 * zone.
 */
export function nearestName(
  text: string,
  names: Iterable<string>,
  taken: ReadonlySet<string> = new Set(),
  prefix = '',
): string | undefined {
  if (!isWrittenLikeZone(text)) return undefined
  const limit = Math.max(1, Math.min(maxChanges, Math.floor(text.length / 3)))
  const distanceTo = createDistance(text)
  let nearest: string | undefined
  let leastCost = Infinity
  for (const name of names) {
    if (!maySpell(text, name, limit) || !name.startsWith(prefix)) continue
    const changes = distanceTo(name)
    const cost = changes + (taken.has(name) ? 0.5 : 0)
    if (changes > limit || cost >= leastCost) continue
    nearest = name
    leastCost = cost
  }
  return nearest
}

function isWrittenLikeZone(text: string): boolean {
  if (text.length > maxLength) return false
  return text.length < 4 ? /^\d+$/.test(text) : /^[a-z][a-z\d_-]*$/.test(text)
}

/** Returns whether a name is worth a comparison: most names begin with two other letters, and there are thousands. */
function maySpell(text: string, name: string, limit: number): boolean {
  const hasSimilarLength = Math.abs(name.length - text.length) <= Math.min(limit, 2)
  return hasSimilarLength && (name[0] === text[0] || name[1] === text[1])
}

/** Returns a function for the edit distance of a text to names of a similar length. */
function createDistance(text: string): (name: string) => number {
  // One row of the table of distances; each row replaces the one before.
  const row = new Uint8Array(maxLength + maxChanges)
  return (name) => {
    for (let column = 0; column <= name.length; column++) row[column] = column
    for (let line = 1; line <= text.length; line++) {
      let diagonal = line - 1
      let left = line
      row[0] = left
      for (let column = 1; column <= name.length; column++) {
        const above = row[column] ?? 0
        const isSame = text.charCodeAt(line - 1) === name.charCodeAt(column - 1)
        left = Math.min(left + 1, above + 1, diagonal + (isSame ? 0 : 1))
        row[column] = left
        diagonal = above
      }
    }
    return row[name.length] ?? 0
  }
}
