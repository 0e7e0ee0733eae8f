import type { Block, WrittenValue, BlockLanguage } from './blocks.ts'
import { Place } from './meanings.ts'
import { isPlainValue, zoneLocation, type Meaning, type ZoneReference } from './zoneReferences.ts'

/**
 * Finds references to zones and regions: values of keys such as `azs`, `zone`, `availability_zone`, and
 * `region`, alone, in lists, in maps, or joined by commas; `values` beside such a `key`, and a `value` beside such a
 * `name`; the keys of maps such as `az_subnets`; and positions for such values. Comments, heredocs, block
 * scalars, templates, references, and numbers outside lists aren’t values.
 */
export function zonesIn(documents: readonly Block[], language: BlockLanguage): ZoneReference[] {
  const isYaml = language === 'yaml'
  const references: ZoneReference[] = []
  for (const document of documents) addBlock(document, new Place(document))
  return references.sort((a, b) => a.start - b.start || a.end - b.end)

  function addBlock(block: Block, place: Place): void {
    for (const [key, values] of block.values) {
      const meaning = place.meaningOf(key)
      if (!meaning || meaning.isMap) continue
      for (const value of values) if (isWhole(value)) addValue(value, meaning, place)
    }
    for (const gap of block.gaps) {
      const meaning = isWhole(gap) ? place.meaningOf(gap.key) : undefined
      if (meaning && !meaning.isMap) addPosition(gap, meaning)
    }
    for (const key of place.own?.isMap ? block.keys : []) {
      const written = { ...key, isOpen: false, list: block }
      const isValue = key.isText && (key.quote !== '' || isPlainValue(key.text, true))
      if (isValue) addTexts(key.text, written, place.own)
      else if (/^[\w-]+$/.test(key.text)) addPosition(written, place.own)
    }
    for (const child of block.children) addBlock(child, new Place(child, place))
  }

  /** Adds a value, or several that are joined by commas. */
  function addValue(value: WrittenValue, meaning: Meaning, place: Place): void {
    const { text, kind, quote, isOpen, list } = value
    // An unclosed string may continue with other text.
    const known = isOpen ? (/^[\w.-]*/.exec(text)?.[0] ?? '') : text
    const isText = kind === 'text' && !text.includes('$') // a variable of other tools
    const isNumber = /^\d+$/.test(known)
    const isPlain = isYaml ? isPlainValue(text, list !== undefined) : list !== undefined && isNumber
    if (quote === '' ? isText && isPlain : isText || isOpen) {
      // Numbers are zones of Azure.
      const isClear = isNumber && meaning.isBare === true && place.isForAzure
      addTexts(known, value, isClear ? { ...meaning, isAmbiguousKey: false } : meaning)
    } else if (quote === '' && /^[\w-]+$/.test(text)) addPosition(value, meaning) // partial, or a reference
  }

  function addTexts(text: string, written: Written, meaning: Meaning | undefined): void {
    let { start } = written
    if (!text.includes(',')) {
      const end = start + text.length // an unclosed string may be longer
      return add(text, end === written.end ? written : { ...written, end }, meaning)
    }
    const list = written.list ?? written
    for (const part of text.split(',')) {
      const value = part.trim()
      const first = start + part.indexOf(value)
      add(value, { ...written, start: first, end: first + value.length, list }, meaning)
      start += part.length + 1
    }
  }

  function addPosition({ start, end, list }: Omit<Written, 'quote' | 'isOpen'>, meaning?: Meaning) {
    add('', { start, end, list, quote: '', isOpen: false }, meaning)
  }

  function add(value: string, written: Written, meaning: Meaning | undefined): void {
    if (meaning?.kind === undefined) return
    const kind = meaning.isAmbiguousKey && zoneLocation.test(value) ? 'zone' : meaning.kind
    const { start, end, quote, isOpen, list } = written
    references.push({ ...meaning, kind, value, start, end, quote, isOpen, list: list?.start })
  }
}

/** Where something is written, in its list. */
interface Written extends Pick<WrittenValue, 'start' | 'end' | 'quote' | 'isOpen'> {
  readonly list: { readonly start: number } | undefined
}

/** Returns whether a value isn’t in a condition, a loop, or most functions. */
function isWhole({ list }: Pick<WrittenValue, 'list'>): boolean {
  return list?.isWhole !== false
}
