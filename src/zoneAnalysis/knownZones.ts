import type { InstanceType } from '../api/accountSchemas.ts'
import type { List } from '../api/list.ts'
import type { Result } from '../cache/results.ts'
import type { CapacityRefusal } from '../cloud/capacityRefusals.ts'
import type { Block } from '../syntax/blocks.ts'
import type { ZoneReference } from '../syntax/zoneReferences.ts'
import type { RegionZones } from './regionZones.ts'

/** A text to check, with the blocks and references that were read in it. */
export interface CheckedText {
  readonly text: string
  readonly isHcl: boolean
  /** The references to zones and regions, in the order of the text. */
  readonly references: readonly ZoneReference[]
  /** The documents of the text as nested blocks. */
  readonly blocks: readonly Block[]
}

/** What is cached about the account that a text is checked against. */
export interface KnownZones {
  readonly provider: string
  /** The region that zones are taken to be in if the blocks around them name none. */
  readonly defaultRegion?: string | undefined
  /** The regions that the text names, with their zones if those are cached. */
  readonly regions: readonly RegionZones[]
  /** The names of the account’s regions; undefined if they aren’t listed completely. */
  readonly listedRegions?: ReadonlySet<string> | undefined
  /** Returns the cached lists of the account’s zones in all regions, whether the text names them or not. */
  readonly listAllRegions?: () => readonly RegionZones[]
  /** Creates a function that returns the newest refusal of capacity in a zone of the region. */
  readonly createRefusalFinder?: (region: string) => (zone: string) => CapacityRefusal | undefined
  /** Returns the instance types that are cached for a region. */
  readonly instanceTypesIn: (region: string) => Result<List<InstanceType> | undefined> | undefined
}
