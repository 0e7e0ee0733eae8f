import { isComplete } from '../../api/list.ts'
import { hasRegions } from '../../api/providers.ts'
import { valueOf } from '../../cache/results.ts'
import { accountTitle } from '../../cloud/accounts.ts'
import type { Clouds } from '../../cloud/clouds.ts'
import { collectRegions } from '../../cloud/regions.ts'
import { connectionKey, type Connection } from '../../connections/connection.ts'
import {
  isSameAccount,
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
import { belongsTo, type SelectedAccounts } from '../zones/selectedAccounts.ts'

/** An account that files are checked against. */
export interface CheckedAccount extends LabeledAccount {
  /** The region that zones are taken to be in if the blocks around them name none. */
  readonly defaultRegion?: string
}

/** The cached list of an account’s zones in a region. */
export interface CachedList extends Required<RegionZones> {
  readonly ref: RegionRef
}

/** The results of {@link latestLists} by the cached entries and the connection: a folder has thousands of files. */
const listsOfEntries = new WeakMap<ZoneEntries, Map<string, readonly CachedList[]>>()

type ZoneEntries = Clouds['zones']['entries']

/** Returns the cached lists of a connection’s zones: of each region of an account, the list that was loaded last. */
export function latestLists(clouds: Clouds, connection: Connection): readonly CachedList[] {
  const { entries } = clouds.zones
  const key = connectionKey(connection)
  const byConnection = listsOfEntries.get(entries) ?? new Map<string, readonly CachedList[]>()
  listsOfEntries.set(entries, byConnection)
  const lists = byConnection.get(key) ?? collectLatestLists(entries, key)
  byConnection.set(key, lists)
  return lists
}

function collectLatestLists(entries: ZoneEntries, key: string): readonly CachedList[] {
  const lists = new Map<string, CachedList>()
  const ofConnection = entries.filter(({ ref }) => connectionKey(ref.connection) === key)
  for (const { ref, value: zones, at } of ofConnection.sort((a, b) => a.at - b.at)) {
    lists.set(regionKey(withZoneProvider(ref)), { ref, region: ref.region, zones, listedAt: at })
  }
  return [...lists.values()]
}

/** Reads the cached zones and regions of accounts. Sends no requests. */
export class CachedZones {
  readonly #pins: Parts['pins']
  readonly #clouds: Clouds
  readonly #capacityRefusals: Parts['capacityRefusals']
  readonly #selectedAccounts: SelectedAccounts

  constructor(
    { pins, clouds, capacityRefusals }: Pick<Parts, 'pins' | 'clouds' | 'capacityRefusals'>,
    selectedAccounts: SelectedAccounts,
  ) {
    this.#pins = pins
    this.#clouds = clouds
    this.#capacityRefusals = capacityRefusals
    this.#selectedAccounts = selectedAccounts
  }

  /**
   * Returns the display name of an account with its Google Cloud project. If no name is cached, uses that from its
   * selection, which may be with another project.
   */
  title(account: CheckedAccount): string {
    const { cloudAccountUid: uid, project } = account
    const title = accountTitle(this.#pins, this.#clouds, account)
    return joinDescription(title === uid ? this.#selectedName(account) : title, project)
  }

  /** Returns the names of an account’s regions that the service lists, that are pinned, or whose zones are cached. */
  regions(account: CloudProjectRef): Set<string> {
    const loaded = this.#listsOf(account)
    const listedOrPinned = collectRegions(account, this.#pins, this.#clouds)
    return new Set([...loaded, ...listedOrPinned].map(({ region }) => region))
  }

  /**
   * Returns whether the service lists no regions of an account, so that a region is known only when its zones are
   * loaded.
   */
  lacksRegionList(account: CloudProjectRef): boolean {
    return hasRegions(account.provider) && !this.#regionList(account)?.items.length
  }

  /** Returns whether a region’s instance types are cached, or it is cached that the service doesn’t list them. */
  hasInstanceTypes(region: RegionRef): boolean {
    const result = this.#clouds.instanceTypes.peek(region)
    return result !== undefined && 'value' in result
  }

  /**
   * Returns the regions that a text names. If the service lists no regions, any value under a key for regions is taken
   * for one. While the text `isEdited`, the value must have the form of a region: it may be a name that is only half
   * typed.
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

  /** Returns the cached facts about the account that a text is checked against. */
  knownZones(references: readonly ZoneReference[], account: CheckedAccount): KnownZones {
    const regionList = this.#regionList(account)
    // An empty list doesn’t prove that the account lacks a region: some services return no regions.
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
      listAllRegions: () => this.#listsOf(account),
      createRefusalFinder: (region) =>
        this.#capacityRefusals.createRefusalFinder({ ...account, region }),
      instanceTypesIn: (region) => this.#clouds.instanceTypes.peek({ ...account, region }),
    }
  }

  /** Returns the cached lists of an account’s zones. */
  #listsOf(account: CloudProjectRef): CachedList[] {
    const isOfAccount = belongsTo(account)
    return latestLists(this.#clouds, account.connection).filter(({ ref }) => isOfAccount(ref))
  }

  /** Returns the name that an account had when it was selected, or its UID. A cached list may lack that name. */
  #selectedName(account: CheckedAccount): string {
    const selected = this.#selectedAccounts.get(account.connection)
    const name = isSameAccount(account, selected) ? selected?.cloudAccountLabel : undefined
    return account.cloudAccountLabel ?? name ?? account.cloudAccountUid
  }

  #regionList(account: CloudProjectRef) {
    return valueOf(this.#clouds.regions.peek(account))
  }
}
