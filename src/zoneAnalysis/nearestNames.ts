import { EditDistance, maxComparedLength, preferSwapped } from './editDistance.ts'
import { memoize } from '../cache/memoize.ts'

/** The number of changed letters up to which a text counts as a misspelling of a name. */
const maxChanges = 3
/** The number of equally similar names of which one that isn’t taken is searched for. */
const maxCandidates = 100
/**
 * The number of names with which the misspelled texts of a file are compared in total. A file and a list may both have
 * thousands of names: comparing all with all would block the editor for seconds.
 */
const maxComparisons = 400_000
/** A search counts as at least as many comparisons: among few names, it takes longer than its comparisons. */
const minComparisons = 40
/** The length up to which a comparison of a text counts once. Its time grows with the square of the length. */
const usualLength = 16

/** Counts down the comparisons of names that a check of a file may still make. */
export class ComparisonBudget {
  #remaining = maxComparisons

  /** True once the budget was too small for a search. Then no further search is made. */
  get isExhausted(): boolean {
    return this.#remaining < 0
  }

  /** Takes the comparisons of a text with names from the budget. Returns false if fewer are left. */
  takeSearch(text: string, nameCount: number): boolean {
    const weight = Math.ceil(text.length / usualLength) ** 2
    this.#remaining -= Math.max(nameCount, minComparisons) * weight
    return !this.isExhausted
  }
}

/** Finds the names that misspelled texts most probably mean. */
export class NearestNames {
  readonly #names: readonly string[]
  readonly #budget: ComparisonBudget
  /** The most similar names by prefix and text, of what was searched for: files repeat their mistakes. */
  readonly #results = new Map<string, Map<string, readonly string[]>>()
  readonly #editDistance = new EditDistance()

  constructor(names: Iterable<string>, budget = new ComparisonBudget()) {
    this.#names = [...names]
    this.#budget = budget
  }

  /**
   * Returns the name that a misspelled text most probably means: that with the smallest edit distance, among the names
   * that begin with `prefix`. Of names with the same distance, one that isn’t `taken` is preferred: a list names each
   * zone once. Undefined if more than three letters or a third of the text would change, if the text can’t be a zone’s
   * name, or if the budget is exhausted.
   */
  find(text: string, taken: ReadonlySet<string> = new Set(), prefix = ''): string | undefined {
    return firstFree(this.findAll(text, prefix), taken)
  }

  /** Returns the names with the smallest edit distance to a text, in their order; at most 100. See {@link find}. */
  findAll(text: string, prefix: string): readonly string[] {
    return this.#results.get(prefix)?.get(text) ?? this.#search(text, prefix)
  }

  #search(text: string, prefix: string): readonly string[] {
    if (this.#budget.isExhausted || !isWrittenLikeZone(text)) return []
    const names = this.#mostSimilar(text, prefix)
    const results = this.#results.get(prefix) ?? new Map<string, readonly string[]>()
    this.#results.set(prefix, results.set(text, names))
    return names
  }

  /** Returns the names with the smallest edit distance to a text, in their order, but at most `maxCandidates`. */
  #mostSimilar(text: string, prefix: string): readonly string[] {
    const nearest: string[] = []
    if (!this.#budget.takeSearch(text, this.#names.length)) return nearest
    let limit = Math.max(1, Math.min(maxChanges, Math.floor(text.length / 3)))
    for (const name of this.#names) {
      if (!maySpell(text, name) || !name.startsWith(prefix)) continue
      const changes = this.#editDistance.between(text, name, limit)
      if (changes > limit) continue
      if (changes < limit) nearest.length = 0
      limit = changes
      if (nearest.length < maxCandidates) nearest.push(name)
    }
    return preferSwapped(text, nearest)
  }
}

/**
 * Finds the names that misspelled texts mean among the zones of several regions. Each text is compared once, and not at
 * all once the budget is exhausted: a file may name thousands of zones and regions, and comparing each zone with each
 * region would block the editor for seconds.
 */
export class NearestZones {
  readonly #listNames: () => readonly NearestNames[]
  readonly #budget: ComparisonBudget
  /** The most similar names in each region that has such names, by prefix and text. Equal lists are the same list. */
  readonly #namesByPrefix = memoize((prefix: string) => {
    return memoize((text: string) => this.#search(text, prefix))
  })

  /** `listNames` returns the names of each region; it is called only as long as the budget isn’t exhausted. */
  constructor(listNames: () => readonly NearestNames[], budget: ComparisonBudget) {
    this.#listNames = listNames
    this.#budget = budget
  }

  /**
   * Returns the name that a misspelled text most probably means, as {@link NearestNames.find} does; undefined if
   * several regions have different such names.
   */
  find(text: string, taken: ReadonlySet<string>, prefix = ''): string | undefined {
    let nearest: string | undefined
    for (const names of this.#namesByPrefix(prefix)(text)) {
      const name = firstFree(names, taken)
      if (nearest !== undefined && name !== nearest) return undefined
      nearest = name
    }
    return nearest
  }

  /** Returns whether a text may be a misspelled name of any of the regions. */
  hasSimilar(text: string): boolean {
    return this.#namesByPrefix('')(text).length > 0
  }

  #search(text: string, prefix: string): readonly (readonly string[])[] {
    if (this.#budget.isExhausted || !isWrittenLikeZone(text)) return []
    const lists = new Map<string, readonly string[]>()
    for (const namesOfRegion of this.#listNames()) {
      const names = namesOfRegion.findAll(text, prefix)
      // Another region may have a zone that means something else.
      if (this.#budget.isExhausted) return []
      if (names.length > 0) lists.set(names.join(), names)
    }
    return [...lists.values()]
  }
}

/** Returns the first name that isn’t taken; the first of all if all are. */
function firstFree(names: readonly string[], taken: ReadonlySet<string>): string | undefined {
  return names.find((name) => !taken.has(name)) ?? names[0]
}

function isWrittenLikeZone(text: string): boolean {
  if (text.length > maxComparedLength) return false
  return text.length < 4 ? /^\d+$/.test(text) : /^[a-z][a-z\d_-]*$/.test(text)
}

/** Returns whether a name is similar enough to be compared in full; this rejects most of thousands of names fast. */
function maySpell(text: string, name: string): boolean {
  const maxDifference = text.length < 6 ? 1 : 2
  const hasSimilarLength = Math.abs(name.length - text.length) <= maxDifference
  if (!hasSimilarLength) return false
  // The first two letters may be swapped, and one may be missing or too many.
  const begins = (offset: number) => text[offset] === name[0] || text[offset] === name[1]
  return begins(0) || begins(1)
}
