import uFuzzy from '@leeoniya/ufuzzy'

/** The maximum number of matches to rank by where they match: ranking takes longer than finding. */
const maxRanked = 1000
/** The maximum number of words whose order is compared with that of the matches. */
const maxOrderedWords = 3

/**
 * Finds items by words in any order, regardless of case and accents. Every word must occur as it is: with
 * guesses, a pasted UID would match parts of others.
 */
export class ChoiceSearch {
  readonly #texts: string[] = []
  #fuzzy: uFuzzy | undefined

  /** Adds an item by what can be searched, its label first. */
  add(label: string, ...others: readonly (string | undefined)[]): void {
    this.#texts.push(normalize([label, ...others].filter(Boolean).join('\n')))
  }

  /** Returns the indexes of the matches, the best ones first. */
  find(text: string): readonly number[] {
    const needle = normalize(text)
    // The library excludes words after a hyphen, and takes quotation marks literally.
    const words = needle.replaceAll(/(^|\s)-+|"/g, ' ')
    const found = this.#search(words)
    if (!found) return [...this.#texts.keys()].filter((one) => this.#texts[one]?.includes(needle))
    if (found.isRanked) return found.matches
    const few = this.#startingWith(needle, found.matches).slice(0, maxRanked)
    return this.#search(words, few)?.matches ?? few
  }

  /** Returns all items if `among` is undefined; undefined if the text has no letters or digits. */
  #search(words: string, among?: number[]) {
    // Created here and not at load time: regular expressions for Unicode take a millisecond.
    this.#fuzzy ??= new uFuzzy({
      unicode: true,
      interSplit: String.raw`[^\p{L}\d']+`,
      intraSplit: String.raw`\p{Ll}\p{Lu}`,
      intraBound: String.raw`\p{L}\d|\d\p{L}|\p{Ll}\p{Lu}`,
      intraChars: String.raw`[\p{L}\d']`,
      intraContr: String.raw`'\p{L}{1,2}\b`,
    })
    const [matches, info, order] = this.#fuzzy.search(
      this.#texts,
      words,
      maxOrderedWords,
      maxRanked,
      among,
    )
    if (!matches) return undefined
    if (!info) return { matches, isRanked: matches.length <= maxRanked }
    return { matches: order.map((index) => info.idx[index] ?? 0), isRanked: true }
  }

  /** Returns the same items, those whose label starts with the text first, the shortest of them first. */
  #startingWith(needle: string, matches: readonly number[]): number[] {
    const labelLength = (index: number) => (this.#texts[index] + '\n').indexOf('\n')
    const starting = matches
      .filter((index) => this.#texts[index]?.startsWith(needle))
      .sort((a, b) => labelLength(a) - labelLength(b))
    return [...new Set([...starting, ...matches])]
  }
}

function normalize(text: string): string {
  return uFuzzy.latinize(text).toLowerCase().trim()
}
