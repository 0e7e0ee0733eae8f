import type { InstanceType } from '../api/accountSchemas.ts'
import type { Zone } from '../api/client.ts'
import type { List } from '../api/list.ts'
import type { Block } from '../syntax/blocks.ts'
import type { ZoneReference } from '../syntax/zoneReferences.ts'
import type { Refusal } from '../cloud/refusals.ts'
import type { Result } from '../cache/results.ts'
import type { RegionZones } from './regions.ts'

/** A text, with what is read in it. */
export interface CheckedText {
  readonly text: string
  readonly isHcl: boolean
  /** The references to zones and regions, in order. */
  readonly references: readonly ZoneReference[]
  /** Its documents as nested blocks. */
  readonly blocks: readonly Block[]
}

/** What memory has of the account that a text is compared with. */
export interface Evidence {
  readonly provider: string
  /** The region of what names none. */
  readonly region?: string | undefined
  /** The regions that the text names, with their zones if those are in memory. */
  readonly named: readonly RegionZones[]
  /** The regions of the account; undefined if they aren’t listed completely. */
  readonly listed?: ReadonlySet<string> | undefined
  /** The newest refusal of capacity in a zone. */
  readonly refusalIn?: (region: string) => (zone: string) => Refusal | undefined
  readonly typesOf: (region: string) => Result<List<InstanceType> | undefined> | undefined
}

/** What is found in a text, and by what. */
export interface Judgement {
  readonly findings: readonly Finding[]
  /** The number of zones that were checked. */
  readonly checked: number
  /** True if nothing could be judged because the text names no region, or none for some numbers. */
  readonly isRegionUnknown: boolean
  /** The regions whose instance types matter. */
  readonly typeRegions: readonly string[]
  /** When the oldest list was loaded, in epoch ms; infinite if none was. */
  readonly zonesAt: number
  readonly typesAt: number
}

/** Why a value is reported: it is an unknown or unavailable zone, or doesn’t go with what is beside it. */
export type Problem =
  | {
      readonly problem: 'unknownZone'
      /** The regions searched. */
      readonly regions: readonly string[]
      /** The most similar name in the same region. */
      readonly nearest: string | undefined
    }
  /** Of the region, or of the first zone of it. */
  | { readonly problem: 'unlistedRegion'; readonly region: string }
  | { readonly problem: 'zoneNotAvailable'; readonly zone: Zone }
  /** `types` are the instance types, none of which the cloud has in the zone. */
  | { readonly problem: 'typeNotAvailable'; readonly types: readonly string[] }
  /** Of an event that names the zone. */
  | { readonly problem: 'capacityRefused'; readonly refusal: Refusal }

/** A value that is reported. */
export type Finding = Problem & { readonly reference: ZoneReference }
