import { literalOfKey, type Block, type BlockValue } from './blocks.ts'
import {
  createRegionReader,
  unknownRegion,
  type RegionCloud,
  type RegionReader,
} from './regionReaders.ts'

export type { RegionCloud }

/** The number of references that are followed to a literal. References that refer to each other have no end. */
export const maxReferenceSteps = 5

/** Finds the regions of a cloud that the blocks of a file are in. */
export class FileRegions {
  readonly #documents: readonly Block[]
  readonly #reader: RegionReader
  /** The region that holds for all blocks that name none. It is read once: a file may have thousands of documents. */
  #fileWide: { readonly region: string | undefined } | undefined
  #terraformValues: ReadonlyMap<string, readonly BlockValue[]> | undefined
  /** The results of {@link regionOf}. */
  readonly #regions = new Map<Block, string | undefined>()

  constructor(documents: readonly Block[], cloud: RegionCloud) {
    this.#documents = documents
    this.#reader = createRegionReader(cloud)
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
    const values = this.#reader.regionsIn(block)
    if (values.length > 0) return this.#singleRegion(values)
    if (this.#reader.mayBeElsewhere(block)) return undefined
    if (block.parent) return this.regionOf(block.parent)
    this.#fileWide ??= {
      region: this.#singleRegion(findFileWideRegions(this.#documents, this.#reader)),
    }
    return this.#fileWide.region
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
   * Returns the value that a reference of Terraform refers to, which may be a reference itself; the given value if it
   * is no reference to a single value.
   */
  #resolve(value: BlockValue): BlockValue {
    this.#terraformValues ??= readTerraformValues(this.#documents)
    let resolved = value
    for (let step = 0; step < maxReferenceSteps && resolved.kind === 'reference'; step++) {
      const values = this.#terraformValues.get(resolved.text) ?? []
      if (values.length !== 1) return resolved
      resolved = values[0]!
    }
    return resolved
  }
}

/**
 * Returns the values that references of Terraform refer to, by the reference: `local.zone`,
 * `azurerm_subnet.a.location`.
 */
function readTerraformValues(documents: readonly Block[]): Map<string, readonly BlockValue[]> {
  const byReference = new Map<string, readonly BlockValue[]>()
  for (const block of documents.flatMap(({ children }) => children)) {
    const [type = '', ...labels] = block.header
    const address = type === 'locals' ? 'local' : labels.join('.')
    if (type !== 'locals' && (type !== 'resource' || address === '')) continue
    for (const [key, values] of block.values) byReference.set(`${address}.${key}`, values)
  }
  return byReference
}

/** Returns the regions named in clusters, providers, and the like: they hold for all blocks that name no region. */
function findFileWideRegions(documents: readonly Block[], reader: RegionReader): BlockValue[] {
  const regions: BlockValue[] = []
  for (const document of documents) addBlock(document, document)
  return regions

  /** Adds the regions of a block and its children. `document` is the one that they are in. */
  function addBlock(block: Block, document: Block): void {
    const isManifest = literalOfKey(document, 'kind') !== undefined
    if (reader.hasFileWideRegion(block, document))
      for (const region of reader.regionsIn(block)) regions.push(region)
    if (reader.takesRegionFromElsewhere(block)) regions.push(unknownRegion)
    for (const child of block.children) {
      const isOfFile = !isManifest || !reader.mayBeElsewhere(child)
      if (isOfFile) addBlock(child, document)
    }
  }
}
