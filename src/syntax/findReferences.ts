import type { CodeFormat } from '../contributions.ts'
import type { Block, BlockKey, WrittenValue } from './blocks.ts'
import { FileContext, type BlockContext } from './blockContext.ts'
import type { KeyMeaning } from './keyMeanings.ts'
import { isGoogleZone, isZoneNumber } from './zoneNames.ts'
import type { ZoneReference } from './zoneReferences.ts'

/**
 * Finds references to zones and regions, in the order of the text:
 * - Values of keys such as `azs`, `zone`, and `region`: a single text, the items of a list or a map, or names joined by
 *   commas.
 * - Values whose key is itself a value: `key: zone` with `values: [a]`, or `name: zone` with `value: a`.
 * - The keys of maps such as `az_subnets`.
 * - The places where such a value isn’t written yet, as references with an empty value.
 *
 * Comments, heredocs, block scalars, templates, references to variables, and numbers outside lists are left out.
 */
export function findReferences(documents: readonly Block[], format: CodeFormat): ZoneReference[] {
  return new ReferenceFinder(documents, format).find()
}

/** The position of a value, and its list. */
interface Position extends Pick<WrittenValue, 'start' | 'end'> {
  readonly list: { readonly start: number } | undefined
}

/** The position of a text, with its quotes. */
type TextPosition = Position & Pick<WrittenValue, 'quote' | 'isOpen'>

class ReferenceFinder {
  readonly #documents: readonly Block[]
  readonly #isYaml: boolean
  readonly #references: ZoneReference[] = []

  constructor(documents: readonly Block[], format: CodeFormat) {
    this.#documents = documents
    this.#isYaml = format === 'yaml'
  }

  find(): ZoneReference[] {
    const file = new FileContext(this.#documents)
    for (const document of this.#documents) this.#addBlock(document, file.contextOf(document))
    return this.#references.sort((a, b) => a.start - b.start || a.end - b.end)
  }

  #addBlock(block: Block, context: BlockContext): void {
    for (const [key, values] of block.values) {
      const meaning = context.meaningOf(key)
      if (!meaning || meaning.hasZonesAsKeys) continue
      for (const value of values) if (isValueOfKey(value)) this.#addValue(value, meaning, context)
    }
    for (const gap of block.gaps) {
      const meaning = isValueOfKey(gap) ? context.meaningOf(gap.key) : undefined
      if (meaning && !meaning.hasZonesAsKeys) this.#addPosition(gap, meaning)
    }
    const { meaning } = context
    if (meaning?.hasZonesAsKeys) for (const key of block.keys) this.#addKey(key, block, meaning)
    for (const child of block.children) this.#addBlock(child, context.inner(child))
  }

  #addKey(key: BlockKey, block: Block, meaning: KeyMeaning): void {
    const position = { ...key, isOpen: false, list: block }
    const isValue = key.isText && (key.quote !== '' || isPlainValue(key.text, true))
    if (isValue) this.#addTexts(key.text, position, meaning)
    else if (isUnfinishedWord(key.text)) this.#addPosition(position, meaning)
  }

  /** Adds a value, or several that are joined by commas. */
  #addValue(value: WrittenValue, meaning: KeyMeaning, context: BlockContext): void {
    const { text, quote, isOpen } = value
    // An unclosed string may continue with other text.
    const knownText = isOpen ? (/^[\w.-]*/.exec(text)?.[0] ?? '') : text
    if (this.#isText(value))
      this.#addTexts(knownText, value, meaningIn(context, meaning, knownText))
    else if (quote === '' && isUnfinishedWord(text)) this.#addPosition(value, meaning)
  }

  #isText({ text, kind, quote, isOpen, list }: WrittenValue): boolean {
    // Tools other than Terraform write variables with a `$`.
    const isLiteral = kind === 'text' && !text.includes('$')
    if (quote !== '') return isLiteral || isOpen
    const isInList = list !== undefined
    const isPlain = this.#isYaml ? isPlainValue(text, isInList) : isInList && isZoneNumber(text)
    return isLiteral && isPlain
  }

  #addTexts(text: string, position: TextPosition, meaning: KeyMeaning): void {
    let { start } = position
    if (!text.includes(',')) {
      const end = start + text.length // an unclosed string may be longer
      this.#add(text, end === position.end ? position : { ...position, end }, meaning)
      return
    }
    const list = position.list ?? position
    for (const part of text.split(',')) {
      const value = part.trim()
      const valueStart = start + part.indexOf(value)
      const end = valueStart + value.length
      this.#add(value, { ...position, start: valueStart, end, list }, meaning)
      start += part.length + 1
    }
  }

  #addPosition({ start, end, list }: Position, meaning: KeyMeaning): void {
    this.#add('', { start, end, list, quote: '', isOpen: false }, meaning)
  }

  #add(value: string, position: TextPosition, meaning: KeyMeaning): void {
    if (meaning.kind === undefined) return
    const kind = meaning.isAmbiguousKey && isGoogleZone(value) ? 'zone' : meaning.kind
    const { start, end, quote, isOpen, list } = position
    const { isAmbiguousKey, isId, isName, isQualified, takesOneValue } = meaning
    this.#references.push({
      isAmbiguousKey,
      isId,
      isName,
      isQualified,
      takesOneValue,
      kind,
      value,
      start,
      end,
      quote,
      isOpen,
      listStart: list?.start,
    })
  }
}

/** Returns the meaning of a key for a text: in code for Azure, a number under `zones` is nothing but a zone. */
function meaningIn(context: BlockContext, meaning: KeyMeaning, text: string): KeyMeaning {
  if (!meaning.takesAzureNumbers || !isZoneNumber(text) || context.isInLabels) return meaning
  return context.relationTo('azure') === 'same' ? { ...meaning, isAmbiguousKey: false } : meaning
}

/** Returns whether a value isn’t in a condition, a loop, or most functions. */
function isValueOfKey({ list }: Pick<WrittenValue, 'list'>): boolean {
  return list?.isValueOfKey !== false
}

/** Returns whether a word may be the start of a name that is still being written, or a reference. */
function isUnfinishedWord(text: string): boolean {
  return /^[\w-]+$/.test(text)
}

/** Returns whether an unquoted text is a value: counts, Booleans, and null aren’t. */
function isPlainValue(text: string, isInList: boolean): boolean {
  if (isZoneNumber(text)) return isInList // zones of Azure are numbers, but a number alone is a count
  return /^[\w]/.test(text) && !/^(?:null|true|false|yes|no|on|off)$/i.test(text)
}
