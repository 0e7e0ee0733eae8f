import { literalOfKey, type Block, type BlockValue } from './blocks.ts'
import { meaningOfKey } from './keyMeanings.ts'
import { parseRegionName } from './zoneNames.ts'

/** Finds the regions of Azure that the blocks of a file are in. */
export class FileRegions {
  /** The values of the region keys in each block. */
  readonly #byBlock = new Map<Block, readonly BlockValue[]>()
  /** The regions named in clusters, resource groups, and locals: they hold for all blocks that name no region. */
  readonly #fileWide: BlockValue[] = []
  /** The values that references of Terraform refer to, by the reference: `local.zone`, `azurerm_subnet.a.location`. */
  readonly #terraformValues = new Map<string, readonly BlockValue[]>()
  /** The results of {@link azureRegionOf}. */
  readonly #regions = new Map<Block, string | undefined>()

  constructor(documents: readonly Block[]) {
    for (const document of documents) this.#addBlock(document, literalOfKey(document, 'kind') ?? '')
  }

  /**
   * Returns the region that a block is in, such as `westeurope`: the nearest block, from this block outwards, that
   * names a region decides. Undefined if it names several, or none as a literal.
   */
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

  /** Adds the regions of a block and its children. `documentKind` is the `kind` of a manifest of Kubernetes. */
  #addBlock(block: Block, documentKind: string): void {
    const regions = regionsIn(block)
    if (regions.length > 0) this.#byBlock.set(block, regions)
    if (hasFileWideRegion(block, documentKind)) this.#fileWide.push(...regions)
    if (takesRegionFromElsewhere(block)) this.#fileWide.push(unknownRegion)
    this.#addTerraformValues(block)
    for (const child of block.children) this.#addBlock(child, documentKind)
  }

  #addTerraformValues(block: Block): void {
    const [type = '', ...labels] = block.header
    if (!isTopLevel(block)) return
    const address = type === 'locals' ? 'local' : labels.join('.')
    if (type !== 'locals' && (type !== 'resource' || address === '')) return
    for (const [key, values] of block.values) {
      this.#terraformValues.set(`${address}.${key}`, values)
    }
  }

  /** Returns the region that all values name; undefined if they name several, or if a value isn’t a literal. */
  #singleRegion(values: readonly BlockValue[]): string | undefined {
    const regions = new Set(values.map((value) => this.#regionName(value)))
    return regions.size === 1 ? [...regions][0] : undefined
  }

  /** Returns the region that a value names: as a literal, or by a reference to a literal. */
  #regionName(value: BlockValue): string | undefined {
    const { kind, text } = this.#resolve(value)
    if (kind !== 'text' || !/^[\w -]+$/.test(text)) return undefined
    // Terraform also takes regions by their titles, such as “West Europe”.
    return text.replaceAll(' ', '').toLowerCase()
  }

  /**
   * Returns the value that a reference of Terraform refers to; the given value if it is no reference to a single value.
   */
  #resolve(value: BlockValue): BlockValue {
    if (value.kind !== 'reference') return value
    const values = this.#terraformValues.get(value.text) ?? []
    return values.length === 1 ? values[0]! : value
  }
}

const unknownRegion: BlockValue = { text: '', start: 0, end: 0, kind: 'other' }
/** Such as `azurerm_resource_group`, `azurerm_kubernetes_cluster`, or `AzureManagedControlPlane`, but no node pool. */
const fileWideType = /resource_?group|control_?plane|cluster(?!.*pool)/i

/** Returns whether the regions in a block hold for the whole file: in a cluster, a resource group, or locals. */
function hasFileWideRegion(block: Block, documentKind: string): boolean {
  const [type = '', label = ''] = block.header
  if (type === 'locals' && isTopLevel(block)) return true
  return fileWideType.test(type === 'resource' ? label : documentKind)
}

/** Returns whether a block stands for a region that isn’t in the file: `data "…_cluster"`, or `variable "region"`. */
function takesRegionFromElsewhere({ header }: Block): boolean {
  const [type = '', label = ''] = header
  if (type === 'data') return label.includes('cluster')
  return type === 'variable' && isRegionKey(label)
}

function isTopLevel({ parent }: Block): boolean {
  return parent?.parent === undefined
}

/** Returns the regions in a block. If a resource of HCL has none, those in its nested blocks count. */
function regionsIn(block: Block): BlockValue[] {
  const regions = regionValues(block)
  const hasLabels = block.header.length > 1
  return regions.length === 0 && hasLabels ? block.children.flatMap(regionValues) : regions
}

/**
 * Returns the values of a block’s region keys, but no names that have the form of another cloud, such as `us-east-1`.
 */
function regionValues({ values }: Block): BlockValue[] {
  const regions = [...values].flatMap(([key, valuesOfKey]) => (isRegionKey(key) ? valuesOfKey : []))
  return regions.filter(({ kind, text }) => kind !== 'text' || parseRegionName(text) === undefined)
}

function isRegionKey(key: string): boolean {
  return meaningOfKey(key)?.kind === 'region'
}
