import { isComplete } from '../../api/list.ts'
import { hasRegions } from '../../api/providers.ts'
import { valueOf } from '../../cache/results.ts'
import { accountTitle } from '../../cloud/accounts.ts'
import type { Clouds } from '../../cloud/clouds.ts'
import { collectRegions } from '../../cloud/regions.ts'
import { connectionKey, type Connection } from '../../connections/connection.ts'
import {
  withZoneProvider,
  regionKey,
  type CloudProjectRef,
  type RegionRef,
} from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { parseRegionName } from '../../syntax/zoneNames.ts'
import type { ZoneReference } from '../../syntax/zoneReferences.ts'
import { joinDescription } from '../../displayTexts.ts'
import type { KnownZones } from '../../zoneAnalysis/knownZones.ts'
import { findNamedRegions } from '../../zoneAnalysis/namedRegions.ts'
import type { RegionZones } from '../../zoneAnalysis/regionZones.ts'
import type { LabeledAccount } from '../zones/askAccount.ts'
import { belongsTo } from './selectedAccounts.ts'

/** An account that files are checked against. */
export interface CheckedAccount extends LabeledAccount {
  /** The region of zones in blocks that name no region. */
  readonly defaultRegion?: string
}

/** The zones of a region as an account has them. */
export interface CachedList extends Required<RegionZones> {
  readonly ref: RegionRef
}

/** Returns the latest lists of zones over a connection, one for each region of an account. */
export function latestLists(clouds: Clouds, connection: Connection): readonly CachedList[] {
  const lists = new Map<string, CachedList>()
  const ofConnection = clouds.zones.entries.filter(
    ({ ref }) => connectionKey(ref.connection) === connectionKey(connection),
  )
  for (const { ref, value: zones, at } of ofConnection.sort((a, b) => a.at - b.at)) {
    lists.set(regionKey(withZoneProvider(ref)), { ref, region: ref.region, zones, listedAt: at })
  }
  return [...lists.values()]
}

/** What is cached about accounts’ zones and regions. Sends no requests. */
export class CachedZones {
  readonly #pins: Parts['pins']
  readonly #clouds: Clouds
  readonly #capacityRefusals: Parts['capacityRefusals']

  constructor({
    pins,
    clouds,
    capacityRefusals,
  }: Pick<Parts, 'pins' | 'clouds' | 'capacityRefusals'>) {
    this.#pins = pins
    this.#clouds = clouds
    this.#capacityRefusals = capacityRefusals
  }

  /** Returns the display name of an account, as of now or when it was selected, and its Google Cloud project. */
  title(account: CheckedAccount): string {
    const { cloudAccountUid: uid, project, cloudAccountLabel = uid } = account
    const title = accountTitle(this.#pins, this.#clouds, account)
    return joinDescription(title === uid ? cloudAccountLabel : title, project)
  }

  /** Returns the names of an account’s regions that are listed, pinned, or loaded. */
  regions(account: CloudProjectRef): Set<string> {
    const isOfAccount = belongsTo(account)
    const lists = latestLists(this.#clouds, account.connection)
    const loaded = lists.filter(({ ref }) => isOfAccount(ref))
    const listedOrPinned = collectRegions(account, this.#pins, this.#clouds)
    return new Set([...loaded, ...listedOrPinned].map(({ region }) => region))
  }

  /** Returns whether a region of an account is known only once its zones have been listed. */
  lacksRegionList(account: CloudProjectRef): boolean {
    return hasRegions(account.provider) && !this.#regionList(account)?.items.length
  }

  /**
   * Returns the regions that a text names. If no regions are listed, any name may be one; while the text `isEdited`, only
   * a name in the form of a region, because each name that isn’t finished could be one.
   */
  namedRegions(
    references: readonly ZoneReference[],
    account: CheckedAccount,
    isEdited = false,
  ): string[] {
    const { connection, provider, defaultRegion } = account
    if (!hasRegions(provider)) return ['']
    const mayBeRegion = (name: string) =>
      this.lacksRegionList(account) && (!isEdited || parseRegionName(name) !== undefined)
    const named = findNamedRegions(references, {
      regions: this.regions(account),
      lists: latestLists(this.#clouds, connection),
      mayBeRegion,
      provider,
    })
    return [...new Set(defaultRegion === undefined ? named : [...named, defaultRegion])]
  }

  /** Returns what a text is checked against. */
  knownZones(references: readonly ZoneReference[], account: CheckedAccount): KnownZones {
    const regionList = this.#regionList(account)
    // A list without regions proves nothing: some services list none.
    const isProof = isComplete(regionList) && regionList?.items.length !== 0
    return {
      provider: account.provider,
      defaultRegion: account.defaultRegion,
      regions: this.namedRegions(references, account).map((region) => {
        const result = this.#clouds.zones.peek({ ...account, region })
        if (!result || !('value' in result)) return { region }
        return { region, zones: result.value, listedAt: result.at }
      }),
      listedRegions: isProof ? new Set(regionList?.items.map(({ name }) => name)) : undefined,
      createRefusalFinder: (region) =>
        this.#capacityRefusals.createRefusalFinder({ ...account, region }),
      instanceTypesIn: (region) => this.#clouds.instanceTypes.peek({ ...account, region }),
    }
  }

  #regionList(account: CloudProjectRef) {
    return valueOf(this.#clouds.regions.peek(account))
  }
}
