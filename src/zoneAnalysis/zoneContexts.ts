import { underlyingProvider } from '../api/providers.ts'
import { FileContext, type ContextCloud } from '../syntax/blockContext.ts'
import { blockAt, type Block } from '../syntax/blocks.ts'
import { isZoneNumber, parseZoneName } from '../syntax/zoneNames.ts'
import type { ZoneReference } from '../syntax/zoneReferences.ts'
import type { CheckedText } from './knownZones.ts'

/** The providers whose zones can only be told from the blocks around them. */
const contextClouds: readonly ContextCloud[] = ['azure', 'maas', 'apache-cloudstack']

/** The number of a zone of Azure, whose region is that of its block; undefined if it isn’t known. */
export interface NumberContext {
  readonly region: string | undefined
}

/** What the blocks of a text say of the zones in them, for a provider. */
export class ZoneContexts {
  readonly #blocks: readonly Block[]
  readonly #file: FileContext
  readonly #cloud: ContextCloud | undefined
  /** True if the text names a region, or a zone of a cloud with regions. Only set for a provider of these. */
  readonly #hasRegion: boolean
  /** By the offset of the number. */
  readonly #numbers = new Map<number, NumberContext>()

  /** `defaultRegion` is the region of numbers in blocks that name none. */
  constructor(
    { blocks, references }: Pick<CheckedText, 'blocks' | 'references'>,
    provider: string,
    defaultRegion?: string,
  ) {
    this.#blocks = blocks
    this.#file = new FileContext(blocks)
    this.#cloud = contextClouds.find((cloud) => cloud === underlyingProvider(provider))
    this.#hasRegion = this.#cloud !== undefined && references.some(impliesRegion)
    if (this.#cloud !== 'azure') return
    for (const reference of references) {
      const context = this.#readNumber(reference, defaultRegion)
      if (context) this.#numbers.set(reference.start, context)
    }
  }

  /** True if there is a number of a zone whose region isn’t known. */
  get hasNumberWithoutRegion(): boolean {
    return [...this.#numbers.values()].some(({ region }) => region === undefined)
  }

  /** Returns the context of a number of Azure; undefined for other zones, and for other providers. */
  numberContext({ start }: ZoneReference): NumberContext | undefined {
    return this.#numbers.get(start)
  }

  /**
   * Returns whether a zone is in a block for the account’s provider. Where the blocks around the zone name no cloud and
   * no kind of cluster, the zone counts as the provider’s, unless the file names regions: then it is for another provider.
   */
  isForProvider({ start }: ZoneReference): boolean {
    const block = this.#cloud && blockAt(this.#blocks, start)
    if (!this.#cloud || !block) return false
    const relation = this.#file.contextOf(block).relationTo(this.#cloud)
    return relation === 'same' || (relation === 'unknown' && !this.#hasRegion)
  }

  /** Returns the name of a zone in the lists of all regions; undefined for a number whose region isn’t known. */
  nameInLists(reference: ZoneReference): string | undefined {
    const context = this.numberContext(reference)
    if (!context) return reference.value
    return context.region === undefined ? undefined : `${context.region}-${reference.value}`
  }

  #readNumber(
    { kind, value, start }: ZoneReference,
    defaultRegion: string | undefined,
  ): NumberContext | undefined {
    const isNumberOrPosition = value === '' || isZoneNumber(value)
    const block = kind === 'zone' && isNumberOrPosition ? blockAt(this.#blocks, start) : undefined
    if (!block) return undefined
    return { region: this.#file.contextOf(block).azureRegion ?? defaultRegion }
  }
}

/** Returns whether a reference is a region, or has the form of a zone of a cloud with regions. */
function impliesRegion({ kind, value }: ZoneReference): boolean {
  return kind === 'region' || parseZoneName(value) !== undefined
}
