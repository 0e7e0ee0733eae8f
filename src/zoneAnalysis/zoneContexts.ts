import { underlyingProvider } from '../api/providers.ts'
import { FileContext } from '../syntax/blockContext.ts'
import { BlockFinder, type Block } from '../syntax/blocks.ts'
import { isForServiceLikeS3, isOfS3, type ContextCloud } from '../syntax/cloudRelations.ts'
import { meaningOfKey } from '../syntax/keyMeanings.ts'
import { isZoneNumber, parseZoneName } from '../syntax/zoneNames.ts'
import type { ZoneReference } from '../syntax/zoneReferences.ts'
import type { CheckedText } from './knownZones.ts'
import { memoize } from '../cache/memoize.ts'

/** The providers whose zones can’t be recognized by their names, but only by the blocks around them. */
const contextClouds: readonly ContextCloud[] = ['azure', 'maas', 'apache-cloudstack']

/** The providers whose zones have names that begin with a region, so that they can be compared with a region beside. */
const namedClouds = ['aws', 'gcp'] as const

/** What the blocks around a reference say of the provider’s cloud: that they are for it, for another, or nothing. */
export type RelationToCloud = 'same' | 'other' | 'unknown'

/** What the blocks around a number say about it, if the number stands for a zone of Azure. */
export interface NumberContext {
  /** The region that the block around the number names, else the default region; undefined if neither is known. */
  readonly region: string | undefined
}

/**
 * Tells which zones of a text are for a provider, and in which region of Azure a number is, by the blocks around them.
 */
export class ZoneContexts {
  readonly #blocks: BlockFinder
  readonly #file: FileContext
  readonly #cloud: ContextCloud | undefined
  readonly #namedCloud: 'aws' | 'gcp' | undefined
  /**
   * True if the text names a region, or a zone in a region. Always false for a provider that isn’t in `contextClouds`.
   */
  readonly #hasRegion: boolean
  /** Cached, because a block may have thousands of regions, and each lookup reads all values of the block. */
  readonly #isForServiceLikeS3 = memoize(isForServiceLikeS3)
  readonly #references: readonly ZoneReference[]
  readonly #defaultRegion: string | undefined
  readonly #numberContext = memoize((reference: ZoneReference) =>
    this.#readNumberContext(reference),
  )

  /** `defaultRegion` is the region of Azure that numbers are in if the blocks around them name none. */
  constructor(
    { blocks, references }: Pick<CheckedText, 'blocks' | 'references'>,
    provider: string,
    defaultRegion?: string,
  ) {
    this.#blocks = new BlockFinder(blocks)
    this.#file = new FileContext(blocks)
    this.#cloud = contextClouds.find((cloud) => cloud === underlyingProvider(provider))
    this.#namedCloud = namedClouds.find((cloud) => cloud === underlyingProvider(provider))
    this.#hasRegion = this.#cloud !== undefined && references.some(impliesRegion)
    this.#references = references
    this.#defaultRegion = defaultRegion
  }

  /** True if a number in the text stands for a zone of Azure, and the region of this zone isn’t known. */
  get hasNumberWithoutRegion(): boolean {
    return this.#references.some((reference) => {
      const context = this.numberContext(reference)
      return context !== undefined && context.region === undefined
    })
  }

  /**
   * Returns in which region a zone is that is written as a number, as zones of Azure are (`1`). Undefined for a zone
   * that is written as a name, and for providers other than Azure.
   */
  numberContext(reference: ZoneReference): NumberContext | undefined {
    return this.#cloud === 'azure' ? this.#numberContext(reference) : undefined
  }

  /**
   * Returns whether a zone is in code for the provider, which is Azure, MAAS, or CloudStack; false for all other
   * providers. If the blocks around the zone don’t tell a cloud, the code counts as the provider’s, unless the file
   * names regions: then it is for another cloud.
   */
  isForProvider(reference: ZoneReference): boolean {
    const block = this.#cloud && this.blockOf(reference)
    if (!this.#cloud || !block) return false
    const relation = this.#file.contextOf(block).relationTo(this.#cloud)
    return relation === 'same' || (relation === 'unknown' && !this.#hasRegion)
  }

  /**
   * Returns what the blocks around a reference say of the provider’s cloud. For a region, and for a zone of AWS or
   * Google Cloud, a block of a kind that is of no cloud says nothing.
   */
  relationOf(reference: ZoneReference): RelationToCloud {
    const cloud = this.#namedCloud ?? this.#cloud
    const block = this.blockOf(reference)
    if (!block || !cloud) return 'unknown'
    // The key is nearer than the block: code for a cloud also configures its connections to others.
    if (reference.cloud !== undefined && reference.cloud !== cloud) return 'other'
    if (this.#cloud && reference.kind === 'zone') {
      return this.#file.contextOf(block).relationTo(this.#cloud)
    }
    const isStorage = reference.kind === 'region' && this.#isForOtherStorage(block)
    const relation = isStorage ? 'other' : this.#file.relationsTo(cloud).nearest(block)
    return relation === 'kind' ? 'unknown' : relation
  }

  /**
   * Returns the region of AWS or Google Cloud that the block around a zone, or the nearest around that, names as a
   * literal. Undefined if that isn’t certain, and for other providers.
   */
  regionBeside(reference: ZoneReference): string | undefined {
    if (!this.#namedCloud || reference.isQualifiedKey) return undefined
    const block = this.blockOf(reference)
    return block && this.#file.regionsOf(this.#namedCloud).regionOf(block)
  }

  /** Returns the name under which a zone is in the lists of zones; undefined for a number whose region isn’t known. */
  nameInRegionLists(reference: ZoneReference): string | undefined {
    const context = this.numberContext(reference)
    if (!context) return reference.value
    return context.region === undefined ? undefined : `${context.region}-${reference.value}`
  }

  /** Returns whether a block describes storage by the protocol of S3 that isn’t in a region of the provider’s cloud. */
  #isForOtherStorage(block: Block): boolean {
    const { kind, takesOneValue } = meaningOfKey(block.header[0] ?? '') ?? {}
    const isMapOfRegions = kind === 'region' && takesOneValue === false
    // The variables of a container are a list of names and values.
    const outer = block.list || isMapOfRegions ? block.parent : undefined
    const isForOther =
      this.#isForServiceLikeS3(block) || (outer !== undefined && this.#isForServiceLikeS3(outer))
    if (this.#namedCloud === 'aws') return isForOther
    return this.#namedCloud === 'gcp' && (isOfS3(block) || isForOther)
  }

  /** Returns the innermost block around a reference. */
  blockOf({ start }: ZoneReference): Block | undefined {
    return this.#blocks.blockAt(start)
  }

  #readNumberContext(reference: ZoneReference): NumberContext | undefined {
    const isNumberOrPosition = reference.value === '' || isZoneNumber(reference.value)
    const mayBeNumber = reference.kind === 'zone' && isNumberOrPosition
    const block = mayBeNumber ? this.blockOf(reference) : undefined
    if (!block) return undefined
    return { region: this.#file.regionsOf('azure').regionOf(block) ?? this.#defaultRegion }
  }
}

/** Returns whether a reference is a region, or has the form of a zone of a cloud with regions. */
function impliesRegion({ kind, value }: ZoneReference): boolean {
  return kind === 'region' || parseZoneName(value) !== undefined
}
