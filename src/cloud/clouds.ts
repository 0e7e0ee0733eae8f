import type { Zone } from '../api/client.ts'
import { hasRegions, hasZones, lists, zoneProvider } from '../api/providers.ts'
import { settlesWithin } from '../api/deadline.ts'
import { ApiError } from '../api/errors.ts'
import type { CloudAccount, CloudProject, InstanceType, Region } from '../api/accountSchemas.ts'
import type { List } from '../api/list.ts'
import type { Page, Pages } from '../api/pages.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { Service, ServiceFor } from '../connections/services.ts'
import { AsyncCache, Caches, optionalCache } from '../cache/asyncCache.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Projects } from '../clusters/projects.ts'
import {
  keyOf,
  ofZoneProvider,
  type AccountRef,
  type CloudProjectRef,
  type RegionRef,
} from '../model/refs.ts'
import { shownValue, valueOf, type CacheEntry } from '../cache/results.ts'
import { readZonesByPath } from './zoneReader.ts'

/** The time for which the accounts wait for the note on projects, in milliseconds. */
const noteGraceMs = 500

/** A listed cloud account with its provider, without which nothing can be requested. */
type ListedAccount = CloudAccount & { provider: string }

/** A list of cloud accounts. */
export interface AccountList {
  readonly accounts: readonly ListedAccount[]
  /** True if the list is truncated. */
  readonly isCut: boolean
  /** The number of other listed accounts, whose provider is unknown. */
  readonly unreadable: number
  /** The named ones of those. */
  readonly withoutProvider: readonly CloudAccount[]
  /** The error of a later page. */
  readonly error?: ApiError | undefined
}

/** The cached accounts, regions, zones, and instance types of all connections. Undefined stands for an unsupported lookup. */
export class Clouds extends Caches {
  readonly accounts: AsyncCache<Connection, AccountList | undefined>
  readonly projects: AsyncCache<AccountRef, List<CloudProject> | undefined>
  readonly regions: AsyncCache<CloudProjectRef, List<Region> | undefined>
  readonly zones: AsyncCache<RegionRef, List<Zone>>
  readonly instanceTypes: AsyncCache<RegionRef, List<InstanceType> | undefined>
  readonly #projects: Projects

  constructor(serviceFor: ServiceFor, capabilities: Capabilities, projects: Projects) {
    super(capabilities)
    this.#projects = projects
    this.accounts = new AsyncCache<Connection, AccountList | undefined>(
      connectionKey,
      async (connection, signal, priority) => {
        const service = await serviceFor(connection, { priority })
        const pages = service.cloudAccounts(signal)
        // Once a page was loaded, the list is supported, even if a later page fails.
        const first = await capabilities.tryCall(
          connection,
          'accounts',
          () => pages.next(),
          () => service.whoAmI(signal),
        )
        const kept = this.accounts.before(connection)
        return first && readAccounts(first, pages, kept !== undefined && !kept.isCut)
      },
      { isPart: (list) => list?.error !== undefined },
    )
    this.zones = new AsyncCache(
      (ref) => keyOf('region', ref),
      async (region, signal, priority) => {
        const service = await serviceFor(region.connection, { priority })
        return readZonesByPath(region, service, capabilities, signal)
      },
    )
    const optional = <R extends AccountRef, V>(
      keyOfRef: (ref: R) => string,
      lookup: (ref: R) => string | undefined,
      read: (service: Service, ref: R, signal?: AbortSignal) => Promise<List<V>>,
    ) =>
      optionalCache(capabilities, keyOfRef, lookup, async (ref: R, signal, priority) =>
        read(await serviceFor(ref.connection, { priority }), ofZoneProvider(ref), signal),
      )
    this.projects = optional(
      (account: AccountRef) => keyOf('account', account),
      ({ provider }) => (lists(provider, 'projects') ? 'gcpProjects' : undefined),
      (service, account, signal) => service.cloudProjects(account, signal),
    )
    this.regions = optional(
      (place: CloudProjectRef) => keyOf('cloudProject', place),
      ({ provider, project }) => {
        const cloud = zoneProvider(provider)
        if (lists(cloud, 'projects') && !project) return undefined // regions belong to a project
        return hasRegions(cloud) && hasZones(cloud) ? `regions ${cloud}` : undefined
      },
      (service, place, signal) => service.regions(place, signal),
    )
    this.instanceTypes = optional(
      (region: RegionRef) => keyOf('region', region),
      ({ provider }) =>
        lists(provider, 'instanceTypes') ? `instanceTypes ${zoneProvider(provider)}` : undefined,
      (service, region, signal) => service.instanceTypes(region, signal),
    )
  }

  /**
   * Resolves to whether accounts of projects are missing, undefined if that isn’t known soon after the accounts are
   * loaded: it only adds a note, for which they don’t wait.
   */
  async lacksProjects(connection: Connection): Promise<boolean | undefined> {
    if (connection.projectUid !== undefined) return false
    const lookup = this.#projects.lists.get(connection)
    await this.accounts.get(connection)
    if (!(await settlesWithin(noteGraceMs, lookup))) return undefined
    const { items = [], unreadable = 0 } = valueOf(await lookup) ?? {}
    return items.length + unreadable > 0
  }

  /** Returns the cached name of an account. */
  accountName({ connection, provider, cloudAccountUid }: AccountRef): string | undefined {
    const listed = shownValue(this.accounts.peek(connection))?.accounts ?? []
    const isIt = (one: ListedAccount) =>
      one.provider === zoneProvider(provider) && one.uid === cloudAccountUid
    return listed.find(isIt)?.name
  }

  /** Returns whether anything of an account was loaded, so that it exists even if it isn’t listed. */
  hasRead(account: AccountRef): boolean {
    const key = keyOf('account', ofZoneProvider(account))
    const isOf = ({ ref, value }: CacheEntry<AccountRef, unknown>) =>
      value !== undefined && keyOf('account', ofZoneProvider(ref)) === key
    return this.zones.entries.some(isOf) || this.regions.entries.some(isOf)
  }

  /** Invalidates what belongs to an account, or to one of its projects. */
  refreshPlace({ project, ...account }: CloudProjectRef): void {
    const key = keyOf('account', ofZoneProvider(account))
    const isUnder = (ref: CloudProjectRef) =>
      keyOf('account', ofZoneProvider(ref)) === key &&
      (project === undefined || (ref.project ?? project) === project)
    if (project === undefined) this.projects.refreshIf(isUnder)
    const { regions, zones, instanceTypes } = this
    for (const part of [regions, zones, instanceTypes]) part.refreshIf(isUnder)
  }

  override refresh(): void {
    this.#projects.refresh()
    super.refresh()
  }

  protected get all() {
    const { accounts, projects, regions, zones, instanceTypes } = this
    return [accounts, projects, regions, zones, instanceTypes] as const
  }
}

async function readAccounts(
  first: IteratorResult<Page<CloudAccount>>,
  pages: Pages<CloudAccount>,
  isWholeKept: boolean,
): Promise<AccountList> {
  const accounts: ListedAccount[] = []
  const withoutProvider: CloudAccount[] = []
  let unreadable = 0
  let isCut = false
  const list = () => ({ accounts, unreadable, withoutProvider, isCut })
  try {
    for (let page = first; !page.done; page = await pages.next()) {
      const { items, ...rest } = page.value
      const usable = items.filter(hasProvider)
      for (const one of items) {
        if (hasProvider(one)) accounts.push(one)
        else withoutProvider.push(one)
      }
      unreadable += rest.unreadable + items.length - usable.length
      isCut = rest.isTruncated
    }
    return list()
  } catch (error) {
    // The rows of a whole list stay; a part must not replace them.
    if (isWholeKept || !(error instanceof ApiError) || error.kind === 'cancelled') throw error
    return { ...list(), isCut: true, error }
  }
}

function hasProvider(account: CloudAccount): account is ListedAccount {
  return account.provider !== undefined
}
