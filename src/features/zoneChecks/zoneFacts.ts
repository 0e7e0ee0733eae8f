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

/** Finds what is cached about the zones in a file, for all accounts of a connection. Sends no requests. */
export class ZoneFacts {
  readonly #capacityRefusals: CapacityRefusals
  /** The lists that zones of the file may be in, those of the selected account first. */
  readonly #lists: readonly CachedList[]
  /** The lists that a zone of Azure in a region may be in: a file may have a number in each of many regions. */
  readonly #listsForNumber: (region: string | undefined) => readonly CachedList[]
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
    this.#listsForNumber = memoizeListsForNumber(this.#lists)
    const provider = this.#lists.some(isOfAzure) ? 'azure' : ''
    this.#contexts = new ZoneContexts(file, provider)
  }

  /** Returns the zones that can be written at a position, with their facts: by name, or by ID if the key takes IDs. */
  candidatesAt(position: ZoneReference): ReadonlyMap<string, readonly ZoneFact[]> {
    const candidates = new Map<string, ZoneFact[]>()
    for (const { ref, zones, listedAt } of this.#listsFor(position)) {
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
    for (const list of this.#listsFor(reference)) {
      const { ref, zones, listedAt } = list
      const zone = indexZones(list).get(reference.value)?.[0]?.zone
      // If the zone isn’t in an incomplete list, it isn’t known whether the account has it.
      if (!zone && !isComplete(zones)) continue
      const refusal = zone && this.#refusalFinder(ref)(zone.name)
      facts.push({ ref, zone, listedAt, refusal })
    }
    // That an account lacks the zone is said only if another account has it in the same region.
    const regions = new Set(facts.filter(({ zone }) => zone).map(({ ref }) => ref.region))
    return facts.filter(({ ref }) => regions.has(ref.region))
  }

  /** Returns the lists that a zone may be in: for a number of Azure, only that of its own region. */
  #listsFor(reference: ZoneReference): readonly CachedList[] {
    const context = this.#contexts.numberContext(reference)
    return context ? this.#listsForNumber(context.region) : this.#lists
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

/**
 * Returns a function for the lists that a number may be in as a zone of Azure in a region: all but those of Azure in
 * other regions, in their order.
 */
function memoizeListsForNumber(
  lists: readonly CachedList[],
): (region: string | undefined) => readonly CachedList[] {
  const positions = new Map(lists.map((list, position) => [list, position]))
  const position = (list: CachedList) => positions.get(list) ?? -1
  const otherLists = lists.filter((list) => !isOfAzure(list))
  const azureLists = Map.groupBy(lists.filter(isOfAzure), ({ region }) => region)
  return memoize((region: string | undefined) => {
    const inRegion = region === undefined ? [] : (azureLists.get(region) ?? [])
    return [...otherLists, ...inRegion].sort((a, b) => position(a) - position(b))
  })
}

type SelectedAccount = ReturnType<SelectedAccounts['get']>

function isOfAzure({ ref }: CachedList): boolean {
  return underlyingProvider(ref.provider) === 'azure'
}
