import { isComplete } from '../api/list.ts'
import { underlyingProvider } from '../api/providers.ts'
import { partitionOf } from '../syntax/zoneNames.ts'
import type { KnownZones } from './knownZones.ts'
import { memoize } from './memoize.ts'
import { zonesByName, type ListedZone, type RegionZones } from './regionZones.ts'

/** The zones of an account in the regions that a text names, prepared for look-ups. */
export class AccountZones {
  readonly provider: string
  /** The provider whose accounts, regions, and zones `provider` uses. */
  readonly cloud: string
  /** The names of the regions that the text names. */
  readonly regions: readonly string[]
  /** True if some zones have IDs: without any, no ID can be told to be wrong. */
  readonly hasIds: boolean
  /** True if the account has any zone in these regions. */
  readonly hasZones: boolean
  /** Returns the names and IDs of the zones of a region, or of all regions. */
  readonly namesIn: (region: string | undefined) => ReadonlySet<string>
  readonly #lists: ReadonlyMap<string, RegionZones>
  readonly #byName: ReadonlyMap<string, readonly ListedZone[]>
  readonly #byNameWithoutHyphens: ReadonlyMap<string, string>
  readonly #listedRegions: ReadonlySet<string> | undefined

  constructor({ provider, regions: lists, listedRegions }: KnownZones) {
    this.provider = provider
    this.cloud = underlyingProvider(provider)
    this.#lists = new Map(lists.map((list) => [list.region, list]))
    this.regions = [...this.#lists.keys()]
    this.#listedRegions = listedRegions
    this.#byName = zonesByName(lists)
    this.#byNameWithoutHyphens = new Map(
      this.regions.map((region) => [withoutHyphens(region), region]),
    )
    this.hasIds = lists.some(({ zones }) => {
      return zones?.items.some(({ zoneId }) => zoneId !== undefined)
    })
    this.hasZones = this.#byName.size > 0
    this.namesIn = memoize((region) => {
      const searched = lists.filter((list) => region === undefined || list.region === region)
      return namesAndIds(searched)
    })
  }

  /** Returns the listed zones that code refers to by a name; several, if lists of several regions have it. */
  zonesNamed(name: string): readonly ListedZone[] {
    return this.#byName.get(name) ?? []
  }

  /** Returns whether all zones of a region are known. */
  isComplete(region: string): boolean {
    return isComplete(this.#lists.get(region)?.zones)
  }

  /** Returns whether a region is known to have no zones. */
  isEmpty(region: string): boolean {
    return this.#lists.get(region)?.zones?.items.length === 0
  }

  /** Returns the region that the text names that is spelled like another name, but for hyphens. */
  regionSpelledLike(name: string): string | undefined {
    return this.#byNameWithoutHyphens.get(withoutHyphens(name))
  }

  /** Returns whether the account’s regions are listed completely, without a region. */
  lacksRegion(region: string): boolean {
    return this.#listedRegions?.has(region) === false
  }

  /**
   * Returns whether the account lacks a region in a partition of the cloud where it has others. In other partitions, such
   * as `us-gov`, there are only other accounts.
   */
  lacksRegionOfPartition(region: string): boolean {
    if (!this.#listedRegions || this.#listedRegions.has(region)) return false
    return [...this.#listedRegions].some((listed) => partitionOf(listed) === partitionOf(region))
  }
}

function namesAndIds(lists: readonly RegionZones[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { zones } of lists) {
    for (const { name, zoneId = name } of zones?.items ?? []) {
      names.add(name)
      names.add(zoneId)
    }
  }
  return names
}

function withoutHyphens(text: string): string {
  return text.replaceAll('-', '')
}
