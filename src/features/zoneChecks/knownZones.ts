import type { Zone } from '../../api/client.ts'
import { hasRegions, zoneProvider } from '../../api/providers.ts'
import { omittedFrom } from '../../api/omitted.ts'
import { connectionKey, type Connection } from '../../connections/connection.ts'
import type { ZoneReference } from '../../formats/zoneReferences.ts'
import { accountTitle } from '../../inventory/accounts.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import {
  keyOf,
  ofZoneProvider,
  type CloudProjectRef,
  type RegionRef,
} from '../../inventory/refs.ts'
import { valueOf } from '../../inventory/results.ts'
import type { TrackedItems } from '../../inventory/trackedItems.ts'
import type { CheckedAccounts } from './checkedAccounts.ts'
import type { ZoneFile } from './zoneFile.ts'
import { namedRegions, namesOfZone, type RegionZones } from './regions.ts'
import { zonePlaces } from './zonePlaces.ts'

/** The zones of a region as an account has them. */
interface KnownList extends RegionZones {
  readonly ref: RegionRef
  /** When they were listed, in epoch ms. */
  readonly at: number
}

/** The cached zone of a name for one account; no `zone` if the account has none of that name. */
export interface ZoneFact {
  readonly ref: RegionRef
  readonly zone: Zone | undefined
  /** When it was listed, in epoch ms. */
  readonly at: number
}

/** The regions of an account, as far as is known. */
interface AccountRegions {
  /** Returns those that references name. */
  readonly named: (references: readonly ZoneReference[]) => readonly string[]
  /** The listed ones; undefined if none are listed, or if some couldn’t be read. */
  readonly listed: ReadonlySet<string> | undefined
  /** True if a region is known only once its zones have been listed. */
  readonly isUnlisted: boolean
}

export type KnownZones = ReturnType<typeof createKnownZones>

/** Creates the questions to memory about accounts’ zones and regions. They send no requests. */
export function createKnownZones(tracked: TrackedItems, clouds: Clouds, chosen: CheckedAccounts) {
  return { title, regions, regionsOf, offered, factsIn }

  /** Returns the display name of an account and its Google Cloud project. */
  function title(account: CloudProjectRef): string {
    const known = accountTitle(tracked, clouds, account)
    const name = known === account.cloudAccountUid ? (chosen.nameOf(account) ?? known) : known
    return account.project === undefined ? name : `${name} · ${account.project}`
  }

  /** Returns the names of an account’s regions that are listed, pinned, or loaded. */
  function regions(account: CloudProjectRef): Set<string> {
    const key = keyOf('cloudProject', ofZoneProvider(account))
    const isOwn = ({ ref }: { ref: CloudProjectRef }) =>
      keyOf('cloudProject', ofZoneProvider(ref)) === key
    return new Set([
      ...clouds.zones.entries.filter(isOwn).map(({ ref }) => ref.region),
      ...clouds.regions.entries.filter(isOwn).flatMap(({ value = [] }) => namesIn(value)),
      ...namesIn(tracked.regions(account)),
    ])
  }

  /** Returns the regions of an account; one that is given counts for what names none. */
  function regionsOf(account: CloudProjectRef, given?: string): AccountRegions {
    const { connection, provider } = account
    if (!hasRegions(provider)) return { named: () => [''], listed: undefined, isUnlisted: false }
    const all = regions(account)
    const list = valueOf(clouds.regions.peek(account)) ?? []
    const isUnlisted = list.length === 0
    const isComplete = !isUnlisted && omittedFrom(list) === 0
    const zones = listsOver(connection)
    return {
      named: (references) => {
        const found = namedRegions(references, all, zones, isUnlisted, provider)
        return given === undefined ? found : [...new Set([...found, given])]
      },
      listed: isComplete ? new Set(namesIn(list)) : undefined,
      isUnlisted,
    }
  }

  /** Returns the zone names of a file’s regions for a place in it, or their IDs, with their facts. */
  function offered(file: ZoneFile, place: ZoneReference, connection: Connection) {
    const names = new Map<string, ZoneFact[]>()
    for (const { ref, zones, at } of listsFor(file, connection)(place)) {
      for (const zone of zones) {
        const name = place.isId ? zone.zoneId : zone.name
        if (name !== undefined) names.set(name, [...(names.get(name) ?? []), { ref, zone, at }])
      }
    }
    return names
  }

  /** Returns a function for the facts of each account about a zone of a file. */
  function factsIn(file: ZoneFile, connection: Connection): (zone: ZoneReference) => ZoneFact[] {
    const listsOf = listsFor(file, connection)
    return (reference) => {
      const facts = listsOf(reference).flatMap(({ ref, zones, at }): ZoneFact | [] => {
        const zone = zones.find((one) => namesOfZone(one, ref.region).has(reference.value))
        // It may be a zone that the list has left out.
        const isMissing = omittedFrom(zones) === 0
        return zone || isMissing ? { ref, zone, at } : []
      })
      // An account without the zone matters only in a region in which another account has it.
      const having = new Set(facts.flatMap(({ ref, zone }) => (zone ? ref.region : [])))
      return facts.filter(({ ref }) => having.has(ref.region))
    }
  }

  /** Returns the latest zones of every region, one entry per account. */
  function listsOver(connection: Connection): readonly KnownList[] {
    const latest = new Map<string, KnownList>()
    for (const { ref, value: zones, at } of clouds.zones.entries) {
      if (connectionKey(ref.connection) !== connectionKey(connection)) continue
      const key = keyOf('region', ofZoneProvider(ref))
      const other = latest.get(key)
      if (!other || at > other.at) latest.set(key, { ref, region: ref.region, zones, at })
    }
    return [...latest.values()]
  }

  /**
   * Returns a function for the lists that a zone of a file may be in, the selected account’s first: those of the
   * regions that the file names, and for a number of Azure only that of its own region. Zones without a region
   * count for the selected account, or if neither an account is selected nor a region named.
   */
  function listsFor(file: ZoneFile, connection: Connection): (zone: ZoneReference) => KnownList[] {
    const { references } = file
    const known = listsOver(connection)
    const regional = known.filter(({ ref }) => hasRegions(ref.provider))
    const loaded = new Set(regional.map(({ region }) => region))
    const named = namedRegions(references, loaded, regional)
    const rank = ({ ref, region }: KnownList) =>
      named.indexOf(region) * 2 + (chosen.isChosen(ref) ? 0 : 1)
    const namesRegion = named.length > 0 || references.some(({ kind }) => kind === 'region')
    const isAny = !namesRegion && !chosen.of(connection)
    const isIn = ({ ref, region }: KnownList) =>
      hasRegions(ref.provider) ? named.includes(region) : isAny || chosen.isChosen(ref)
    const lists = known.filter(isIn).sort((a, b) => rank(a) - rank(b))
    const regionOf = lists.some(({ ref }) => isAzure(ref))
      ? zonePlaces(file.blocks, references, 'azure').regionOfNumber
      : new Map<number, string>()
    return ({ start }) =>
      lists.filter(({ ref }) => {
        return !isAzure(ref) || !regionOf.has(start) || regionOf.get(start) === ref.region
      })
  }
}

function namesIn(regions: readonly { readonly name: string }[]): string[] {
  return regions.map(({ name }) => name)
}

function isAzure({ provider }: RegionRef): boolean {
  return zoneProvider(provider) === 'azure'
}
