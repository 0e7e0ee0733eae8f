import * as vscode from 'vscode'
import type { Zone } from '../api/client.ts'
import { hasRegions, hasZones } from '../api/endpoints.ts'
import { settlesWithin } from '../api/deadline.ts'
import { ApiError } from '../api/errors.ts'
import type { CloudAccount, CloudProject, InstanceType, Region } from '../api/lookupSchemas.ts'
import type { Page, Pages } from '../api/lookups.ts'
import { zoneProvider } from '../api/providers.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { ServiceFor } from '../connections/services.ts'
import { AsyncCache } from './asyncCache.ts'
import type { Capabilities } from './capabilities.ts'
import {
  accountKey,
  ofZoneProvider,
  projectKey,
  regionKey,
  type AccountRef,
  type CloudProjectRef,
  type RegionRef,
} from './refs.ts'
import { shownValue, valueOf, type CacheEntry } from './results.ts'
import { ZoneReader } from './zoneReader.ts'

/** The time for which the accounts wait for the note on projects, in milliseconds. */
const noteGraceMs = 500

/** A listed cloud account with its provider, without which nothing can be requested. */
export type ListedAccount = CloudAccount & { provider: string }

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
export class Clouds implements vscode.Disposable {
  readonly accounts: AsyncCache<Connection, AccountList | undefined>
  /** Whether no project is set, and the service has projects, whose accounts it doesn’t list then. */
  readonly hasProjects: AsyncCache<Connection, boolean>
  readonly projects: AsyncCache<AccountRef, readonly CloudProject[] | undefined>
  readonly regions: AsyncCache<CloudProjectRef, readonly Region[] | undefined>
  readonly zones: AsyncCache<RegionRef, readonly Zone[]>
  readonly instanceTypes: AsyncCache<RegionRef, readonly InstanceType[] | undefined>
  readonly zoneReader: ZoneReader
  readonly #capabilities: Capabilities

  constructor(serviceFor: ServiceFor, capabilities: Capabilities) {
    this.#capabilities = capabilities
    this.accounts = new AsyncCache(connectionKey, async (connection, signal, priority) => {
      const service = await serviceFor(connection, { priority })
      const pages = service.cloudAccounts(signal)
      // Once a page was loaded, the list is supported, even if a later page fails.
      const first = await capabilities.tryCall(
        connection,
        'accounts',
        () => pages.next(),
        () => service.whoAmI(signal),
      )
      return first && readAccounts(first, pages)
    })
    this.hasProjects = new AsyncCache(connectionKey, async (connection, signal, priority) => {
      if (connection.projectUid !== undefined) return false
      const service = await serviceFor(connection, { priority })
      const lookup = () => service.projects(signal)
      const projects = await capabilities.tryCall(connection, 'projects', lookup)
      return projects !== undefined && projects.length > 0
    })
    this.projects = new AsyncCache(accountKey, (account, signal, priority) => {
      const { connection } = account
      if (zoneProvider(account.provider) !== 'gcp') return Promise.resolve(undefined)
      return capabilities.tryForItem(connection, 'gcpProjects', accountKey(account), async () => {
        const service = await serviceFor(connection, { priority })
        return service.cloudProjects(ofZoneProvider(account), signal)
      })
    })
    this.regions = new AsyncCache(projectKey, (account, signal, priority) => {
      const provider = zoneProvider(account.provider)
      // For gcp, regions belong to a project.
      if (provider === 'gcp' && !account.project) return Promise.resolve(undefined)
      if (!hasRegions(provider) || !hasZones(provider)) return Promise.resolve(undefined)
      const lookup = `regions ${provider}`
      return capabilities.tryForItem(account.connection, lookup, projectKey(account), async () => {
        const service = await serviceFor(account.connection, { priority })
        return service.regions(ofZoneProvider(account), signal)
      })
    })
    this.zoneReader = new ZoneReader(serviceFor)
    this.zones = new AsyncCache(regionKey, (...of) => this.zoneReader.read(...of))
    this.instanceTypes = new AsyncCache(regionKey, (region, signal, priority) => {
      const query = ofZoneProvider(region)
      if (!/^(?:aws|azure|gcp)$/.test(query.provider)) return Promise.resolve(undefined)
      const lookup = `instanceTypes ${query.provider}`
      return capabilities.tryForItem(region.connection, lookup, regionKey(region), async () => {
        const service = await serviceFor(region.connection, { priority })
        return service.instanceTypes(query, signal)
      })
    })
  }

  /** Fires when any of the caches has changed. */
  onDidChange(listener: () => void): vscode.Disposable {
    return vscode.Disposable.from(...this.#all.map((part) => part.onDidChange(listener)))
  }

  /**
   * Resolves to whether accounts of projects are missing, undefined if that isn’t known soon after the accounts are
   * loaded: it only adds a note, for which they don’t wait.
   */
  async lacksProjects(connection: Connection): Promise<boolean | undefined> {
    const lookup = this.hasProjects.get(connection)
    await this.accounts.get(connection)
    if (!(await settlesWithin(noteGraceMs, lookup))) return undefined
    return valueOf(await lookup) === true
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
    const key = accountKey(ofZoneProvider(account))
    const isOf = ({ ref, value }: CacheEntry<AccountRef, unknown>) =>
      value !== undefined && accountKey(ofZoneProvider(ref)) === key
    return this.zones.entries.some(isOf) || this.regions.entries.some(isOf)
  }

  /** Invalidates what belongs to an account, or to one of its projects. */
  refreshPlace({ project, ...account }: CloudProjectRef): void {
    const key = accountKey(ofZoneProvider(account))
    const isUnder = (ref: CloudProjectRef) =>
      accountKey(ofZoneProvider(ref)) === key &&
      (project === undefined || (ref.project ?? project) === project)
    if (project === undefined) this.projects.refreshIf(isUnder)
    const { regions, zones, instanceTypes } = this
    for (const part of [regions, zones, instanceTypes]) part.refreshIf(isUnder)
  }

  /** Loads everything again when it is needed, with the unsupported lookups. */
  refresh(): void {
    this.#capabilities.forgetUnsupported()
    this.zoneReader.reset()
    for (const part of this.#all) part.refresh()
  }

  /** Like {@link refresh}, but keeps nothing: what was loaded with another API key isn’t shown any more. */
  forget(): void {
    for (const part of this.#all) part.invalidate()
    this.refresh()
  }

  dispose(): void {
    for (const part of this.#all) part.dispose()
  }

  get #all() {
    const { accounts, hasProjects, projects, regions, zones, instanceTypes } = this
    return [accounts, hasProjects, projects, regions, zones, instanceTypes] as const
  }
}

async function readAccounts(
  first: IteratorResult<Page<CloudAccount>>,
  pages: Pages<CloudAccount>,
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
    if (!(error instanceof ApiError) || error.kind === 'cancelled') throw error
    return { ...list(), isCut: true, error }
  }
}

function hasProvider(account: CloudAccount): account is ListedAccount {
  return account.provider !== undefined
}
