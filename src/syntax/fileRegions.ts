import { textIn, type Block, type BlockValue } from './blocks.ts'
import { meaningOfKey } from './keyMeanings.ts'
import { parseRegionName } from './zoneNames.ts'

/** The regions of Azure that the blocks of a file are in. */
export class FileRegions {
  /** The regions that a block names. */
  readonly #byBlock = new Map<Block, readonly BlockValue[]>()
  /** The regions of clusters, of resource groups, and of locals: those of blocks without a region of their own. */
  readonly #fileWide: BlockValue[] = []
  /** The local values and arguments of Terraform, by the references to them. */
  readonly #terraformValues = new Map<string, readonly BlockValue[]>()
  readonly #regions = new Map<Block, string | undefined>()

  constructor(documents: readonly Block[]) {
    for (const document of documents) this.#addBlock(document, textIn(document, 'kind') ?? '')
  }

  /** Returns the region in a block, or in the nearest block around it that names any; undefined unless it is known. */
  azureRegionOf(block: Block): string | undefined {
    if (this.#regions.has(block)) return this.#regions.get(block)
    const values = this.#byBlock.get(block)
    const region =
      values || !block.parent
        ? this.#singleRegion(values ?? this.#fileWide)
        : this.azureRegionOf(block.parent)
    this.#regions.set(block, region)
    return region
  }

  /** Adds a block and those in it; `kind` is that of the document, as in Kubernetes. */
  #addBlock(block: Block, kind: string): void {
    const regions = regionsIn(block)
    if (regions.length > 0) this.#byBlock.set(block, regions)
    if (isFileWide(block, kind)) this.#fileWide.push(...regions)
    if (isRegionElsewhere(block)) this.#fileWide.push(unknownRegion)
    this.#addTerraformValues(block)
    for (const child of block.children) this.#addBlock(child, kind)
  }

  #addTerraformValues(block: Block): void {
    const [type = '', ...labels] = block.head
    if (!isTopLevel(block)) return
    const address = type === 'locals' ? 'local' : labels.join('.')
    if (type !== 'locals' && (type !== 'resource' || address === '')) return
    for (const [key, values] of block.values) {
      this.#terraformValues.set(`${address}.${key}`, values)
    }
  }

  /** Returns the region that all values name; undefined if one isn’t literal, and for several regions. */
  #singleRegion(values: readonly BlockValue[]): string | undefined {
    const regions = new Set(values.map((value) => this.#nameOf(value)))
    return regions.size === 1 ? [...regions][0] : undefined
  }

  /** Returns the name of a region; undefined unless it is literal, or refers to a literal. */
  #nameOf(value: BlockValue): string | undefined {
    const { kind, text } = this.#resolve(value)
    if (kind !== 'text' || !/^[\w -]+$/.test(text)) return undefined
    // Terraform also takes regions by their titles, such as “West Europe”.
    return text.replaceAll(' ', '').toLowerCase()
  }

  /** Returns the value that a reference of Terraform refers to, if there is one; else the value itself. */
  #resolve(value: BlockValue): BlockValue {
    if (value.kind !== 'reference') return value
    const values = this.#terraformValues.get(value.text) ?? []
    return values.length === 1 ? values[0]! : value
  }
}

const unknownRegion: BlockValue = { text: '', start: 0, end: 0, kind: 'other' }
const fileWideType = /resource_?group|control_?plane|cluster(?!.*pool)/i

/** Returns whether the regions of a block are those of the whole file: of a cluster, a resource group, or locals. */
function isFileWide(block: Block, kind: string): boolean {
  const [type = '', label = ''] = block.head
  if (type === 'locals' && isTopLevel(block)) return true
  return fileWideType.test(type === 'resource' ? label : kind)
}

/** Returns whether a block takes a region from elsewhere: a cluster that exists already, or a variable. */
function isRegionElsewhere({ head }: Block): boolean {
  const [type = '', label = ''] = head
  if (type === 'data') return label.includes('cluster')
  return type === 'variable' && isRegionKey(label)
}

function isTopLevel({ parent }: Block): boolean {
  return parent?.parent === undefined
}

/** Returns the regions of a block; of a block with labels in HCL, else those of the blocks in it. */
function regionsIn(block: Block): BlockValue[] {
  const regions = regionValues(block)
  const hasLabels = block.head.length > 1
  return regions.length === 0 && hasLabels ? block.children.flatMap(regionValues) : regions
}

/** Returns the values of a block’s region keys. Regions of other clouds may stand beside those of Azure. */
function regionValues({ values }: Block): BlockValue[] {
  const regions = [...values].flatMap(([key, ofKey]) => (isRegionKey(key) ? ofKey : []))
  return regions.filter(({ kind, text }) => kind !== 'text' || parseRegionName(text) === undefined)
}

function isRegionKey(key: string): boolean {
  return meaningOfKey(key)?.kind === 'region'
}
