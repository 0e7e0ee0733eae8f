import { readBlocks } from './blockReader.ts'
import type { Block, BlockKey, WrittenValue } from './blocks.ts'
import { Meanings } from './meanings.ts'
import {
  isLiteral,
  isPlainValue,
  zoneLocation,
  type Meaning,
  type ZoneLanguage,
  type ZoneReference,
} from './zoneReferences.ts'

/**
 * Finds references to zones and regions: values of keys such as `azs`, `zone`, `availability_zone`, and
 * `region`, alone, in lists, in maps, or joined by commas; `values` beside such a `key`, and a `value` beside such a
 * `name`; the keys of maps such as `az_subnets`; and positions for such values. Comments, heredocs, block
 * scalars, templates, references, and numbers outside lists aren’t values.
 */
export function scanZones(text: string, language: ZoneLanguage): ZoneReference[] {
  return zonesIn(readBlocks(text, language), language)
}

/** Does so in the blocks of a text. */
export function zonesIn(documents: readonly Block[], language: ZoneLanguage): ZoneReference[] {
  const scan = new Scan(language === 'yaml')
  const left = documents.toReversed()
  for (let block = left.pop(); block; block = left.pop()) {
    scan.add(block)
    for (let nth = block.children.length - 1; nth >= 0; nth--) left.push(block.children[nth]!)
  }
  return scan.references.sort((a, b) => a.start - b.start || a.end - b.end)
}

/** Returns the reference or position at an offset. */
export function referenceAt(
  references: readonly ZoneReference[],
  offset: number,
): ZoneReference | undefined {
  return references.find(({ start, end }) => start <= offset && offset <= end)
}

/** More values that are joined by commas aren’t zones. */
const maxJoined = 1000

class Scan {
  readonly references: ZoneReference[] = []
  readonly #isYaml: boolean
  readonly #meanings = new Meanings()

  constructor(isYaml: boolean) {
    this.#isYaml = isYaml
  }

  add(block: Block): void {
    const meanings = this.#meanings
    for (const [key, values] of block.values) {
      const meaning = meanings.of(block, key)
      if (meaning?.kind === undefined || meaning.isMap) continue
      for (const value of values)
        if (value.list?.isWhole !== false) this.#value(meaning, value, block)
    }
    for (const gap of block.gaps) {
      const meaning = gap.list?.isWhole === false ? undefined : meanings.of(block, gap.key)
      if (meaning?.kind !== undefined && !meaning.isMap) this.#place(meaning, gap)
    }
    const meaning = meanings.ofBlock(block)
    if (meaning?.isMap) for (const key of block.keys) this.#key(meaning, key, block)
  }

  /** Adds a value, or several that are joined by commas. */
  #value(meaning: Meaning, value: WrittenValue, block: Block): void {
    const { text, kind, quote, isOpen, list } = value
    if (quote === '') {
      const isInList = list !== undefined
      if (this.#isYaml ? isPlainValue(text, isInList) : isInList && /^\d+$/.test(text)) {
        this.#texts(this.#ofNumber(meaning, text, block), value, text)
      } else if (/^[\w-]+$/.test(text)) this.#place(meaning, value) // a partial value, or a reference
      return
    }
    if (kind === 'reference') return
    // An unclosed string may continue with other text.
    const known = isOpen ? (/^[\w.-]*/.exec(text)?.[0] ?? '') : text
    if (isLiteral(known)) this.#texts(this.#ofNumber(meaning, known, block), value, known)
  }

  /** Numbers are zones of Azure. */
  #ofNumber(meaning: Meaning, text: string, block: Block): Meaning {
    const isNumber = meaning.isBare === true && /^\d+$/.test(text)
    return isNumber && this.#meanings.isForAzure(block)
      ? { ...meaning, isAmbiguousKey: false }
      : meaning
  }

  #key(
    meaning: Meaning,
    { text, start, end, quote, isText }: BlockKey,
    { start: list }: Block,
  ): void {
    const isValue = quote !== '' ? isText : isPlainValue(text, true)
    if (isValue)
      this.#texts(meaning, { start, end, quote, isOpen: false, list: { start: list } }, text)
    else if (/^[\w-]+$/.test(text)) this.#place(meaning, { start, end, list: { start: list } })
  }

  #texts(meaning: Meaning, written: Written, text: string): void {
    const { start, quote, isOpen, list } = written
    if (!text.includes(',')) {
      this.#add(meaning, text, start, start + text.length, quote, isOpen, list?.start)
      return
    }
    const parts = text.split(',', maxJoined + 1)
    if (parts.length > maxJoined) return
    let at = start
    for (const part of parts) {
      const value = part.trim()
      const first = at + part.length - part.trimStart().length
      at += part.length + 1
      this.#add(meaning, value, first, first + value.length, quote, false, list?.start ?? start)
    }
  }

  #place(meaning: Meaning, { start, end, list }: Omit<Written, 'quote' | 'isOpen'>): void {
    this.#add(meaning, '', start, end, '', false, list?.start)
  }

  #add(
    { kind: meant, isAmbiguousKey, isId, isName, isQualified, isOne }: Meaning,
    value: string,
    start: number,
    end: number,
    quote: ZoneReference['quote'],
    isOpen: boolean,
    list: number | undefined,
  ): void {
    if (meant === undefined) return
    const isZone = meant === 'region' && isAmbiguousKey && zoneLocation.test(value)
    const kind = isZone ? 'zone' : meant
    const key = { isAmbiguousKey, isId, isName, isQualified, isOne }
    this.references.push({ kind, value, start, end, quote, isOpen, list, ...key })
  }
}

/** Where something is written, in its list. */
interface Written extends Pick<WrittenValue, 'start' | 'end' | 'quote' | 'isOpen'> {
  readonly list: { readonly start: number } | undefined
}
