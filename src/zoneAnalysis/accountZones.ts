import { isComplete } from '../api/list.ts'
import { underlyingProvider } from '../api/providers.ts'
import { isLocalZone, isOpenToFew, partitionOf, regionOfZone } from '../syntax/zoneNames.ts'
import type { KnownZones } from './knownZones.ts'
import { memoize } from '../cache/memoize.ts'
import { NearestRegions } from './nearestRegions.ts'
import { ComparisonBudget, NearestNames, NearestZones } from './nearestNames.ts'
import { zonesByName, type ListedZone, type RegionZones } from './regionZones.ts'

/** The zones that an account has in the regions that a text names, indexed by name and region. */
export class AccountZones {
  readonly provider: string
  /** The provider whose accounts, regions, and zones `provider` uses. */
  readonly cloud: string
  /** The names of the regions that the text names. */
  readonly regions: readonly string[]
  /** The names of the regions that the text names, and of all others that the account is known to have. */
  readonly allRegions: ReadonlySet<string>
  /** Finds the regions of the account that misspelled names mean. */
  readonly nearestRegions: NearestRegions
  /** True if the account has any zone in these regions. */
  readonly hasZones: boolean
  /** Returns the names and IDs of the zones in a region; without a region, of those in all regions. */
  readonly zoneNamesIn: (region: string | undefined) => NearestNames
  /** Finds the zones that misspelled names mean in a region; without a region, in each of the regions. */
  readonly nearestZonesIn: (region: string | undefined) => NearestZones
  /** True if the lists of zones of all these regions are cached and complete. */
  readonly hasOnlyCompleteZones: boolean
  /** Returns whether a region has a Local Zone; without a region, whether any region has one. */
  readonly hasLocalZones: (region: string | undefined) => boolean
  /**
   * Returns whether no region has a zone, as far as lists of zones are cached; false if none is, or if one isn’t
   * complete.
   */
  readonly lacksZoneEverywhere: (name: string) => boolean
  readonly #lists: ReadonlyMap<string, RegionZones>
  readonly #byName: ReadonlyMap<string, readonly ListedZone[]>
  readonly #regionNames: ReadonlySet<string>
  readonly #listedRegions: ReadonlySet<string> | undefined
  /** The partitions of AWS or Azure that the listed regions are in. */
  readonly #listedPartitions: ReadonlySet<string>

  constructor({ provider, regions: lists, listedRegions, listAllRegions }: KnownZones) {
    this.provider = provider
    this.cloud = underlyingProvider(provider)
    this.#lists = new Map(lists.map((list) => [list.region, list]))
    this.regions = [...this.#lists.keys()]
    this.#regionNames = new Set(this.regions)
    this.#listedRegions = listedRegions
    this.#listedPartitions = new Set([...(listedRegions ?? [])].map(partitionOf))
    this.#byName = zonesByName(lists)
    this.allRegions = new Set([...this.regions, ...(listedRegions ?? [])])
    this.hasZones = this.#byName.size > 0
    this.hasOnlyCompleteZones = lists.every(({ zones }) => isComplete(zones))
    const budget = new ComparisonBudget()
    const listsByRegion = Map.groupBy(lists, ({ region }) => region)
    const namesIn = memoize((region: string | undefined) => {
      return namesAndIds(region === undefined ? lists : (listsByRegion.get(region) ?? []))
    })
    this.nearestRegions = new NearestRegions(this.allRegions, budget)
    this.zoneNamesIn = memoize((region) => new NearestNames(namesIn(region), budget))
    this.nearestZonesIn = memoize((searched) => {
      const regions = searched === undefined ? this.regions : [searched]
      const listNames = () => regions.map((region) => this.zoneNamesIn(region))
      return new NearestZones(listNames, budget)
    })
    this.lacksZoneEverywhere = memoize((name) => {
      const allLists = listAllRegions?.().filter(({ zones }) => zones?.items.length !== 0) ?? []
      return allLists.length > 0 && allLists.every(({ zones }) => lacksZone(zones, name))
    })
    this.hasLocalZones = memoize((region) => [...namesIn(region)].some(isLocalZone))
  }

  /** Returns the zones with a name or ID. There may be several: another region may list the same name, such as `1`. */
  zonesNamed(name: string): readonly ListedZone[] {
    return this.#byName.get(name) ?? []
  }

  /** Returns whether the text names a region. */
  hasRegion(name: string): boolean {
    return this.#regionNames.has(name)
  }

  /** Returns the region, among those that the text names, that a zone’s name begins with. */
  regionOf(zone: string): string | undefined {
    return regionOfZone(zone, this.#regionNames)
  }

  /** Returns whether the list of a region’s zones is cached and complete. */
  hasCompleteZones(region: string): boolean {
    return isComplete(this.#lists.get(region)?.zones)
  }

  /** Returns whether the list of a region’s zones is cached and empty, as for some regions of Azure. */
  hasNoZones(region: string): boolean {
    return this.#lists.get(region)?.zones?.items.length === 0
  }

  /** Returns the region of the account that a name differs from only by hyphens: `us-east-1` for `us-east1`. */
  regionSpelledLike(name: string): string | undefined {
    return this.nearestRegions.findByLetters(name)
  }

  /** Returns whether a region is missing in the complete list of the account’s regions; false if that isn’t cached. */
  lacksRegion(region: string): boolean {
    return this.#listedRegions?.has(region) === false
  }

  /**
   * Returns whether a region is missing in the complete list of the account’s regions, although the list has other
   * regions of its partition. A region of another partition, such as `us-gov`, is never in the list, because the
   * account can’t have it: the code is for another account then.
   */
  lacksRegionOfPartition(region: string): boolean {
    if (!this.#listedRegions || this.#listedRegions.has(region)) return false
    if (isOpenToFew(region)) return false
    return this.#listedPartitions.has(partitionOf(region))
  }
}

/** Returns whether a list of zones is complete and hasn’t a zone. */
function lacksZone(zones: RegionZones['zones'], zone: string): boolean {
  return isComplete(zones) && zones?.items.every(({ name }) => name !== zone) === true
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
