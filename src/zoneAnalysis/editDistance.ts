/** Texts longer than this can’t be compared. In UTF-16 units. */
export const maxComparedLength = 64

/** Computes edit distances: the number of letters to change, add, remove, or swap with the next to get another text. */
export class EditDistance {
  /** The last three rows in the table of distances between all beginnings of two texts, from the oldest. */
  #rows = [createRow(), createRow(), createRow()] as const

  /**
   * Returns the edit distance of two texts of up to `maxComparedLength`; a greater number than `limit` if it exceeds
   * that.
   */
  between(text: string, name: string, limit: number): number {
    let start = 0
    let textEnd = text.length
    let nameEnd = name.length
    // Names of zones have most of their letters in common with a misspelled text, at the start and at the end.
    while (start < textEnd && text.charCodeAt(start) === name.charCodeAt(start)) start += 1
    while (
      textEnd > start &&
      nameEnd > start &&
      text.charCodeAt(textEnd - 1) === name.charCodeAt(nameEnd - 1)
    ) {
      textEnd -= 1
      nameEnd -= 1
    }
    return this.#betweenParts(text.slice(start, textEnd), name.slice(start, nameEnd), limit)
  }

  #betweenParts(text: string, name: string, limit: number): number {
    if (Math.abs(text.length - name.length) > limit) return limit + 1
    let [oldest, previous, row] = this.#rows
    let leastOfPrevious = 0
    const lastColumn = Math.min(name.length, limit + 1)
    for (let column = 0; column <= lastColumn; column++) row[column] = column
    for (let line = 1; line <= text.length; line++) {
      const next = oldest
      oldest = previous
      previous = row
      row = next
      const least = fillRow(row, previous, oldest, text, line, name, limit)
      // A swap of letters continues from the row before the previous.
      if (least > limit && leastOfPrevious >= limit) return least
      leastOfPrevious = least
    }
    return row[name.length] ?? 0
  }
}

/**
 * Returns which of some names, all with the same edit distance to a text, it most probably means: those with the same
 * letters, if there are any, because letters are swapped more often than one is replaced by another.
 */
export function preferSwapped(text: string, names: readonly string[]): readonly string[] {
  if (names.length < 2) return names
  const letters = sortedLetters(text)
  const swapped = names.filter((name) => sortedLetters(name) === letters)
  return swapped.length > 0 ? swapped : names
}

function sortedLetters(text: string): string {
  return text.split('').sort().join('')
}

function createRow(): Uint8Array {
  return new Uint8Array(maxComparedLength + 8)
}

/**
 * Fills the row of the first `line` letters of a text, but only the columns within `limit` of the diagonal: all others
 * exceed the limit. Returns its least distance.
 */
function fillRow(
  row: Uint8Array,
  previous: Uint8Array,
  beforePrevious: Uint8Array,
  text: string,
  line: number,
  name: string,
  limit: number,
): number {
  const letter = text.charCodeAt(line - 1)
  const letterBefore = line > 1 ? text.charCodeAt(line - 2) : -1
  const first = Math.max(1, line - limit)
  const last = Math.min(name.length, line + limit)
  let left = first === 1 ? line : limit + 1
  let least = left
  row[first - 1] = left
  for (let column = first; column <= last; column++) {
    const nameLetter = name.charCodeAt(column - 1)
    const isSame = letter === nameLetter
    const changed = (previous[column - 1] ?? 0) + (isSame ? 0 : 1)
    left = Math.min(left + 1, (previous[column] ?? 0) + 1, changed)
    const isSwapped = letterBefore === nameLetter && letter === name.charCodeAt(column - 2)
    if (isSwapped && column > 1) left = Math.min(left, (beforePrevious[column - 2] ?? 0) + 1)
    row[column] = left
    least = Math.min(least, left)
  }
  row[last + 1] = limit + 1 // what the next row reads beyond these columns
  return least
}
