import type { Block } from './blocks.ts'
import { FileRegions } from './fileRegions.ts'
import { meaningOfKey, zoneMap, type KeyMeaning } from './keyMeanings.ts'

/**
 * The clouds whose zones can’t be recognized by their names: zones of Azure are numbers, and zones of MAAS and
 * CloudStack have any name. Only the blocks around a zone, such as `resource "azurerm_…"`, tell that it is of this
 * cloud.
 */
export type ContextCloud = 'azure' | 'maas' | 'apache-cloudstack'

/** Holds the contexts of the blocks in a file, and the meanings and regions that have been found for them. */
export class FileContext {
  readonly #documents: readonly Block[]
  readonly #contexts = new Map<Block, BlockContext>()
  readonly #meanings = new Map<string, KeyMeaning | undefined>()
  #regions: FileRegions | undefined

  constructor(documents: readonly Block[]) {
    this.#documents = documents
  }

  /** Returns the context of a block in the file. */
  contextOf(block: Block): BlockContext {
    const existing = this.#contexts.get(block)
    if (existing) return existing
    const outer = block.parent && this.contextOf(block.parent)
    const context = new BlockContext(this, block, outer)
    this.#contexts.set(block, context)
    return context
  }

  /** Returns the meaning of a key by its name alone. The meanings are cached, as most files repeat their keys. */
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

/** Finds out what a key in a block means, and which cloud the block is for, from the block and the blocks around it. */
export class BlockContext {
  readonly #file: FileContext
  readonly #block: Block
  readonly #outer: BlockContext | undefined
  /**
   * The meaning of the key whose value the block is; undefined for an item of a list, and for a key without a meaning.
   */
  readonly meaning: KeyMeaning | undefined
  #meaningByName: MeaningByName | undefined
  #relations: Map<ContextCloud, CloudRelation> | undefined

  constructor(file: FileContext, block: Block, outer?: BlockContext) {
    this.#file = file
    this.#block = block
    this.#outer = outer
    const [key = '', ...labels] = block.header
    if (block.list || labels.length > 0) return
    this.meaning = isSubnetsOfEksctl(block) ? zoneMap : outer?.meaningOf(key)
  }

  /** Creates the context of a block that is a child of this block. */
  contextOfChild(block: Block): BlockContext {
    return new BlockContext(this.#file, block, this)
  }

  /** Returns the meaning of a key in the block, with its kind; undefined if the key isn’t about zones or regions. */
  meaningOf(key: string): KeyMeaning | undefined {
    const meaning = this.#file.meaningOf(key)
    if (meaning === undefined) return this.#inheritedMeaning(key)
    if (meaning.kind !== undefined) return meaning
    if (meaning.role === 'value') return this.#meaningOfValue(meaning)
    if (meaning.role !== 'default') return undefined
    return this.#meaningOfDefault() ?? this.#inheritedMeaning(key)
  }

  /**
   * Returns whether the block is for a cloud. The nearest block, from this block outwards, that names any cloud
   * decides: `same` if it names the given cloud, as `resource "azurerm_…"` names Azure; `other` if it names another. If
   * no block names a cloud, `other` if a block has a kind, such as `kind: Deployment`, which is then of no cloud; else
   * `unknown`.
   */
  relationTo(cloud: ContextCloud): 'same' | 'other' | 'unknown' {
    const relation = this.#nearestRelation(cloud)
    return relation === 'kind' ? 'other' : relation
  }

  /** True within labels and tags, where a number under `zone` may be the number of a fault domain. */
  get isInLabels(): boolean {
    const isLabels = /(?:labels|tags)$/i.test(this.#block.header.at(-1) ?? '')
    return isLabels || this.#outer?.isInLabels === true
  }

  /**
   * The region of Azure that the block is in, such as `westeurope`: the nearest block, from this block outwards, that
   * names a region decides. Undefined if it names several, or none as a literal.
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

  /** Returns the meaning of `default` in a variable or parameter: that of its name, as in `variable "zones" {`. */
  #meaningOfDefault(): KeyMeaning | undefined {
    const { header, parent } = this.#block
    const type = header.length > 1 ? header[0] : parent?.header.at(-1)
    if (!/^(?:variable|parameters)$/i.test(type ?? '')) return undefined
    const meaning = this.#file.meaningOf(header.at(-1) ?? '')
    return meaning?.kind && meaning
  }

  /** Returns the meaning of `value`: that of the `name` beside it (`name: zone`), else that of the key of the map. */
  #meaningOfValue(meaning: KeyMeaning): KeyMeaning | undefined {
    this.#meaningByName ??= this.#readMeaningByName()
    if (!this.#meaningByName.hasName) return this.meaning
    const { kind, takesOneValue } = this.#meaningByName
    return kind && { ...meaning, kind, takesOneValue: takesOneValue && meaning.takesOneValue }
  }

  /** Reads what a `name` or `key` in the block, such as `name: zone`, says of the `value` beside it. */
  #readMeaningByName(): MeaningByName {
    const names = [...this.#block.values].filter(
      ([key]) => this.#file.meaningOf(key)?.role === 'name',
    )
    if (names.length === 0) return { hasName: false }
    const [name] = names.flatMap(([, values]) => values.filter(({ list }) => !list))
    const meaning = this.#file.meaningOf(name?.text ?? '')
    const kind = meaning?.hasZonesAsKeys ? undefined : meaning?.kind
    return { hasName: true, kind, takesOneValue: meaning?.takesOneValue }
  }

  /** Returns the meaning of a key such as `prod` in `zones: { prod: [a, b] }`: each key of the map has zones. */
  #inheritedMeaning(key: string): KeyMeaning | undefined {
    const { meaning } = this
    const isOfZones = meaning?.kind === 'zone' && !meaning.isAmbiguousKey && !meaning.hasZonesAsKeys
    if (!isOfZones || descriptionKey.test(key)) return undefined
    if (describedBlock.test(this.#block.parent?.header.at(-1) ?? '')) return undefined
    return { ...meaning, isAmbiguousKey: true }
  }
}

/** What the `name` in a block says of the `value` beside it. */
type MeaningByName =
  | { readonly hasName: false }
  | ({ readonly hasName: true } & Pick<KeyMeaning, 'kind' | 'takesOneValue'>)

/** Keys of a map that describe it, as in `zones = { type = "list" }`, so that their values aren’t zones. */
const descriptionKey =
  /^(?:type|description|title|format|pattern|enum|name|id|enabled|sensitive|count)$/i
const describedBlock = /^(?:variable|parameters|properties|inputs|outputs?|labels|tags)$/i

/** Returns whether a block is `vpc.subnets.private` or `vpc.subnets.public` of eksctl, whose keys are zones. */
function isSubnetsOfEksctl({ header, parent }: Block): boolean {
  const [key] = header
  if (key !== 'private' && key !== 'public') return false
  return parent?.header[0] === 'subnets' && parent.parent?.header[0] === 'vpc'
}

/**
 * What a block alone says of a cloud; `kind` if the block has a kind, such as `kind: Deployment`, that names no cloud.
 */
type CloudRelation = 'same' | 'other' | 'kind' | 'unknown'

/** Keys whose value says what a map is for: `apiVersion: infrastructure.cluster.x-k8s.io/v1`, `cloud_type: azure`. */
const kindKey = /^(?:kind|apiVersion|type|source|provider|cloud(?:_?type|_?provider)?)$/i

/** The words in kinds and names by which a block is recognized as one for a cloud. */
const cloudWords: Readonly<Record<ContextCloud, RegExp>> = {
  azure: /azure|(?:^|[^a-z])(?:aks|microsoft\.)/i,
  maas: /maas/i,
  'apache-cloudstack': /cloud[-_]?stack/i,
}
const anyCloudWord =
  /aws|eks|amazon|azure|aks|gcp|gke|google|openstack|vsphere|vmware|oci|ibm|maas|stack/i

/** Of longer kinds and names, only the start is searched for the words of clouds. In UTF-16 units. */
const maxWordLength = 300

/** Returns what a block says of a cloud: by its kind, else by the key whose value it is. */
function relationOfBlock({ header, values }: Block, cloud: ContextCloud): CloudRelation {
  const kinds: string[] = []
  const references: string[] = []
  for (const [key, [value]] of values) {
    if (value === undefined || !kindKey.test(key)) continue
    // A reference such as `provider = azurerm.west` may name a cloud, but a reference to something else is no kind.
    const words = value.kind === 'text' ? kinds : references
    words.push(value.text)
  }
  const [word = '', type = ''] = header
  const hasType = /^(?:resource|data|provider)$/.test(word)
  if (hasType) kinds.push(type)
  // The labels of a block in HCL are names that people give: they needn’t have to do with a cloud.
  const names = header.length === 1 ? header : []
  const relation = relationOfWords([...kinds, ...references], cloud)
  if (relation !== 'unknown') return relation
  const relationOfNames = relationOfWords(names, cloud)
  if (relationOfNames !== 'unknown') return relationOfNames
  const isOfKind = kinds.some((kind) => kind !== '') || word === 'module'
  return isOfKind ? 'kind' : 'unknown'
}

function relationOfWords(words: readonly string[], cloud: ContextCloud): CloudRelation {
  const starts = words.map((word) => word.slice(0, maxWordLength))
  // A zone of Azure’s DNS, such as `azurerm_dns_zone`, isn’t an availability zone.
  const isNamed = (word: string) => cloudWords[cloud].test(word) && !/dns/i.test(word)
  if (starts.some(isNamed)) return 'same'
  return starts.some((word) => anyCloudWord.test(word)) ? 'other' : 'unknown'
}
