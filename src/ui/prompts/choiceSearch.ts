import uFuzzy from '@leeoniya/ufuzzy'

/** The maximum number of matches to rank: ranking takes longer than finding. */
const maxRanked = 500
/** Between the parts of an item. No label has one, and the library looks for no words behind a line break. */
const separator = '\t'

/**
 * Finds items by words in any order, regardless of case and accents. Every word must occur as it is: with
 * guesses, a pasted UID would match parts of others.
 */
export class ChoiceSearch {
  readonly #texts: string[] = []
  readonly #labelLengths: number[] = []
  #fuzzy: uFuzzy | undefined

  /** Adds an item by what can be searched, its label first. */
  add(label: string, ...others: readonly (string | undefined)[]): void {
    this.#labelLengths.push(label.length)
    this.#texts.push(normalize([label, ...others].filter(Boolean).join(separator)))
  }

  /** Returns the indexes of the best matches, in order. */
  find(text: string): readonly number[] {
    // Created here and not at load time: regular expressions for Unicode take a millisecond.
    this.#fuzzy ??= createFuzzy()
    const needle = normalize(text)
    const words = this.#fuzzy.split(needle)
    const few = this.#startingWith(needle, this.#having(words, needle)).slice(0, maxRanked)
    const inOrder = (few.length > 0 && this.#fuzzy.filter(this.#texts, needle, few)) || []
    if (inOrder.length === 0) return few
    const info = this.#fuzzy.info(inOrder, this.#texts, needle)
    const ranked = this.#fuzzy
      .sort(info, this.#texts, needle)
      .flatMap((index) => info.idx[index] ?? [])
    return [...new Set([...ranked, ...few])]
  }

  /** Returns the items that have all words, or the text itself if it has no letters or digits. */
  #having(words: readonly string[], text: string): number[] {
    let found = [...this.#texts.keys()]
    if (words.length === 0) return found.filter((index) => this.#texts[index]?.includes(text))
    for (const word of words) {
      if (found.length > 0) found = this.#fuzzy?.filter(this.#texts, word, found) ?? []
    }
    return found
  }

  /** Returns the same items, those whose label starts with the text first, the shortest of them first. */
  #startingWith(text: string, matches: readonly number[]): number[] {
    const labelLength = (index: number) => this.#labelLengths[index] ?? 0
    const starting = matches
      .filter((index) => this.#texts[index]?.startsWith(text))
      .sort((a, b) => labelLength(a) - labelLength(b))
    return [...new Set([...starting, ...matches])]
  }
}

/** Words are letters and digits of any script. */
function createFuzzy(): uFuzzy {
  return new uFuzzy({
    unicode: true,
    interSplit: String.raw`[^\p{L}\d']+`,
    intraSplit: String.raw`\p{Ll}\p{Lu}`,
    intraBound: String.raw`\p{L}\d|\d\p{L}|\p{Ll}\p{Lu}`,
    intraChars: String.raw`[\p{L}\d']`,
    intraContr: String.raw`'\p{L}{1,2}\b`,
  })
}

function normalize(text: string): string {
  return uFuzzy.latinize(text).toLowerCase().trim()
}
