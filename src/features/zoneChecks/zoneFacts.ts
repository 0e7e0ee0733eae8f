import type { Zone } from '../../api/client.ts'
import { isComplete } from '../../api/list.ts'
import { hasRegions, underlyingProvider } from '../../api/providers.ts'
import type { Clouds } from '../../cloud/clouds.ts'
import type { CapacityRefusal, CapacityRefusals } from '../../cloud/capacityRefusals.ts'
import type { Connection } from '../../connections/connection.ts'
import type { CodeFile } from '../../documents/codeFile.ts'
import type { RegionRef } from '../../model/refs.ts'
import type { ZoneReference } from '../../syntax/zoneReferences.ts'
import { memoize } from '../../cache/memoize.ts'
import { findNamedRegions } from '../../zoneAnalysis/namedRegions.ts'
import { zonesByName } from '../../zoneAnalysis/regionZones.ts'
import { ZoneContexts } from '../../zoneAnalysis/zoneContexts.ts'
import { latestLists, type CachedList } from './cachedZones.ts'
import { belongsTo, type SelectedAccounts } from '../zones/selectedAccounts.ts'

/** What is cached for an account about the zone of a name. */
export interface ZoneFact extends Pick<CachedList, 'ref' | 'listedAt'> {
  /** Undefined if the account has no zone of that name. */
  readonly zone: Zone | undefined
  readonly refusal?: CapacityRefusal | undefined
}

/** A zone as a file names it, with what is cached about it for each account. */
export interface DescribedZone {
  readonly name: string
  readonly facts: readonly ZoneFact[]
}

/** The zones of cached lists by name: each response leaves all lists but its own as they are. */
const indexes = new WeakMap<CachedList['zones'], ReturnType<typeof zonesByName>>()

function indexZones(list: CachedList): ReturnType<typeof zonesByName> {
  const index = indexes.get(list.zones) ?? zonesByName([list])
  indexes.set(list.zones, index)
  return index
}

/** Cached lists by region, and the regions in which a zone of a name is listed for any account. */
class RegionLists {
  readonly #byRegion: ReadonlyMap<string, readonly CachedList[]>
  /** The regions by the names of their zones. Found once: a file may have hundreds of names, and thousands of lists. */
  #regionsByName: ReadonlyMap<string, readonly string[]> | undefined

  constructor(lists: readonly CachedList[]) {
    this.#byRegion = Map.groupBy(lists, ({ region }) => region)
  }

  inRegion(region: string): readonly CachedList[] {
    return this.#byRegion.get(region) ?? []
  }

  regionsWith(name: string): readonly string[] {
    this.#regionsByName ??= this.#indexRegions()
    return this.#regionsByName.get(name) ?? []
  }

  #indexRegions(): ReadonlyMap<string, readonly string[]> {
    const regionsByName = new Map<string, string[]>()
    for (const [region, lists] of this.#byRegion) {
      const names = new Set<string>()
      for (const list of lists) {
        for (const name of indexZones(list).keys()) names.add(name)
      }
      for (const name of names) {
        const regions = regionsByName.get(name)
        if (regions) regions.push(region)
        else regionsByName.set(name, [region])
      }
    }
    return regionsByName
  }
}

/** Finds what is cached about the zones in a file, for all accounts of a connection. Sends no requests. */
export class ZoneFacts {
  readonly #capacityRefusals: CapacityRefusals
  /** The lists that zones of the file may be in, those of the selected account first. */
  readonly #lists: readonly CachedList[]
  /** The positions of these lists. */
  readonly #positions: ReadonlyMap<CachedList, number>
  /** The lists of Azure: a file may have a number in each of many regions. */
  readonly #azureLists: RegionLists
  readonly #otherLists: RegionLists
  readonly #contexts: ZoneContexts
  readonly #refusalFinder = memoize((ref: RegionRef) =>
    this.#capacityRefusals.createRefusalFinder(ref),
  )

  /** Files repeat the same few zones, and there may be many accounts: each name is looked up once. */
  readonly #describe = memoize(
    (reference: ZoneReference): DescribedZone => ({
      name: reference.value,
      facts: this.#factsOf(reference),
    }),
    (reference) => JSON.stringify([reference.value, this.#contexts.numberContext(reference)]),
  )

  constructor(
    file: CodeFile,
    connection: Connection,
    clouds: Clouds,
    capacityRefusals: CapacityRefusals,
    selectedAccounts: SelectedAccounts,
  ) {
    this.#capacityRefusals = capacityRefusals
    this.#lists = listsForFile(
      file,
      latestLists(clouds, connection),
      selectedAccounts.get(connection),
    )
    this.#positions = new Map(this.#lists.map((list, position) => [list, position]))
    const azureLists = this.#lists.filter(isOfAzure)
    this.#azureLists = new RegionLists(azureLists)
    this.#otherLists = new RegionLists(this.#lists.filter((list) => !isOfAzure(list)))
    this.#contexts = new ZoneContexts(file, azureLists.length > 0 ? 'azure' : '')
  }

  /** Returns the zones that can be written at a position, with their facts: by name, or by ID if the key takes IDs. */
  candidatesAt(position: ZoneReference): ReadonlyMap<string, readonly ZoneFact[]> {
    const candidates = new Map<string, ZoneFact[]>()
    const context = this.#contexts.numberContext(position)
    for (const list of this.#lists) {
      const { ref, region, zones, listedAt } = list
      // A number of Azure is a zone of its own region.
      if (context && region !== context.region && isOfAzure(list)) continue
      for (const zone of zones.items) {
        const name = position.isIdKey ? zone.zoneId : zone.name
        if (name === undefined) continue
        const facts = candidates.get(name)
        if (facts) facts.push({ ref, zone, listedAt })
        else candidates.set(name, [{ ref, zone, listedAt }])
      }
    }
    return candidates
  }

  /** Returns what is cached about a zone in the text. All places of the same zone share the result. */
  describe(reference: ZoneReference): DescribedZone {
    return this.#describe(reference)
  }

  #factsOf(reference: ZoneReference): ZoneFact[] {
    const facts: ZoneFact[] = []
    for (const list of this.#listsBeside(reference)) {
      const { ref, zones, listedAt } = list
      const zone = indexZones(list).get(reference.value)?.[0]?.zone
      // If the zone isn’t in an incomplete list, it isn’t known whether the account has it.
      if (!zone && !isComplete(zones)) continue
      const refusal = zone && this.#refusalFinder(ref)(zone.name)
      facts.push({ ref, zone, listedAt, refusal })
    }
    return facts
  }

  /**
   * Returns the lists of the regions in which any account has the zone: that an account lacks it is said only if
   * another account has it in the same region. For a number of Azure, only its own region counts.
   */
  #listsBeside(reference: ZoneReference): CachedList[] {
    const { value: name } = reference
    const context = this.#contexts.numberContext(reference)
    const isPossible = (region: string) => !context || region === context.region
    const regions = new Set([
      ...this.#otherLists.regionsWith(name),
      ...this.#azureLists.regionsWith(name).filter(isPossible),
    ])
    const lists = [...regions].flatMap((region) => [
      ...this.#otherLists.inRegion(region),
      ...(isPossible(region) ? this.#azureLists.inRegion(region) : []),
    ])
    const positionOf = (list: CachedList) => this.#positions.get(list) ?? -1
    return lists.sort((a, b) => positionOf(a) - positionOf(b))
  }
}

/**
 * Returns the lists of the regions that a file names, those of the selected account first. Lists of accounts without
 * regions are included only for the selected account, or if no account is selected and the file names no region.
 */
function listsForFile(
  { references }: CodeFile,
  lists: readonly CachedList[],
  selectedAccount: SelectedAccount,
): CachedList[] {
  const isSelected = belongsTo(selectedAccount)
  const listsWithRegion = lists.filter(({ ref }) => hasRegions(ref.provider))
  const regions = new Set(listsWithRegion.map(({ region }) => region))
  const named = findNamedRegions(references, { regions, lists: listsWithRegion })
  const namesRegion = named.length > 0 || references.some(({ kind }) => kind === 'region')
  const isAnyAccount = !namesRegion && !selectedAccount
  const positions = new Map(named.map((region, position) => [region, position]))
  const isIncluded = ({ ref, region }: CachedList) =>
    hasRegions(ref.provider) ? positions.has(region) : isAnyAccount || isSelected(ref)
  const rank = ({ ref, region }: CachedList) =>
    (positions.get(region) ?? -1) * 2 + (isSelected(ref) ? 0 : 1)
  return lists.filter(isIncluded).sort((a, b) => rank(a) - rank(b))
}

type SelectedAccount = ReturnType<SelectedAccounts['get']>

function isOfAzure({ ref }: CachedList): boolean {
  return underlyingProvider(ref.provider) === 'azure'
}
