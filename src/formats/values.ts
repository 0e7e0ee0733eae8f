import {
  isLiteral,
  isPlainValue,
  zoneLocation,
  type Meaning,
  type ZoneReference,
} from './zoneReferences.ts'

/** A reference, or what is one if a key says so that stands further down. */
export type Draft = Omit<ZoneReference, 'kind' | 'isAmbiguousKey'> & {
  kind: ZoneReference['kind'] | undefined
  isAmbiguousKey: boolean
}

/** More values that are joined by commas aren’t zones. */
const maxJoined = 1000

/** A string or word that may be a value or a key. */
export class Scalar {
  start = 0
  end = 0
  /** Its column in YAML. */
  column = 0
  isQuoted = false
  isClosed = true
  /** True if it is the first in its line. */
  isFirst = false
  /** True if a key may stand there. */
  isHead = false
}

/** Records the references in values. */
export class Values {
  readonly #text: string
  readonly #isYaml: boolean
  readonly #drafts: Draft[] = []

  constructor(text: string, isYaml: boolean) {
    this.#text = text
    this.#isYaml = isYaml
  }

  /** The references, in the order of the text. */
  get references(): ZoneReference[] {
    return this.#drafts.filter((draft): draft is Draft & ZoneReference => draft.kind !== undefined)
  }

  /** Records a value, or several that are joined by commas. */
  add(key: Meaning, { start, end, isQuoted, isClosed }: Scalar, list?: number): Draft[] {
    const text = this.#text.slice(start, end)
    if (!isQuoted) {
      const isValue =
        this.#isYaml || key.isMap // a key
          ? isPlainValue(text, list !== undefined)
          : list !== undefined && /^\d+$/.test(text)
      if (isValue) return this.#addAll(key, text, start, '', list, false)
      // A partial value, or a reference.
      return /^[\w-]+$/.test(text) ? [this.addPlace(key, start, end, list)] : []
    }
    const inner = text.slice(1, isClosed ? -1 : undefined)
    // An unclosed string may continue with other text.
    const value = isClosed ? inner : (/^[\w.-]*/.exec(inner)?.[0] ?? '')
    if (!isLiteral(value)) return []
    return this.#addAll(key, value, start + 1, text[0] === "'" ? "'" : '"', list, !isClosed)
  }

  /** Records a position for a value. */
  addPlace(key: Meaning, start: number, end: number, list?: number): Draft {
    return this.#add(key, '', start, end, '', list, false)
  }

  #addAll(
    key: Meaning,
    text: string,
    start: number,
    quote: ZoneReference['quote'],
    list: number | undefined,
    isOpen: boolean,
  ): Draft[] {
    if (!text.includes(',')) {
      return [this.#add(key, text, start, start + text.length, quote, list, isOpen)]
    }
    const parts = text.split(',', maxJoined + 1)
    if (parts.length > maxJoined) return []
    let at = start
    return parts.map((part) => {
      const value = part.trim()
      const first = at + part.length - part.trimStart().length
      at += part.length + 1
      return this.#add(key, value, first, first + value.length, quote, list ?? start, false)
    })
  }

  #add(
    { kind, isAmbiguousKey, isId, isQualified }: Meaning,
    value: string,
    start: number,
    end: number,
    quote: ZoneReference['quote'],
    list: number | undefined,
    isOpen: boolean,
  ): Draft {
    const isZone = kind === 'region' && isAmbiguousKey && zoneLocation.test(value)
    const meaning = { kind: isZone ? 'zone' : kind, isAmbiguousKey, isId, isQualified } as const
    const draft = { ...meaning, value, start, end, quote, list, isOpen }
    this.#drafts.push(draft)
    return draft
  }
}
