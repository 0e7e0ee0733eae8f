import type { Block } from './blocks.ts'
import {
  defaultValue,
  maxKeyLength,
  meaningOf,
  pairKey,
  pairValue,
  type Meaning,
} from './zoneReferences.ts'

/** The meanings of the keys of blocks, by their names and by what is beside and around them. */
export class Meanings {
  readonly #named = new Map<string, Meaning | undefined>()
  readonly #keys = new Map<string, Meaning>()
  readonly #blocks = new Map<Block, Meaning | undefined>()
  readonly #selectors = new Map<Block, Meaning['kind'] | 'none'>()
  readonly #azure = new Map<Block, boolean>()

  /** Returns the meaning of a key in a block; its kind is defined, if it has one. */
  of(block: Block, key: string): Meaning | undefined {
    const meaning = this.#of(key)
    if (meaning === pairKey) return undefined
    if (meaning === defaultValue) return this.#ofDefault(block) ?? this.#inherited(block, key)
    if (meaning === pairValue) return this.#ofPair(block, key, meaning)
    return meaning ? this.#ofKey(key, meaning) : this.#inherited(block, key)
  }

  /** Returns the meaning of the key that a map is the value of. */
  ofBlock(block: Block): Meaning | undefined {
    const { head, parent, list } = block
    if (!parent || list || head.length !== 1) return undefined
    if (!this.#blocks.has(block)) this.#blocks.set(block, this.of(parent, head[0] ?? ''))
    return this.#blocks.get(block)
  }

  /** Returns whether a block is for Azure: by a name, a label, or a kind, also of what is around it. */
  isForAzure(block: Block): boolean {
    let is = this.#azure.get(block)
    if (is === undefined) {
      const kinds = [...block.values].filter(([key]) => kindKey.test(key))
      const named = [...block.head, ...kinds.map(([, [first]]) => first?.text ?? '')]
      // In labels, the numbers of Azure may be those of fault domains.
      const isWithin = !/(?:labels|tags)$/i.test(block.head.at(-1) ?? '')
      const isAround = isWithin && block.parent !== undefined && this.isForAzure(block.parent)
      is = isAround || named.some((name) => isOfAzure(name.slice(0, maxKeyLength)))
      this.#azure.set(block, is)
    }
    return is
  }

  #of(name: string): Meaning | undefined {
    if (!this.#named.has(name)) this.#named.set(name, meaningOf(name))
    return this.#named.get(name)
  }

  #ofKey(name: string, meaning: Meaning): Meaning {
    let own = this.#keys.get(name)
    if (!own) {
      own = { ...meaning, isOne: !/s(?:[_-]?\d)?$/i.test(name) }
      this.#keys.set(name, own)
    }
    return own
  }

  /** Returns the meaning of the default of a variable or a parameter, by its name. */
  #ofDefault({ head, parent }: Block): Meaning | undefined {
    const outer = head.length > 1 ? head[0] : parent?.head.at(-1)
    if (!/^(?:variable|parameters)$/i.test(outer ?? '')) return undefined
    const name = head.at(-1) ?? ''
    const meaning = this.#of(name)
    return meaning?.kind === undefined ? undefined : this.#ofKey(name, meaning)
  }

  /** Returns the meaning of values by the key or name beside them, else by the key of their map. */
  #ofPair(block: Block, key: string, meaning: Meaning): Meaning | undefined {
    const selector = this.#selectorOf(block)
    if (selector === 'none') return this.ofBlock(block)
    return selector && { ...this.#ofKey(key, meaning), kind: selector }
  }

  /** Returns what the key or name in a block tells of the values beside it; `none` without one. */
  #selectorOf(block: Block): Meaning['kind'] | 'none' {
    if (!this.#selectors.has(block)) {
      const beside = [...block.values].filter(([key]) => this.#of(key) === pairKey)
      const [name] = beside.flatMap(([, values]) => values.filter(({ list }) => !list))
      const meaning = this.#of(name?.text ?? '')
      const kind = meaning?.isMap ? undefined : meaning?.kind
      this.#selectors.set(block, beside.length === 0 ? 'none' : kind)
    }
    return this.#selectors.get(block)
  }

  /** Returns the meaning of what a map has under any key, such as a region or an environment. */
  #inherited(block: Block, key: string): Meaning | undefined {
    const meaning = this.ofBlock(block)
    const isClear = meaning?.kind === 'zone' && !meaning.isAmbiguousKey && !meaning.isMap
    if (!isClear || otherKey.test(key)) return undefined
    if (describing.test(block.parent?.head.at(-1) ?? '')) return undefined
    return { ...meaning, isAmbiguousKey: true }
  }
}

/** The keys that tell what a map is for. */
const kindKey = /^(?:kind|apiVersion|type|source|provider|cloud(?:_?type|_?provider)?)$/i
/** The keys of what describes a value. */
const otherKey = /^(?:type|description|title|format|pattern|enum|name|id|enabled|sensitive|count)$/i
const describing = /^(?:variable|parameters|properties|inputs|outputs?|labels|tags)$/i

function isOfAzure(name: string): boolean {
  return /azure|(?:^|[^a-z])(?:aks|microsoft\.)/i.test(name)
}
