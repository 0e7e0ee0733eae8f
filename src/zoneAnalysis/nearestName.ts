/** Texts longer than this are no zone names. In UTF-16 units. */
const maxLength = 64
/** The number of changed letters up to which a text counts as a misspelling of a name. */
const maxChanges = 3

/**
 * Returns the name that a misspelled text most probably means: that with the smallest edit distance, among the names
 * that begin with `prefix`. Of two names with the same distance, one that isn’t `taken` is preferred: a list names each
 * zone once. Undefined if more than three letters or a third of the text would change, or if the text can’t be a zone’s
 * name.
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

/** Returns whether a name is similar enough to be compared in full; this rejects most of thousands of names fast. */
function maySpell(text: string, name: string, limit: number): boolean {
  const hasSimilarLength = Math.abs(name.length - text.length) <= Math.min(limit, 2)
  return hasSimilarLength && (name[0] === text[0] || name[1] === text[1])
}

/**
 * Creates a function that returns the edit distance of a text to a name, which must have a similar length. Two letters
 * that have changed places count as one change.
 */
export function createDistance(text: string): (name: string) => number {
  // The last three rows in the table of distances between all beginnings of the text and of the name.
  let beforePrevious = new Uint8Array(maxLength + maxChanges)
  let previous = new Uint8Array(maxLength + maxChanges)
  let row = new Uint8Array(maxLength + maxChanges)
  return (name) => {
    for (let column = 0; column <= name.length; column++) row[column] = column
    for (let line = 1; line <= text.length; line++) {
      const oldest = beforePrevious
      beforePrevious = previous
      previous = row
      row = oldest
      row[0] = line
      const letter = text.charCodeAt(line - 1)
      for (let column = 1; column <= name.length; column++) {
        const isSame = letter === name.charCodeAt(column - 1)
        const replaced = (previous[column - 1] ?? 0) + (isSame ? 0 : 1)
        const insertedOrRemoved = Math.min(row[column - 1] ?? 0, previous[column] ?? 0) + 1
        row[column] = Math.min(replaced, insertedOrRemoved)
        const isSwapped = !isSame && line > 1 && column > 1 && areSwapped(text, line, name, column)
        if (isSwapped)
          row[column] = Math.min(row[column] ?? 0, (beforePrevious[column - 2] ?? 0) + 1)
      }
    }
    return row[name.length] ?? 0
  }
}

/** Returns whether the two letters before an end in the text are those before an end in the name, in reverse order. */
function areSwapped(text: string, textEnd: number, name: string, nameEnd: number): boolean {
  return (
    text.charCodeAt(textEnd - 1) === name.charCodeAt(nameEnd - 2) &&
    text.charCodeAt(textEnd - 2) === name.charCodeAt(nameEnd - 1)
  )
}
