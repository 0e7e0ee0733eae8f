/** Longer than any zone name; comparing takes quadratic time. */
const maxLength = 100

/**
 * Returns the candidate with the smallest edit distance, preferably not used yet. Undefined if more than half
 * of the text would change.
 */
export function nearest(
  text: string,
  candidates: readonly string[],
  taken: ReadonlySet<string>,
): string | undefined {
  if (text.length > maxLength) return undefined
  let best: { candidate: string; cost: number } | undefined
  for (const candidate of candidates) {
    if (candidate.length > maxLength) continue
    const changes = distance(text, candidate)
    if (changes > Math.max(1, text.length / 2)) continue
    const cost = changes + (taken.has(candidate) ? 0.5 : 0)
    if (!best || cost < best.cost) best = { candidate, cost }
  }
  return best?.candidate
}

/** Returns the Levenshtein distance. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let index = 0; index < from.length; index++) {
    const next = [index + 1]
    for (let column = 0; column < to.length; column++) {
      const change = (row[column] ?? 0) + (from[index] === to[column] ? 0 : 1)
      next.push(Math.min(change, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
