import { literalOfKey, type Block } from './blocks.ts'
import { CloudRelations, type CloudRelation, type ContextCloud } from './cloudRelations.ts'
import { FileRegions, type RegionCloud } from './fileRegions.ts'
import {
  isDnsWord,
  isKeyInRegionMap,
  isObjectStorageWord,
  meaningOfKey,
  namesAnyPlace,
  namesOtherThings,
  zoneByForm,
  zoneMap,
  type KeyMeaning,
} from './keyMeanings.ts'

/** Holds the contexts of the blocks in a file, and the regions that have been found for them. */
export class FileContext {
  readonly #documents: readonly Block[]
  readonly #contexts = new Map<Block, BlockContext>()
  readonly #regions = new Map<RegionCloud, FileRegions>()
  readonly #relations = new Map<ContextCloud, CloudRelations>()

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

  /** Returns what the blocks in the file say of a cloud. */
  relationsTo(cloud: ContextCloud): CloudRelations {
    const existing = this.#relations.get(cloud)
    if (existing) return existing
    const relations = new CloudRelations(cloud)
    this.#relations.set(cloud, relations)
    return relations
  }

  /** Returns the finder of the regions of a cloud that the blocks in the file are in. */
  regionsOf(cloud: RegionCloud): FileRegions {
    const existing = this.#regions.get(cloud)
    if (existing) return existing
    const regions = new FileRegions(this.#documents, cloud)
    this.#regions.set(cloud, regions)
    return regions
  }
}

/** What a block in Terraform writes for the key or the value of the item of `for_each` that it is made for. */
type EachReference = 'each.key' | 'each.value'

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
  /** True if a key of the map is a place or an environment, so that the others are, too: `{ us: a, berlin: b }`. */
  #isByPlace: boolean | undefined
  #isDns: boolean | undefined
  #isLabels: boolean | undefined
  /** The results of {@link #meaningOfEach}: a block with many values may have many blocks and keys that ask for them. */
  #meaningsOfEach: Map<EachReference, KeyMeaning | undefined> | undefined

  constructor(file: FileContext, block: Block, outer?: BlockContext) {
    this.#file = file
    this.#block = block
    this.#outer = outer
    const [key = '', ...labels] = block.header
    if (block.list || labels.length > 0) return
    const hasZonesAsKeys = key === 'for_each' && outer?.hasEachKeyAsZone === true
    this.meaning = hasZonesAsKeys || isSubnetsOfEksctl(block) ? zoneMap : outer?.meaningOf(key)
  }

  /** Creates the context of a block that is a child of this block. */
  contextOfChild(block: Block): BlockContext {
    return new BlockContext(this.#file, block, this)
  }

  /** Returns the meaning of a key in the block, with its kind; undefined if the key isn’t about zones or regions. */
  meaningOf(key: string): KeyMeaning | undefined {
    const meaning = meaningOfKey(key)
    if (key === 'for_each') return this.#meaningOfEach('each.value')
    if (meaning === undefined) return this.#inheritedMeaning(key)
    if (meaning.zonesOf !== undefined) return this.#inheritedMeaning(key) ?? meaning
    if (meaning.kind === 'zone' && this.#isOfDns) return undefined
    if (meaning.kind === 'zone' && this.#isLocality) return { ...meaning, isOfMesh: true }
    // The numbered regions in `zones: { region1: [us-east-1a] }` have zones, as other keys there.
    if (meaning.mayHaveZones) return this.#inheritedMeaning(key) ?? meaning
    if (meaning.kind !== undefined) return meaning
    if (meaning.role === 'value') return this.#meaningOfValue(meaning)
    if (meaning.role !== 'default') return undefined
    return this.#meaningOfDefault() ?? this.#inheritedMeaning(key)
  }

  /**
   * Returns the meaning of a key in the block if its value has the form of a zone. Undefined for a name, unless it
   * belongs to a zone, as in `azs: [{ name: us-east-1a }]`, or to the rack of a database, and for others whose values
   * needn’t be zones.
   */
  meaningByForm(key: string): KeyMeaning | undefined {
    const blockKey = this.#block.header.at(-1) ?? ''
    const isDefault = meaningOfKey(key)?.role === 'default'
    const named = isDefault ? blockKey : key
    if (this.#isOfDns) return undefined
    if (!namesOtherThings(named)) return zoneByForm
    const meaning = this.#outer?.meaningOf(blockKey)
    const isZone = meaning?.kind === 'zone' && meaning.zonesOf === undefined
    const isInZone = isZone || /^racks?$/i.test(blockKey)
    return isInZone && /^name$/i.test(key) ? zoneByForm : undefined
  }

  /**
   * Returns whether the block is for a cloud. The nearest block, from this block outwards, that names any cloud
   * decides: `same` if it names the given cloud, as `resource "azurerm_…"` names Azure; `other` if it names another. If
   * no block names a cloud, `other` if a block has a kind, such as `kind: Deployment`, which is then of no cloud; else
   * `unknown`.
   */
  relationTo(cloud: ContextCloud): 'same' | 'other' | 'unknown' {
    const relation: CloudRelation = this.#file.relationsTo(cloud).nearest(this.#block)
    return relation === 'kind' ? 'other' : relation
  }

  /** True if the block, or the nearest around it that has a kind, names any cloud. */
  get namesCloud(): boolean {
    const relation = this.#file.relationsTo('maas').nearest(this.#block)
    return relation === 'same' || relation === 'other'
  }

  /** True within labels and tags, where a number under `zone` may be the number of a fault domain. */
  get isInLabels(): boolean {
    this.#isLabels ??=
      /(?:labels|tags)$/i.test(this.#block.header.at(-1) ?? '') || this.#outer?.isInLabels === true
    return this.#isLabels
  }

  /** True in a block for the Domain Name System, whose zones are domains, such as `resource "aws_route53_record"`. */
  get #isOfDns(): boolean {
    return (this.#isDns ??= isBlockOfDns(this.#block))
  }

  /** True in a locality of Envoy or Istio, whose zone may have any name: it is one of a service mesh. */
  get #isLocality(): boolean {
    return this.#block.header.at(-1) === 'locality'
  }

  /** True in a resource of Terraform that has the keys of its `for_each` as zones, as in `zone = each.key`. */
  get hasEachKeyAsZone(): boolean {
    return this.#meaningOfEach('each.key') !== undefined
  }

  /**
   * Returns the meaning of the items of `for_each` in Terraform: that of the key whose value they are, as in
   * `zone = each.value`. The items of a set are their own keys.
   */
  #meaningOfEach(reference: EachReference): KeyMeaning | undefined {
    this.#meaningsOfEach ??= new Map()
    if (this.#meaningsOfEach.has(reference)) return this.#meaningsOfEach.get(reference)
    const meaning = this.#findMeaningOfEach(reference)
    this.#meaningsOfEach.set(reference, meaning)
    return meaning
  }

  #findMeaningOfEach(reference: EachReference): KeyMeaning | undefined {
    for (const [key, [value]] of this.#block.values) {
      const isKeyOfSet = value?.text === 'each.key' && this.#block.values.has('for_each')
      // In a nested block, `for_each` itself may be `each.value`, which says nothing of its items.
      if (key === 'for_each') continue
      if (value?.kind !== 'reference' || !(value.text === reference || isKeyOfSet)) continue
      const meaning = this.meaningOf(key)
      if (meaning?.kind === 'zone') return meaning
    }
    return undefined
  }

  /**
   * Returns the meaning of `default` in a variable, parameter, or input: that of its name, as in `variable "zones" {`.
   */
  #meaningOfDefault(): KeyMeaning | undefined {
    const { header, list, parent } = this.#block
    const type = header.length > 1 ? header[0] : parent?.header.at(-1)
    if (list || !/^(?:variables?|parameters|inputs|config|feature)$/i.test(type ?? ''))
      return undefined
    const meaning = meaningOfKey(header.at(-1) ?? '')
    return meaning?.kind && meaning
  }

  /** Returns the meaning of `value`: that of the `name` beside it (`name: zone`), else that of the key of the map. */
  #meaningOfValue(meaning: KeyMeaning): KeyMeaning | undefined {
    this.#meaningByName ??= this.#readMeaningByName()
    if (!this.#meaningByName.hasName) return this.meaning
    const { named } = this.#meaningByName
    if (!named) return undefined
    const { kind, isIdKey, isNameKey, mayHaveZones, cloud } = named
    const takesOneValue = named.takesOneValue && meaning.takesOneValue
    const isAmbiguousKey = kind === 'zone' || named.isAmbiguousKey
    return {
      ...meaning,
      kind,
      isAmbiguousKey,
      isIdKey,
      isNameKey,
      takesOneValue,
      mayHaveZones,
      cloud,
    }
  }

  /** Reads what a `name` or `key` in the block, such as `name: zone`, says of the `value` beside it. */
  #readMeaningByName(): MeaningByName {
    const names = [...this.#block.values].filter(([key]) => meaningOfKey(key)?.role === 'name')
    if (names.length === 0) return { hasName: false, named: undefined }
    const [name] = names.flatMap(([, values]) => values.filter(({ list }) => !list))
    const text = name?.text ?? ''
    const meaning = isObjectStorageWord(text) ? undefined : meaningOfKey(text)
    // A name such as `env-prop-1` has the form of a region that is a key, but is the key of nothing.
    const isOfPlaces = meaning && !meaning.hasZonesAsKeys && meaning.zonesOf === undefined
    return { hasName: true, named: isOfPlaces && meaning.kind ? meaning : undefined }
  }

  /**
   * Returns the meaning of a key by the map that it is in. Each key such as `prod` in `zones: { prod: [a, b] }` has zones;
   * keys such as `primary` in `regions: { primary: a }` have regions.
   */
  #inheritedMeaning(key: string): KeyMeaning | undefined {
    const { meaning } = this
    if (meaning?.kind === 'region') return this.#meaningInRegions(key, meaning)
    const isOfZones = meaning?.kind === 'zone' && !meaning.hasZonesAsKeys && !meaning.isInherited
    // In CloudFormation, `Fn::Select` has a number that selects a zone.
    if (!isOfZones || descriptionKey.test(key) || key.startsWith('Fn::')) return undefined
    this.#isByPlace ??= this.#block.keys.some(({ text }) => namesAnyPlace(text))
    const isQualifiedKey = meaning.isQualifiedKey === true || this.#isByPlace
    const inherited = { ...meaning, isAmbiguousKey: true, isInherited: true, isQualifiedKey }
    if (meaning.zonesOf !== undefined) return inherited
    if (describedBlock.test(this.#block.parent?.header.at(-1) ?? '')) return undefined
    // The map under `zones` may describe a zone by other facts than its name.
    if (!meaning.isAmbiguousKey) return inherited
    return meaning.takesOneValue ? undefined : { ...inherited, zonesOf: '' }
  }

  /** Returns the meaning of a key such as `primary` if the block is the map of `regions: { primary: a }`. */
  #meaningInRegions(key: string, meaning: KeyMeaning): KeyMeaning | undefined {
    if (meaning.takesOneValue || meaning.isInherited || this.#isDescription) return undefined
    const isOther = descriptionKey.test(key) || namesOtherThings(key) || key.startsWith('Fn::')
    const { kind, zonesOf } = meaningOfKey(key) ?? {}
    // The values of `{ us-east-1: a }` are what there is in the region.
    if (isOther || zonesOf !== undefined) return undefined
    const hasOtherValues = kind !== 'region' && !isKeyInRegionMap(key)
    return {
      ...meaning,
      isInherited: true,
      isQualifiedKey: true,
      mayHaveZones: true,
      hasOtherValues,
    }
  }

  /** True in a map that describes values, as in a schema. The inputs of Terragrunt are values themselves. */
  get #isDescription(): boolean {
    const blockAround = this.#block.parent?.header.at(-1) ?? ''
    if (blockAround === 'inputs') return this.#block.values.has('type')
    return describedBlock.test(blockAround)
  }
}

/** Returns whether a block itself, whatever is around it, is for the Domain Name System. */
export function isBlockOfDns(block: Block): boolean {
  return block.header.some(isDnsWord) || isDnsWord(literalOfKey(block, 'kind') ?? '')
}

/** What the `name` in a block says of the `value` beside it: the meaning of `named`, as of a key. */
interface MeaningByName {
  readonly hasName: boolean
  readonly named: KeyMeaning | undefined
}

/** Keys of a map that describe it, as in `zones = { type = "list" }`, so that their values aren’t zones. */
export const descriptionKey =
  /^(?:type|description|title|format|pattern|enum|name|id|items|properties|required|default|nullable|enabled|sensitive|count|x-.*)$/i
const describedBlock = /^(?:variable|parameters|properties|inputs|outputs?|labels|tags)$/i

/** Returns whether a block is `vpc.subnets.private` or `vpc.subnets.public` of eksctl, whose keys are zones. */
function isSubnetsOfEksctl({ header, parent }: Block): boolean {
  const [key] = header
  if (key !== 'private' && key !== 'public') return false
  return parent?.header[0] === 'subnets' && parent.parent?.header[0] === 'vpc'
}
