import type { Zone } from '../api/client.ts'
import { supportsList, underlyingProvider } from '../api/providers.ts'
import { withTimeout } from '../api/deadline.ts'
import { ApiError } from '../api/errors.ts'
import type { CloudAccount, CloudProject, InstanceType, Region } from '../api/accountSchemas.ts'
import type { List } from '../api/list.ts'
import type { Page, Pages } from '../api/pages.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { Service, ServiceFor } from '../connections/services.ts'
import { AsyncCache, type RequestOptions } from '../cache/asyncCache.ts'
import { Caches } from '../cache/caches.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Projects } from '../clusters/projects.ts'
import {
  accountKey,
  cloudProjectKey,
  withZoneProvider,
  regionKey,
  type AccountRef,
  type CloudProjectRef,
  type RegionRef,
} from '../model/refs.ts'
import { shownValue, valueOf, type CacheEntry } from '../cache/results.ts'
import { AccountNames, type ListedAccount } from './accountNames.ts'
import { loadZonesByPath } from './zoneReader.ts'

/** The time for which the list of accounts waits for the projects, only to add a note, in milliseconds. */
const projectsTimeoutMs = 500

/** A list of cloud accounts. */
export interface AccountList {
  readonly accounts: readonly ListedAccount[]
  /** True if the service has more accounts than were loaded. */
  readonly isTruncated: boolean
  /** The number of listed accounts that aren’t in `accounts`, because they couldn’t be read or lack a provider. */
  readonly unreadable: number
  /** The unreadable accounts that only lack a provider. */
  readonly withoutProvider: readonly CloudAccount[]
  /** Set if the first page was loaded, but not a later page: its error. */
  readonly error?: ApiError | undefined
}

/**
 * The caches of accounts, regions, zones, and instance types of all connections. A cached value is undefined if the
 * service doesn’t support the lookup.
 */
export class Clouds extends Caches {
  readonly accounts: AsyncCache<Connection, AccountList | undefined>
  readonly projects: AsyncCache<AccountRef, List<CloudProject> | undefined>
  readonly regions: AsyncCache<CloudProjectRef, List<Region> | undefined>
  readonly zones: AsyncCache<RegionRef, List<Zone>>
  readonly instanceTypes: AsyncCache<RegionRef, List<InstanceType> | undefined>
  readonly #serviceFor: ServiceFor
  readonly #capabilities: Capabilities
  readonly #projects: Projects
  readonly #accountNames = new AccountNames()

  constructor(serviceFor: ServiceFor, capabilities: Capabilities, projects: Projects) {
    super(capabilities)
    this.#serviceFor = serviceFor
    this.#capabilities = capabilities
    this.#projects = projects
    this.accounts = new AsyncCache<Connection, AccountList | undefined>(
      connectionKey,
      async (connection, { signal, priority, previous }) => {
        const service = await serviceFor(connection, { priority })
        const pages = service.cloudAccounts(signal)
        // Only the first page shows whether the service supports the list: an error of a later page is just an error.
        const first = await capabilities.tryCall(
          connection,
          'accounts',
          () => pages.next(),
          () => service.whoAmI(signal),
        )
        return first && readAccounts(first, pages, previous !== undefined && !previous.isTruncated)
      },
      { hasFailedInPart: (list) => list?.error !== undefined },
    )
    this.zones = new AsyncCache(regionKey, async (region, { signal, priority }) => {
      const service = await serviceFor(region.connection, { priority })
      return loadZonesByPath(region, service, capabilities, signal)
    })
    this.projects = new AsyncCache(accountKey, async (account, options) =>
      this.#loadOptional(
        projectsLookup(account),
        account,
        accountKey(account),
        options,
        (service) => service.cloudProjects(withZoneProvider(account), options.signal),
      ),
    )
    this.regions = new AsyncCache(cloudProjectKey, async (account, options) =>
      this.#loadOptional(
        regionsLookup(account),
        account,
        cloudProjectKey(account),
        options,
        (service) => service.regions(withZoneProvider(account), options.signal),
      ),
    )
    this.instanceTypes = new AsyncCache(regionKey, async (region, options) =>
      this.#loadOptional(
        instanceTypesLookup(region),
        region,
        regionKey(region),
        options,
        (service) => service.instanceTypes(withZoneProvider(region), options.signal),
      ),
    )
  }

  /**
   * Resolves to whether the accounts of projects are missing in the list, as it is loaded without a project although
   * the service has projects. Undefined if the projects aren’t loaded within a moment after the accounts: the result
   * only adds a note, for which the list doesn’t wait longer.
   */
  async lacksProjects(connection: Connection): Promise<boolean | undefined> {
    if (connection.projectUid !== undefined) return false
    const lookup = this.#projects.lists.get(connection)
    await this.accounts.get(connection)
    const result = await withTimeout(projectsTimeoutMs, undefined, async () => lookup).catch(
      () => undefined,
    )
    if (!result) return undefined
    const { items = [], unreadable = 0 } = valueOf(result) ?? {}
    return items.length + unreadable > 0
  }

  /** Returns the name of an account if it is cached. */
  accountName(account: AccountRef): string | undefined {
    const list = shownValue(this.accounts.peek(account.connection))
    return list && this.#accountNames.find(list.accounts, account)
  }

  /** Returns whether regions or zones of an account were loaded, so that it exists even if it isn’t listed. */
  hasLoaded(account: AccountRef): boolean {
    const key = accountKey(withZoneProvider(account))
    const isOfAccount = ({ ref, value }: CacheEntry<AccountRef, unknown>) =>
      value !== undefined && accountKey(withZoneProvider(ref)) === key
    return this.zones.entries.some(isOfAccount) || this.regions.entries.some(isOfAccount)
  }

  /** Invalidates the cached lists of an account, or only those of one of its Google Cloud projects. */
  invalidateAccount({ project, ...account }: CloudProjectRef): void {
    const key = accountKey(withZoneProvider(account))
    const isInScope = (ref: CloudProjectRef) => {
      const isInProject = project === undefined || (ref.project ?? project) === project
      return isInProject && accountKey(withZoneProvider(ref)) === key
    }
    if (project === undefined) this.projects.invalidate(isInScope)
    this.regions.invalidate(isInScope)
    this.zones.invalidate(isInScope)
    this.instanceTypes.invalidate(isInScope)
  }

  override invalidate(): void {
    this.#projects.invalidate()
    super.invalidate()
  }

  protected get all() {
    const { accounts, projects, regions, zones, instanceTypes } = this
    return [accounts, projects, regions, zones, instanceTypes] as const
  }

  /**
   * Loads a list; resolves to undefined if the service doesn’t support the lookup, or if there is no lookup for the
   * list.
   */
  async #loadOptional<V>(
    lookup: string | undefined,
    { connection }: AccountRef,
    key: string,
    { priority }: RequestOptions,
    request: (service: Service) => Promise<V>,
  ): Promise<V | undefined> {
    if (lookup === undefined) return undefined
    return this.#capabilities.tryForItem(connection, lookup, key, async () =>
      request(await this.#serviceFor(connection, { priority })),
    )
  }
}

/** Returns the name of the lookup for an account’s Google Cloud projects; undefined for other clouds. */
function projectsLookup({ provider }: AccountRef): string | undefined {
  return supportsList(provider, 'projects') ? 'gcpProjects' : undefined
}

/**
 * Returns the name of the lookup for an account’s regions; undefined if its cloud has none, or if its cloud lists
 * regions by project and the reference has no project.
 */
function regionsLookup({ provider, project }: CloudProjectRef): string | undefined {
  const cloud = underlyingProvider(provider)
  const needsProject = supportsList(cloud, 'projects') && !project
  const canList = supportsList(cloud, 'regions') && !needsProject
  return canList ? `regions ${cloud}` : undefined
}

/**
 * Returns the name of the lookup for a region’s instance types; undefined if the service can’t list its cloud’s types.
 */
function instanceTypesLookup({ provider }: RegionRef): string | undefined {
  return supportsList(provider, 'instanceTypes')
    ? `instanceTypes ${underlyingProvider(provider)}`
    : undefined
}

/**
 * Reads a list of accounts page by page. If a page fails, resolves to the accounts of the pages before it, with the
 * error; but rejects if `hasCompleteList`, because the complete list from before must not be replaced by a part.
 */
async function readAccounts(
  first: IteratorResult<Page<CloudAccount>>,
  pages: Pages<CloudAccount>,
  /** True if a complete list was cached before this refresh. */
  hasCompleteList: boolean,
): Promise<AccountList> {
  const accounts: ListedAccount[] = []
  const withoutProvider: CloudAccount[] = []
  let unreadable = 0
  let isTruncated = false
  const listSoFar = () => ({
    accounts,
    unreadable: unreadable + withoutProvider.length,
    withoutProvider,
    isTruncated,
  })
  try {
    for (let page = first; !page.done; page = await pages.next()) {
      for (const account of page.value.items) {
        if (hasProvider(account)) accounts.push(account)
        else withoutProvider.push(account)
      }
      unreadable += page.value.unreadable
      isTruncated = page.value.isTruncated
    }
    return listSoFar()
  } catch (error) {
    if (hasCompleteList || !(error instanceof ApiError) || error.kind === 'cancelled') throw error
    return { ...listSoFar(), isTruncated: true, error }
  }
}

function hasProvider(account: CloudAccount): account is ListedAccount {
  return account.provider !== undefined
}
