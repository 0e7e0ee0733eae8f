import type { Block } from './blocks.ts'
import { FileRegions } from './fileRegions.ts'
import { meaningOfKey, zoneMap, type KeyMeaning } from './keyMeanings.ts'

/**
 * The clouds for which a zone can only be told from the blocks around it: zones of Azure are numbers, and those of the
 * others belong to no region.
 */
export type ContextCloud = 'azure' | 'maas' | 'apache-cloudstack'

/** The contexts of a file’s blocks, and what the blocks share. */
export class FileContext {
  readonly #documents: readonly Block[]
  readonly #contexts = new Map<Block, BlockContext>()
  readonly #meanings = new Map<string, KeyMeaning | undefined>()
  #regions: FileRegions | undefined

  constructor(documents: readonly Block[]) {
    this.#documents = documents
  }

  /** Returns the context of a block of the file. */
  contextOf(block: Block): BlockContext {
    const existing = this.#contexts.get(block)
    if (existing) return existing
    const outer = block.parent && this.contextOf(block.parent)
    const context = new BlockContext(this, block, outer)
    this.#contexts.set(block, context)
    return context
  }

  /** Returns the meaning of a key by its name alone. Most files repeat their keys. */
  meaningOf(key: string): KeyMeaning | undefined {
    const meaning = this.#meanings.get(key)
    if (meaning !== undefined || this.#meanings.has(key)) return meaning
    const found = meaningOfKey(key)
    this.#meanings.set(key, found)
    return found
  }

  get regions(): FileRegions {
    return (this.#regions ??= new FileRegions(this.#documents))
  }
}

/** Resolves what a key in a block means, and what the block is for, from the block and the blocks around it. */
export class BlockContext {
  readonly #file: FileContext
  readonly #block: Block
  readonly #outer: BlockContext | undefined
  /** The meaning of the key whose value the block is. */
  readonly meaning: KeyMeaning | undefined
  #selected: SelectedMeaning | undefined
  #relations: Map<ContextCloud, CloudRelation> | undefined

  constructor(file: FileContext, block: Block, outer?: BlockContext) {
    this.#file = file
    this.#block = block
    this.#outer = outer
    const [key = '', ...labels] = block.head
    if (block.list || labels.length > 0) return
    this.meaning = isSubnetsOfEksctl(block) ? zoneMap : outer?.meaningOf(key)
  }

  /** Returns the context of a block in this one. */
  inner(block: Block): BlockContext {
    return new BlockContext(this.#file, block, this)
  }

  /** Returns the meaning of a key in the block; its kind is defined, if it has a meaning. */
  meaningOf(key: string): KeyMeaning | undefined {
    const meaning = this.#file.meaningOf(key)
    if (meaning === undefined) return this.#inheritedMeaning(key)
    if (meaning.kind !== undefined) return meaning
    if (meaning.role === 'value') return this.#meaningOfValue(meaning)
    if (meaning.role !== 'default') return undefined
    return this.#meaningOfDefault() ?? this.#inheritedMeaning(key)
  }

  /**
   * Returns how the block is related to a cloud: `same` if the block, or the nearest block around it that names a cloud,
   * names this one; `other` if it names another cloud, or if there is none and one of them is of a certain kind; else
   * `unknown`.
   */
  relationTo(cloud: ContextCloud): 'same' | 'other' | 'unknown' {
    const relation = this.#nearestRelation(cloud)
    return relation === 'kind' ? 'other' : relation
  }

  /** True in labels and tags, where numbers may be those of fault domains. */
  get isInLabels(): boolean {
    const isLabels = /(?:labels|tags)$/i.test(this.#block.head.at(-1) ?? '')
    return isLabels || this.#outer?.isInLabels === true
  }

  /**
   * The region of Azure that the block is in: the one in the block, or in the nearest block around it that names any.
   * Undefined unless it is a single literal.
   */
  get azureRegion(): string | undefined {
    return this.#file.regions.azureRegionOf(this.#block)
  }

  #nearestRelation(cloud: ContextCloud): CloudRelation {
    this.#relations ??= new Map()
    const known = this.#relations.get(cloud)
    if (known !== undefined) return known
    let relation = relationOfBlock(this.#block, cloud)
    const namesCloud = relation === 'same' || relation === 'other'
    if (!namesCloud && this.#outer) {
      const outerRelation = this.#outer.#nearestRelation(cloud)
      if (outerRelation !== 'unknown') relation = outerRelation
    }
    this.#relations.set(cloud, relation)
    return relation
  }

  /** Returns the meaning of the default of a variable or a parameter, by its name. */
  #meaningOfDefault(): KeyMeaning | undefined {
    const { head, parent } = this.#block
    const type = head.length > 1 ? head[0] : parent?.head.at(-1)
    if (!/^(?:variable|parameters)$/i.test(type ?? '')) return undefined
    const meaning = this.#file.meaningOf(head.at(-1) ?? '')
    return meaning?.kind && meaning
  }

  /** Returns the meaning of a value by the key or name beside it, else by the key of its map. */
  #meaningOfValue(meaning: KeyMeaning): KeyMeaning | undefined {
    this.#selected ??= this.#readSelected()
    if (!this.#selected.hasName) return this.meaning
    const { kind } = this.#selected
    return kind && { ...meaning, kind }
  }

  /** Reads what the key or name in the block says of the values beside it. */
  #readSelected(): SelectedMeaning {
    const names = [...this.#block.values].filter(
      ([key]) => this.#file.meaningOf(key)?.role === 'name',
    )
    if (names.length === 0) return { hasName: false }
    const [name] = names.flatMap(([, values]) => values.filter(({ list }) => !list))
    const meaning = this.#file.meaningOf(name?.text ?? '')
    return { hasName: true, kind: meaning?.hasZonesAsKeys ? undefined : meaning?.kind }
  }

  /** Returns the meaning of what a map of zones has under any key, such as a region or an environment. */
  #inheritedMeaning(key: string): KeyMeaning | undefined {
    const { meaning } = this
    const isOfZones = meaning?.kind === 'zone' && !meaning.isAmbiguousKey && !meaning.hasZonesAsKeys
    if (!isOfZones || descriptionKey.test(key)) return undefined
    if (describedBlock.test(this.#block.parent?.head.at(-1) ?? '')) return undefined
    return { ...meaning, isAmbiguousKey: true }
  }
}

/** What the `name` in a block says of the `value` beside it. */
type SelectedMeaning =
  { readonly hasName: false } | { readonly hasName: true; readonly kind: KeyMeaning['kind'] }

/** Keys that describe a value, and aren’t values of a map. */
const descriptionKey =
  /^(?:type|description|title|format|pattern|enum|name|id|enabled|sensitive|count)$/i
const describedBlock = /^(?:variable|parameters|properties|inputs|outputs?|labels|tags)$/i

/** Returns whether a block is `vpc.subnets.private` or `vpc.subnets.public` of eksctl, whose keys are zones. */
function isSubnetsOfEksctl({ head, parent }: Block): boolean {
  const [key] = head
  if (key !== 'private' && key !== 'public') return false
  return parent?.head[0] === 'subnets' && parent.parent?.head[0] === 'vpc'
}

/** How a block is related to a cloud by itself; `kind` if it is of a certain kind that names no cloud. */
type CloudRelation = 'same' | 'other' | 'kind' | 'unknown'

/** The keys that say what a map is for. */
const kindKey = /^(?:kind|apiVersion|type|source|provider|cloud(?:_?type|_?provider)?)$/i

/** The words for a cloud. */
const cloudWords: Readonly<Record<ContextCloud, RegExp>> = {
  azure: /azure|(?:^|[^a-z])(?:aks|microsoft\.)/i,
  maas: /maas/i,
  'apache-cloudstack': /cloud[-_]?stack/i,
}
const anyCloudWord =
  /aws|eks|amazon|azure|aks|gcp|gke|google|openstack|vsphere|vmware|oci|ibm|maas|stack/i

/** Of longer words, only the start counts. */
const maxWordLength = 300

/** Returns how a block is related to a cloud by its kind, else by its names. */
function relationOfBlock({ head, values }: Block, cloud: ContextCloud): CloudRelation {
  const kinds: string[] = []
  const references: string[] = []
  for (const [key, [value]] of values) {
    if (value === undefined || !kindKey.test(key)) continue
    // A reference, such as the provider `azurerm.west`, may name a cloud, but is no kind itself.
    const words = value.kind === 'text' ? kinds : references
    words.push(value.text)
  }
  const [word = '', type = ''] = head
  const hasType = /^(?:resource|data|provider)$/.test(word)
  if (hasType) kinds.push(type)
  // Labels are names that people give: they say nothing.
  const names = head.length === 1 ? head : []
  const relation = relationOfWords([...kinds, ...references], cloud)
  if (relation !== 'unknown') return relation
  const relationOfNames = relationOfWords(names, cloud)
  if (relationOfNames !== 'unknown') return relationOfNames
  const isOfKind = kinds.some((kind) => kind !== '') || word === 'module'
  return isOfKind ? 'kind' : 'unknown'
}

function relationOfWords(words: readonly string[], cloud: ContextCloud): CloudRelation {
  const starts = words.map((word) => word.slice(0, maxWordLength))
  // The zones of Azure’s DNS are others.
  const isNamed = (word: string) => cloudWords[cloud].test(word) && !/dns/i.test(word)
  if (starts.some(isNamed)) return 'same'
  return starts.some((word) => anyCloudWord.test(word)) ? 'other' : 'unknown'
}
