import type { InstanceType } from '../api/accountSchemas.ts'
import type { List } from '../api/list.ts'
import type { Result } from '../cache/results.ts'
import type { Refusal } from '../cloud/refusals.ts'
import type { Block } from '../syntax/blocks.ts'
import type { ZoneReference } from '../syntax/zoneReferences.ts'
import type { RegionZones } from './regionZones.ts'

/** A text to check, with what is read in it. */
export interface CheckedText {
  readonly text: string
  readonly isHcl: boolean
  /** The references to zones and regions, in order. */
  readonly references: readonly ZoneReference[]
  /** Its documents as nested blocks. */
  readonly blocks: readonly Block[]
}

/** What is cached about the account that a text is checked against. */
export interface KnownZones {
  readonly provider: string
  /** The region of zones in blocks that name no region. */
  readonly defaultRegion?: string | undefined
  /** The regions that the text names, with their zones if those are cached. */
  readonly regions: readonly RegionZones[]
  /** The names of the account’s regions; undefined if they aren’t listed completely. */
  readonly listedRegions?: ReadonlySet<string> | undefined
  /** Returns a function for the newest refusal of capacity in a zone. */
  readonly refusalIn?: (region: string) => (zone: string) => Refusal | undefined
  readonly typesOf: (region: string) => Result<List<InstanceType> | undefined> | undefined
}
