import { literalOfKey, type Block, type BlockValue } from './blocks.ts'
import {
  createRegionReader,
  isTopLevel,
  unknownRegion,
  type RegionCloud,
  type RegionReader,
} from './regionReaders.ts'

export type { RegionCloud }

/** Finds the regions of a cloud that the blocks of a file are in. */
export class FileRegions {
  readonly #reader: RegionReader
  /** The values of the region keys in each block. */
  readonly #byBlock = new Map<Block, readonly BlockValue[]>()
  /** The regions named in clusters, providers, and the like: they hold for all blocks that name no region. */
  readonly #fileWide: BlockValue[] = []
  /** The values that references of Terraform refer to, by the reference: `local.zone`, `azurerm_subnet.a.location`. */
  readonly #terraformValues = new Map<string, readonly BlockValue[]>()
  /** The results of {@link regionOf}. */
  readonly #regions = new Map<Block, string | undefined>()

  constructor(documents: readonly Block[], cloud: RegionCloud) {
    this.#reader = createRegionReader(cloud)
    for (const document of documents) this.#addBlock(document, literalOfKey(document, 'kind') ?? '')
  }

  /**
   * Returns the region that a block is in, such as `westeurope`: the nearest block, from this block outwards, that
   * names a region decides. Undefined if it names several, or none as a literal; and in a block such as `backup`, which
   * is for another region than the blocks around it.
   */
  regionOf(block: Block): string | undefined {
    if (this.#regions.has(block)) return this.#regions.get(block)
    const region = this.#findRegion(block)
    this.#regions.set(block, region)
    return region
  }

  #findRegion(block: Block): string | undefined {
    const values = this.#byBlock.get(block)
    if (values) return this.#singleRegion(values)
    if (this.#reader.mayBeElsewhere(block)) return undefined
    return block.parent ? this.regionOf(block.parent) : this.#singleRegion(this.#fileWide)
  }

  /** Adds the regions of a block and its children. `documentKind` is the `kind` of a manifest of Kubernetes. */
  #addBlock(block: Block, documentKind: string): void {
    const regions = this.#reader.regionsIn(block)
    if (regions.length > 0) this.#byBlock.set(block, regions)
    if (this.#reader.hasFileWideRegion(block, documentKind)) this.#fileWide.push(...regions)
    if (this.#reader.takesRegionFromElsewhere(block)) this.#fileWide.push(unknownRegion)
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
    return kind === 'text' ? this.#reader.regionName(text) : undefined
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
