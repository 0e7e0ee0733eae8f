import * as vscode from 'vscode'
import type { Zone } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import type { CloudAccount, CloudProject, Region } from '../api/lookupSchemas.ts'
import { zoneProvider } from '../api/providers.ts'
import type { Priority } from '../api/rateLimiter.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { ServiceFor } from '../connections/services.ts'
import { Cached } from './cached.ts'
import type { Offers } from './offers.ts'

/** A cloud account as it is listed; without its provider nothing can be asked of it. */
export type ListedAccount = CloudAccount & { provider: string }

/** The cloud accounts that a service lists. */
export interface AccountList {
  readonly accounts: readonly ListedAccount[]
  /** There may be others: the list could not be read to its end. */
  readonly isCut: boolean
}

/** A cloud account of a connection. */
export interface AccountRef {
  readonly connection: Connection
  readonly provider: string
  readonly cloudAccountUid: string
}

/** A project that a cloud account has in its cloud; only gcp has them. */
export interface CloudProjectRef extends AccountRef {
  readonly project?: string | undefined
}

/** A region as a cloud account of a connection sees it. */
export interface RegionRef extends CloudProjectRef {
  readonly region: string
}

/**
 * What is known of the clouds behind a connection: accounts, regions, zones. Undefined stands for a
 * lookup that the service does not offer.
 */
export class Clouds implements vscode.Disposable {
  readonly accounts: Cached<Connection, AccountList | undefined>
  readonly projects: Cached<AccountRef, readonly CloudProject[] | undefined>
  readonly regions: Cached<CloudProjectRef, readonly Region[] | undefined>
  readonly zones: Cached<RegionRef, readonly Zone[]>
  readonly #offers: Offers
  /** Where zones are read by the path that a provider has for itself. */
  readonly #ownPaths = new Set<string>()

  constructor(serviceFor: ServiceFor, offers: Offers) {
    this.#offers = offers
    this.accounts = new Cached(connectionKey, (connection, signal, priority) =>
      offers.ask(connection, 'accounts', async () => {
        const service = await serviceFor(connection, { priority })
        const accounts: ListedAccount[] = []
        let isCut = false
        for await (const page of service.cloudAccounts(signal)) {
          accounts.push(...page.items.filter(hasProvider))
          isCut = page.isCut
        }
        return { accounts, isCut }
      }),
    )
    this.projects = new Cached(accountKey, (account, signal, priority) => {
      const { connection } = account
      if (zoneProvider(account.provider) !== 'gcp') return Promise.resolve(undefined)
      return offers.askOfOne(connection, 'gcpProjects', async () => {
        const service = await serviceFor(connection, { priority })
        return service.cloudProjects(ofZoneProvider(account), signal)
      })
    })
    this.regions = new Cached(projectKey, (account, signal, priority) => {
      const provider = zoneProvider(account.provider)
      // Its regions are those of a project.
      if (provider === 'gcp' && !account.project) return Promise.resolve(undefined)
      return offers.askOfOne(account.connection, `regions ${provider}`, async () => {
        const service = await serviceFor(account.connection, { priority })
        return service.regions(ofZoneProvider(account), signal)
      })
    })
    this.zones = new Cached(regionKey, zoneReader(serviceFor, this.#ownPaths))
  }

  /** Fires when any of it is to be shown anew. */
  onDidChange(listener: () => void): vscode.Disposable {
    return vscode.Disposable.from(...this.#all.map((part) => part.onDidChange(listener)))
  }

  /** What the service calls an account, as far as it has been read. */
  accountName({ connection, provider, cloudAccountUid }: AccountRef): string | undefined {
    const read = this.accounts.peek(connection)
    const listed = read && 'value' in read ? read.value : undefined
    const isIt = (one: ListedAccount) =>
      one.provider === zoneProvider(provider) && one.uid === cloudAccountUid
    return listed?.accounts.find(isIt)?.name
  }

  /** Whether the zones of a region are read by its provider's own path, not by the documented one. */
  usesOwnPath({ connection, provider }: RegionRef): boolean {
    return this.#ownPaths.has(pathKey(connection, zoneProvider(provider)))
  }

  /** Forgets all, and which lookups are not offered, so that all is read again when it is shown. */
  refresh(): void {
    this.#offers.forget()
    for (const part of this.#all) part.refresh()
  }

  dispose(): void {
    for (const part of this.#all) part.dispose()
  }

  get #all() {
    return [this.accounts, this.projects, this.regions, this.zones] as const
  }
}

/**
 * Reads zones by the documented path first; where that is not there, by the provider's own, which is
 * remembered (lookups.md, “Where the documented zone operation differs”).
 */
function zoneReader(serviceFor: ServiceFor, ownPaths: Set<string>) {
  return async (
    region: RegionRef,
    signal?: AbortSignal,
    priority?: Priority,
  ): Promise<readonly Zone[]> => {
    const service = await serviceFor(region.connection, { priority })
    const query = ofZoneProvider(region)
    // The same path as documented, but mostly with a body of its own.
    if (query.provider === 'azure') return service.providerZones(query, signal)
    const key = pathKey(region.connection, query.provider)
    try {
      if (ownPaths.has(key)) return await service.providerZones(query, signal)
    } catch (error) {
      // Without the project, say, that others were read with: then by the path that needs none.
      if (!isUnasked(error)) throw error
    }
    try {
      return await service.listZones(query, signal)
    } catch (error) {
      if (!isPathMissing(error)) throw error
      // Where that one is not there either, the documented path is what the user should hear of.
      const zones = await service.providerZones(query, signal).catch((second: unknown) => {
        throw isPathMissing(second) || isUnasked(second) ? error : second
      })
      ownPaths.add(key)
      return zones
    }
  }
}

function pathKey(connection: Connection, provider: string): string {
  return connectionKey(connection, provider)
}

function hasProvider(account: CloudAccount): account is ListedAccount {
  return account.provider !== undefined
}

function isPathMissing(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'notFound'
}

/** A provider's own path may need what the user has not given, such as gcp's project. */
function isUnasked(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'invalidInput'
}

/** The same thing under the provider whose accounts, regions and zones it uses. */
function ofZoneProvider<R extends AccountRef>(ref: R): R {
  return { ...ref, provider: zoneProvider(ref.provider) }
}

function accountKey({ connection, provider, cloudAccountUid }: AccountRef): string {
  return connectionKey(connection, provider, cloudAccountUid)
}

function projectKey({ connection, provider, cloudAccountUid, project }: CloudProjectRef): string {
  return connectionKey(connection, provider, cloudAccountUid, project)
}

function regionKey(ref: RegionRef): string {
  const { connection, provider, cloudAccountUid, project, region } = ref
  return connectionKey(connection, provider, cloudAccountUid, project, region)
}
