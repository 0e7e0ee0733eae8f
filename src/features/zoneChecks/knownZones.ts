import type { Zone } from '../../api/client.ts'
import { hasRegions, zoneProvider } from '../../api/providers.ts'
import { isComplete } from '../../api/list.ts'
import { connectionKey, type Connection } from '../../connections/connection.ts'
import type { ZoneReference } from '../../syntax/zoneReferences.ts'
import { accountTitle } from '../../cloud/accounts.ts'
import { keyOf, ofZoneProvider, type CloudProjectRef, type RegionRef } from '../../model/refs.ts'
import { regionsOf } from '../../cloud/regions.ts'
import { valueOf } from '../../cache/results.ts'
import type { Refusal } from '../../cloud/refusals.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription } from '../../texts.ts'
import type { LabeledAccount } from '../zones/askAccount.ts'
import { isOf, type CheckedAccounts } from './checkedAccounts.ts'
import type { Evidence } from '../../zoneAnalysis/judgement.ts'
import type { CodeFile } from '../../documents/codeFile.ts'
import {
  formOfRegion,
  namedRegions,
  namesOfZone,
  type RegionZones,
} from '../../zoneAnalysis/regions.ts'
import { memo } from '../../zoneAnalysis/memo.ts'
import { zonePlaces } from '../../zoneAnalysis/zonePlaces.ts'

/** An account that files are compared with; its region is that of what names none. */
export type CheckedPlace = LabeledAccount & Partial<Pick<RegionRef, 'region'>>

/** The zones of a region as an account has them. */
interface KnownList extends Required<RegionZones> {
  readonly ref: RegionRef
}

/** The cached zone of a name for one account; no `zone` if the account has none of that name. */
export interface ZoneFact extends Pick<KnownList, 'ref' | 'at'> {
  readonly zone: Zone | undefined
  readonly refusal?: Refusal | undefined
}

/** Creates the questions to memory about accounts’ zones and regions. They send no requests. */
export function createKnownZones(
  { tracked, clouds, refusals }: Pick<Parts, 'tracked' | 'clouds' | 'refusals'>,
  chosen: CheckedAccounts,
) {
  return { title, regions, isUnlisted, namedBy, evidence, offered, factsIn }

  /** Returns the display name of an account, as of now or when it was selected, and its Google Cloud project. */
  function title(account: CheckedPlace): string {
    const { cloudAccountUid: uid, project, cloudAccountLabel = uid } = account
    const known = accountTitle(tracked, clouds, account)
    return joinDescription(known === uid ? cloudAccountLabel : known, project)
  }

  /** Returns the names of an account’s regions that are listed, pinned, or loaded. */
  function regions(account: CloudProjectRef): Set<string> {
    const isOwn = isOf(account)
    const loaded = listsOver(account.connection).filter(({ ref }) => isOwn(ref))
    const others = regionsOf(account, tracked, clouds)
    return new Set([...loaded, ...others].map(({ region }) => region))
  }

  function listed(account: CloudProjectRef) {
    return valueOf(clouds.regions.peek(account))
  }

  /** Returns whether a region of an account is known only once its zones have been listed. */
  function isUnlisted(account: CloudProjectRef): boolean {
    return hasRegions(account.provider) && !listed(account)?.items.length
  }

  /** Returns the regions that a text names. While one `isTyped`, each name that isn’t finished could be one. */
  function namedBy(
    references: readonly ZoneReference[],
    account: CheckedPlace,
    isTyped = false,
  ): string[] {
    const { connection, provider, region } = account
    if (!hasRegions(provider)) return ['']
    const mayBe = (name: string) =>
      isUnlisted(account) && (!isTyped || formOfRegion(name) !== undefined)
    const lists = listsOver(connection)
    const found = namedRegions(references, regions(account), lists, mayBe, provider)
    return [...new Set(region === undefined ? found : [...found, region])]
  }

  /** Returns what a text is judged by. */
  function evidence(references: readonly ZoneReference[], account: CheckedPlace): Evidence {
    const list = listed(account)
    const isWhole = isComplete(list) && list?.items.length !== 0
    return {
      provider: account.provider,
      region: account.region,
      named: namedBy(references, account).map((region) => {
        const result = clouds.zones.peek({ ...account, region })
        const isKnown = result && 'value' in result
        return { region, ...(isKnown && { zones: result.value, at: result.at }) }
      }),
      listed: isWhole ? new Set(list?.items.map(({ name }) => name)) : undefined,
      refusalIn: (region) => refusals.in({ ...account, region }),
      typesOf: (region) => clouds.instanceTypes.peek({ ...account, region }),
    }
  }

  /** Returns the zone names of a file’s regions for a place in it, or their IDs, with their facts. */
  function offered(file: CodeFile, place: ZoneReference, connection: Connection) {
    const lists = listsFor(file, connection)(place)
    const facts = lists.flatMap(({ ref, zones, at }) =>
      zones.items.flatMap((zone) => {
        const name = place.isId ? zone.zoneId : zone.name
        return name === undefined ? [] : { name, ref, zone, at }
      }),
    )
    return Map.groupBy(facts, ({ name }) => name)
  }

  /** Returns a function for the facts of each account about a zone of a file. */
  function factsIn(file: CodeFile, connection: Connection): (zone: ZoneReference) => ZoneFact[] {
    const listsOf = listsFor(file, connection)
    const refusalsIn = memo((ref: RegionRef) => refusals.in(ref))
    return (reference) => {
      const facts = listsOf(reference).flatMap(({ ref, zones, at }): ZoneFact | [] => {
        const zone = zones.items.find((one) => namesOfZone(one, ref.region).has(reference.value))
        // It may be a zone that the list has left out.
        const isMissing = isComplete(zones)
        const refusal = zone && refusalsIn(ref)(zone.name)
        return zone || isMissing ? { ref, zone, at, refusal } : []
      })
      // An account without the zone matters only in a region in which another account has it.
      const having = new Set(facts.flatMap(({ ref, zone }) => (zone ? ref.region : [])))
      return facts.filter(({ ref }) => having.has(ref.region))
    }
  }

  /** Returns the latest zones of every region, one entry per account. */
  function listsOver(connection: Connection): readonly KnownList[] {
    const lists = clouds.zones.entries
      .filter(({ ref }) => connectionKey(ref.connection) === connectionKey(connection))
      .sort((a, b) => a.at - b.at)
      .map(({ ref, value: zones, at }): [string, KnownList] => {
        return [keyOf('region', ofZoneProvider(ref)), { ref, region: ref.region, zones, at }]
      })
    return [...new Map(lists).values()]
  }

  /**
   * Returns a function for the lists that a zone of a file may be in, the selected account’s first: those of the
   * regions that the file names, and for a number of Azure only that of its own region. Zones without a region
   * count for the selected account, or if neither an account is selected nor a region named.
   */
  function listsFor(file: CodeFile, connection: Connection): (zone: ZoneReference) => KnownList[] {
    const { references } = file
    const account = chosen.of(connection)
    const isChosen = isOf(account)
    const known = listsOver(connection)
    const regional = known.filter(({ ref }) => hasRegions(ref.provider))
    const loaded = new Set(regional.map(({ region }) => region))
    const named = namedRegions(references, loaded, regional)
    const rank = ({ ref, region }: KnownList) => named.indexOf(region) * 2 + (isChosen(ref) ? 0 : 1)
    const namesRegion = named.length > 0 || references.some(({ kind }) => kind === 'region')
    const isAny = !namesRegion && !account
    const isIn = ({ ref, region }: KnownList) =>
      hasRegions(ref.provider) ? named.includes(region) : isAny || isChosen(ref)
    const lists = known.filter(isIn).sort((a, b) => rank(a) - rank(b))
    const provider = lists.some(({ ref }) => isAzure(ref)) ? 'azure' : ''
    const { regionOfNumber: numbers } = zonePlaces(file, provider)
    return ({ start }) =>
      lists.filter(({ ref }) => {
        return !isAzure(ref) || !numbers.has(start) || numbers.get(start) === ref.region
      })
  }
}

function isAzure({ provider }: RegionRef): boolean {
  return zoneProvider(provider) === 'azure'
}
