import { blockAt, blockSteps, textIn, type Block, type BlockValue } from '../../formats/blocks.ts'
import { meaningOf, type ZoneLanguage, type ZoneReference } from '../../formats/zoneReferences.ts'
import { formOfRegion } from './regions.ts'

/** Facts about zones from the blocks around them, by the offsets of the zones. */
export interface ZonePlaces {
  /** The regions of numbers, undefined where they aren’t known; numbers that are missing may be in any region. */
  readonly regionOfNumber: ReadonlyMap<number, string | undefined>
  /** The zones in what is for the provider. */
  readonly own: ReadonlySet<number>
}

export const noPlaces: ZonePlaces = { regionOfNumber: new Map(), own: new Set() }

/** The words in blocks for providers whose zones may have any name. */
const words: Readonly<Record<string, RegExp>> = {
  maas: /maas/i,
  'apache-cloudstack': /cloud[-_]?stack/i,
}
const kindKeys = ['kind', 'apiVersion', 'type', 'source', 'provider', 'cloud', 'cloudType']

/**
 * Returns what blocks tell of their zones, in steps. Numbers are zones of Azure: their region is the one in the
 * same block or around it. If there is none, and the text has regions that aren’t literal, it isn’t known, unless
 * it is given.
 */
export function* zonePlaceSteps(
  text: string,
  language: ZoneLanguage,
  references: readonly ZoneReference[],
  provider: string,
  given?: string,
): Generator<void, ZonePlaces> {
  const isHcl = language === 'hcl' || language === 'terraform'
  const documents = yield* blockSteps(text, isHcl ? 'hcl' : language)
  const regions = new Regions()
  yield* regions.readSteps(documents)
  const regionOfNumber = new Map<number, string | undefined>()
  const own = new Set<number>()
  const isOwn = new Map<Block, boolean>()
  for (const [index, { kind, value, start }] of references.entries()) {
    if (index % 256 === 0) yield
    const block = kind === 'zone' && value !== '' ? blockAt(documents, start) : undefined
    if (!block) continue
    if (isFor(block, words[provider], isOwn)) own.add(start)
    if (!/^\d+$/.test(value)) continue
    const found = regions.around(block)
    const isUnknown = found === undefined ? regions.areUnknown : found.region === undefined
    if (isUnknown) regionOfNumber.set(start, given)
    else if (found?.region) regionOfNumber.set(start, found.region)
  }
  return { regionOfNumber, own }
}

/** The regions that the blocks of a text name, undefined for what isn’t literal. */
class Regions {
  readonly #values = new Map<Block, readonly BlockValue[]>()
  readonly #around = new Map<Block, { region: string | undefined } | undefined>()
  /** The local values and arguments of Terraform, by the references to them. */
  readonly #named = new Map<string, BlockValue[]>()
  /** True if a region isn’t literal, or the default of a variable. */
  areUnknown = false

  /**
   * Returns the region in a block, or in the innermost one around it that names some: undefined if one isn’t
   * literal, and empty for several.
   */
  around(block: Block): { region: string | undefined } | undefined {
    if (!this.#around.has(block)) {
      const own = new Set(this.#values.get(block)?.map((one) => this.#textOf(one)))
      // Those of other clouds may stand beside them.
      const found = [...own].filter((one) => one === undefined || formOfRegion(one) === undefined)
      const isKnown = !found.includes(undefined)
      const region = isKnown ? (found.length === 1 ? found[0] : '') : undefined
      const isNamed = found.length > 0
      const outer = block.parent && this.around(block.parent)
      this.#around.set(block, isNamed ? { region } : outer)
    }
    return this.#around.get(block)
  }

  /** Records the regions of all blocks. */
  *readSteps(documents: readonly Block[]): Generator<void, void> {
    const left = [...documents]
    for (let count = 1; left.length > 0; count++) {
      if (count % 256 === 0) yield
      const block = left.pop()!
      this.#add(block)
      for (const child of block.children) left.push(child)
    }
    yield
    for (const values of this.#values.values()) {
      this.areUnknown ||= values.some((value) => this.#textOf(value) === undefined)
    }
  }

  #add(block: Block): void {
    const [type = '', ...labels] = block.head
    const isTop = block.parent?.parent === undefined
    if (type === 'variable' && isTop) this.areUnknown ||= isRegion(labels[0] ?? '')
    const path = type === 'resource' ? labels.join('.') : type === 'locals' ? 'local' : ''
    if (path && isTop) {
      for (const [key, values] of block.values) this.#named.set(`${path}.${key}`, values)
    }
    const own = [...block.values].flatMap(([key, values]) => (isRegion(key) ? values : []))
    if (own.length > 0) this.#values.set(block, own)
  }

  #textOf({ kind, text }: BlockValue): string | undefined {
    const [value, ...others] = kind === 'reference' ? (this.#named.get(text) ?? []) : []
    const literal = value && others.length === 0 ? value : { kind, text }
    const isLiteral = literal.kind === 'text' && /^[\w -]+$/.test(literal.text)
    return isLiteral ? literal.text.replaceAll(' ', '').toLowerCase() : undefined
  }
}

function isRegion(key: string): boolean {
  return meaningOf(key)?.kind === 'region'
}

/** Returns whether a block, or one around it, is for something by its names or its kind. */
function isFor(
  block: Block | undefined,
  pattern: RegExp | undefined,
  known: Map<Block, boolean>,
): boolean {
  if (!block || !pattern) return false
  let is = known.get(block)
  if (is === undefined) {
    const texts = [...block.head, ...kindKeys.map((key) => textIn(block, key) ?? '')]
    is = texts.some((text) => pattern.test(text)) || isFor(block.parent, pattern, known)
    known.set(block, is)
  }
  return is
}
