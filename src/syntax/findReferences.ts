import type { CodeFormat } from '../contributions.ts'
import { StepCounter, type Steps } from '../steps.ts'
import type { Block, BlockKey, MissingValue, WrittenValue } from './blocks.ts'
import { descriptionKey, FileContext, type BlockContext } from './blockContext.ts'
import { zoneMap, type KeyMeaning } from './keyMeanings.ts'
import { TextForms, type TextForm } from './textForms.ts'
import {
  containsOnlyZones,
  isZoneByForm,
  isZoneIn,
  isZoneInList,
  listZoneKeys,
} from './zoneForms.ts'
import { endsLikeZone, hasFormOfRegion, hasFormOfZone } from './zoneNames.ts'
import { findPlacesInText } from './zonesAmongOthers.ts'
import type { ZoneReference } from './zoneReferences.ts'

/**
 * Finds references to zones and regions, in the order of the text:
 * - Values of keys such as `azs`, `zone`, and `region`: a single text, the items of a list or a map, or names joined by
 *   commas.
 * - Values whose key is itself a value: `key: zone` with `values: [a]`, or `name: zone` with `value: a`.
 * - The keys of maps such as `az_subnets`.
 * - Other values and keys that are zones by their form, and paths and the like that contain them, such as
 *   `AWS_REGION=us-east-1`.
 * - The positions where such a value isn’t written yet, as after `zone =`: references with an empty value.
 *
 * Comments, heredocs, block scalars, templates, references to variables, and numbers outside lists are left out.
 */
export function findReferences(
  documents: readonly Block[],
  format: CodeFormat,
): Steps<ZoneReference[]> {
  return new ReferenceFinder(documents, format).find()
}

/** The position of a value, and the list that it is in. */
interface Position extends Pick<WrittenValue, 'start' | 'end'> {
  readonly list: { readonly start: number } | undefined
}

/** The position of a text, and the quotes around it. */
type TextPosition = Position & Pick<WrittenValue, 'quote' | 'isUnclosed'>

/** A block, and the context of the block around it; undefined for a document. */
interface BlockInContext {
  readonly block: Block
  readonly outer?: BlockContext
}

class ReferenceFinder {
  readonly #documents: readonly Block[]
  readonly #isYaml: boolean
  readonly #references: ZoneReference[] = []
  readonly #forms = new TextForms()
  /** Whether blocks contain only zones. Cached, because a block may have thousands of keys. */
  readonly #onlyZones = new Map<Block, boolean>()
  /** True if the references are in the order of the text. A map’s values are found before those of the maps in it. */
  #isSorted = true
  #lastStart = 0

  constructor(documents: readonly Block[], format: CodeFormat) {
    this.#documents = documents
    this.#isYaml = format === 'yaml'
  }

  *find(): Steps<ZoneReference[]> {
    const file = new FileContext(this.#documents)
    const counter = new StepCounter()
    /** The blocks that are still to be searched, the next one last. */
    const remaining: BlockInContext[] = this.#documents.toReversed().map((block) => ({ block }))
    for (let next = remaining.pop(); next; next = remaining.pop()) {
      const { block, outer } = next
      const context = outer ? outer.contextOfChild(block) : file.contextOf(block)
      for (const [key, values] of block.values) {
        const meaning = this.#meaningOfValues(key, values, block, context)
        for (const value of values) {
          this.#addValue(value, key, meaning, context)
          if (counter.isStepOver()) yield
        }
      }
      for (const missing of block.missingValues) {
        this.#addMissingValue(missing, context)
        if (counter.isStepOver()) yield
      }
      const { keys, meaning } = zoneKeysOf(block, context)
      for (const key of keys) {
        this.#addKey(key, block, meaning)
        if (counter.isStepOver()) yield
      }
      for (const child of block.children.toReversed())
        remaining.push({ block: child, outer: context })
      if (counter.isStepOver()) yield
    }
    if (!this.#isSorted) this.#references.sort((a, b) => a.start - b.start || a.end - b.end)
    return this.#references
  }

  #addMissingValue(missing: MissingValue, context: BlockContext): void {
    const meaning = isValueOfKey(missing) ? context.meaningOf(missing.key) : undefined
    const isKnown = meaning && !meaning.hasZonesAsKeys && meaning.zonesOf === undefined
    if (isKnown) this.#addPosition(missing, meaning)
  }

  /** Returns the meaning of the values of a key: by the key or the blocks around it, or by the form of the values. */
  #meaningOfValues(
    key: string,
    values: readonly WrittenValue[],
    block: Block,
    context: BlockContext,
  ): KeyMeaning | undefined {
    const meaning = context.meaningOf(key)
    if (meaning || !values.some(({ text }) => endsLikeZone(text))) return meaning
    const isZones = values.some(isZoneByForm) || this.#hasOnlyZones(block)
    return isZones ? context.meaningByForm(key) : undefined
  }

  #hasOnlyZones(block: Block): boolean {
    const known = this.#onlyZones.get(block)
    if (known !== undefined) return known
    const hasOnlyZones = containsOnlyZones(block)
    this.#onlyZones.set(block, hasOnlyZones)
    return hasOnlyZones
  }

  /** Adds the zones and regions in a value of a key, whose values have a meaning if one is known. */
  #addValue(
    value: WrittenValue,
    key: string,
    meaning: KeyMeaning | undefined,
    context: BlockContext,
  ): void {
    if (this.#addPlacesInText(value) || !meaning || meaning.hasZonesAsKeys) return
    const isZone = meaning.mayHaveZones && isZoneInList(value)
    const meaningOfValue = isZone ? context.meaningByForm(key) : meaning
    if (meaningOfValue && isValueOfKey(value)) this.#addPlaces(value, meaningOfValue, context)
  }

  /** Adds the zones and regions in a value that is a path or the like. Returns false, and adds nothing, for others. */
  #addPlacesInText(value: WrittenValue): boolean {
    const places = findPlacesInText(value)
    if (places.length === 0) return false
    // The zones in the texts of a list, such as the arguments of a command, needn’t have to do with each other.
    const list = { start: value.start }
    for (const { start, end, meaning } of places) {
      const name = value.text.slice(start - value.start, end - value.start)
      this.#add(name, { ...value, start, end, list, isUnclosed: false }, meaning)
    }
    return true
  }

  #addKey(key: BlockKey, block: Block, meaning: KeyMeaning): void {
    if (!mayBeZoneOfMap(key.text, meaning)) return
    const position = { ...key, isUnclosed: false, list: block }
    const isValue =
      key.isText && (key.quote !== '' || this.#isPlainValue(key.text, { isInList: true }))
    if (isValue) this.#addTexts(key.text, position, meaning)
    else if (isUnfinishedWord(key.text)) this.#addPosition(position, meaning)
  }

  /** Adds the zones or regions that a value is by its meaning. */
  #addPlaces(value: WrittenValue, meaning: KeyMeaning, context: BlockContext): void {
    const { text, quote, isUnclosed } = value
    // The rest of the line may belong to an unclosed string: only the characters of a name are taken from it.
    const knownText = isUnclosed ? (/^[\w.-]*/.exec(text)?.[0] ?? '') : text
    if (meaning.zonesOf !== undefined && !isZoneIn(knownText, meaning.zonesOf)) return
    if (meaning.hasOtherValues && !hasFormOfRegion(knownText) && !hasFormOfZone(knownText)) return
    if (this.#isText(value))
      this.#addTexts(knownText, value, this.#meaningIn(context, meaning, knownText))
    else if (quote === '' && isUnfinishedWord(text)) this.#addPosition(value, meaning)
  }

  #isText({ text, kind, quote, isUnclosed, list }: WrittenValue): boolean {
    // Tools other than Terraform write variables as `$ZONE`.
    const { mayBeName, isNumber } = this.#forms.of(text)
    const isLiteral = kind === 'text' && mayBeName
    if (quote !== '') return isLiteral || isUnclosed
    // A number that a function takes, as in `nodes_per_az = try(var.nodes, 6)`, is a count.
    const isInList = list !== undefined && list.type !== '('
    const isPlain = this.#isYaml ? this.#isPlainValue(text, { isInList }) : isInList && isNumber
    return isLiteral && isPlain
  }

  /** Returns whether an unquoted text may be a zone or region. */
  #isPlainValue(text: string, { isInList }: { readonly isInList: boolean }): boolean {
    const { isNumber, isPlainText } = this.#forms.of(text)
    // Zones of Azure are numbers, but a number that isn’t in a list is a count.
    return isNumber ? isInList : isPlainText
  }

  /**
   * Returns the meaning that a key has if its value is `value`. A key such as `zones` may mean something else than
   * zones, but not with a number as its value in code for Azure, outside of labels.
   */
  #meaningIn(context: BlockContext, meaning: KeyMeaning, value: string): KeyMeaning {
    const form = this.#forms.of(value)
    if (value !== '' && mayBeOtherName(form, meaning) && context.namesCloud)
      return { ...meaning, isInCodeForCloud: true }
    const mayBeAzureZone = meaning.takesAzureNumbers === true && form.isNumber
    if (!mayBeAzureZone || context.isInLabels) return meaning
    const isCodeForAzure = context.relationTo('azure') === 'same'
    return isCodeForAzure ? { ...meaning, isAmbiguousKey: false } : meaning
  }

  /** Adds the zones or regions in a text: one, or several in a text such as `a, b`. */
  #addTexts(text: string, position: TextPosition, meaning: KeyMeaning): void {
    let { start } = position
    if (!text.includes(',')) {
      // The position of an unclosed string includes what follows in its line.
      const end = start + text.length
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

  /** Adds the position of a value that isn’t written yet. */
  #addPosition({ start, end, list }: Position, meaning: KeyMeaning): void {
    this.#add('', { start, end, list, quote: '', isUnclosed: false }, meaning)
  }

  #add(value: string, position: TextPosition, meaning: KeyMeaning): void {
    if (meaning.kind === undefined) return
    // Google Cloud’s `location`, and the `regions` of some tools, may also be zones. A `region` of AWS may not.
    const form = this.#forms.of(value)
    const isZone =
      meaning.kind === 'zone' || form.isGoogleZone || (meaning.isAmbiguousKey && form.isZoneOfAws)
    const kind = isZone ? 'zone' : 'region'
    if (isZone && form.isNoZone) return
    const { start, end, quote, isUnclosed, list } = position
    if (start <= this.#lastStart) this.#isSorted = false
    this.#lastStart = start
    const { isAmbiguousKey, isIdKey, isNameKey, isQualifiedKey, takesOneValue, cloud } = meaning
    this.#references.push({
      isAmbiguousKey,
      isIdKey,
      isNameKey,
      isQualifiedKey,
      takesOneValue,
      cloud,
      mayBeOtherName: isZone && value !== '' && mayBeOtherName(form, meaning),
      kind,
      value,
      start,
      end,
      quote,
      isUnclosed,
      listStart: list?.start,
    })
  }
}

/** Returns the keys of a map that are zones, or may be zones that are misspelled, and what they mean. */
function zoneKeysOf(block: Block, { meaning }: BlockContext) {
  if (meaning?.hasZonesAsKeys) return { keys: block.keys, meaning }
  return { keys: listZoneKeys(block), meaning: zoneMap }
}

/** Returns whether a value needn’t be a zone: only a key such as `zone` tells that it may be one. */
function mayBeOtherName(form: TextForm, meaning: KeyMeaning): boolean {
  const { isAmbiguousKey, isNameKey = false, isInherited = false } = meaning
  if (!isAmbiguousKey) return false
  if (meaning.isInCodeForCloud === true && meaning.isOfMesh !== true) return false
  const isCertainKey = isNameKey && !isInherited
  const isWrittenLikeOther = meaning.isOfMesh === true || !form.isWrittenLikeZone
  return !isCertainKey && isWrittenLikeOther && !form.hasFormOfZone
}

/** Returns whether a key of a map such as `az_subnets` may be a zone, and not a key that describes the map. */
function mayBeZoneOfMap(key: string, { hasOtherKeys = false }: KeyMeaning): boolean {
  if (key === '') return true
  return hasOtherKeys ? /\d/.test(key) : !descriptionKey.test(key)
}

/** Returns whether a value is the value of its key, and no part of a condition, a loop, or a function’s arguments. */
function isValueOfKey({ list }: Pick<WrittenValue, 'list'>): boolean {
  return list?.isValueOfKey !== false
}

/** Returns whether a word without quotes may be the start of a name or a reference that is still being typed. */
function isUnfinishedWord(text: string): boolean {
  return /^[\w-]+$/.test(text)
}
