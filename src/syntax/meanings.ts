import { maxKeyLength, type Block } from './blocks.ts'
import { meaningOf, zoneMap, type Meaning } from './zoneReferences.ts'

/** A block, with what its names and those around it tell of its values. */
export class Place {
  readonly #block: Block
  readonly #outer: Place | undefined
  readonly #named: Map<string, Meaning | undefined>
  /** The meaning of the key that the map is the value of. */
  readonly own: Meaning | undefined
  #selector: Meaning['kind'] | 'none' | 'unread' = 'unread'
  #isForAzure: boolean | undefined

  constructor(block: Block, outer?: Place) {
    const { head, list, parent } = block
    this.#block = block
    this.#outer = outer
    this.#named = outer ? outer.#named : new Map()
    const [key = '', ...labels] = head
    if (list || labels.length > 0) return
    const path = [parent?.parent?.head[0], parent?.head[0], key].join('.')
    this.own = /^vpc\.subnets\.(?:private|public)$/.test(path) ? zoneMap : outer?.meaningOf(key)
  }

  /** Returns the meaning of a key in the block; its kind is defined, if it has one. */
  meaningOf(key: string): Meaning | undefined {
    const meaning = this.#of(key)
    if (meaning === undefined) return this.#inherited(key)
    if (meaning.kind !== undefined) return meaning
    if (meaning.role === 'name') return undefined
    if (meaning.role === 'default') return this.#ofDefault() ?? this.#inherited(key)
    // That of values by the key or name beside them, else by the key of their map.
    const selector = this.#selectorOf()
    return selector === 'none' ? this.own : selector && { ...meaning, kind: selector }
  }

  /** True if it is for Azure: by a name, a label, or a kind, also of what is around it. */
  get isForAzure(): boolean {
    if (this.#isForAzure === undefined) {
      const { head, values } = this.#block
      const kinds = [...values].filter(([key]) => kindKey.test(key))
      const named = [...head, ...kinds.map(([, [first]]) => first?.text ?? '')]
      // In labels, the numbers of Azure may be those of fault domains.
      const isAround = !/(?:labels|tags)$/i.test(head.at(-1) ?? '') && this.#outer?.isForAzure
      this.#isForAzure = isAround === true || named.some(isOfAzure)
    }
    return this.#isForAzure
  }

  #of(name: string): Meaning | undefined {
    if (!this.#named.has(name)) this.#named.set(name, meaningOf(name))
    return this.#named.get(name)
  }

  /** Returns the meaning of the default of a variable or a parameter, by its name. */
  #ofDefault(): Meaning | undefined {
    const { head, parent } = this.#block
    const outer = head.length > 1 ? head[0] : parent?.head.at(-1)
    const isNamed = /^(?:variable|parameters)$/i.test(outer ?? '')
    const meaning = isNamed ? this.#of(head.at(-1) ?? '') : undefined
    return meaning?.kind && meaning
  }

  /** Returns what the key or name in a block tells of the values beside it; `none` without one. */
  #selectorOf(): Meaning['kind'] | 'none' {
    if (this.#selector === 'unread') {
      const beside = [...this.#block.values].filter(([key]) => this.#of(key)?.role === 'name')
      const [name] = beside.flatMap(([, values]) => values.filter(({ list }) => !list))
      const meaning = this.#of(name?.text ?? '')
      const kind = meaning?.isMap ? undefined : meaning?.kind
      this.#selector = beside.length === 0 ? 'none' : kind
    }
    return this.#selector
  }

  /** Returns the meaning of what a map has under any key, such as a region or an environment. */
  #inherited(key: string): Meaning | undefined {
    const { own } = this
    const isClear = own?.kind === 'zone' && !own.isAmbiguousKey && !own.isMap
    if (!isClear || otherKey.test(key)) return undefined
    if (describing.test(this.#block.parent?.head.at(-1) ?? '')) return undefined
    return { ...own, isAmbiguousKey: true }
  }
}

/** The keys that tell what a map is for. */
const kindKey = /^(?:kind|apiVersion|type|source|provider|cloud(?:_?type|_?provider)?)$/i
/** The keys of what describes a value. */
const otherKey = /^(?:type|description|title|format|pattern|enum|name|id|enabled|sensitive|count)$/i
const describing = /^(?:variable|parameters|properties|inputs|outputs?|labels|tags)$/i

/** Returns whether a name is one of what Azure has in zones: those of its DNS are others. */
function isOfAzure(name: string): boolean {
  const start = name.slice(0, maxKeyLength)
  return /azure|(?:^|[^a-z])(?:aks|microsoft\.)/i.test(start) && !/dns/i.test(start)
}
