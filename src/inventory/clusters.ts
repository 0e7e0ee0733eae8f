import * as vscode from 'vscode'
import { ApiError } from '../api/client.ts'
import type { Page } from '../api/lookups.ts'
import type { CloudConfig, Cluster } from '../api/lookupSchemas.ts'
import { providerOfCloudType } from '../api/providers.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { ServiceFor } from '../connections/services.ts'
import { Cached } from './cached.ts'
import { inspect, type Inspected } from './inspection.ts'
import { configKey, type CloudConfigRef, type MachinePoolRef } from './machinePoolRef.ts'
import type { Offers } from './offers.ts'

/** The clusters that have been read so far. */
export interface ClusterList {
  readonly clusters: readonly Cluster[]
  /** Whether there is another page, or one to try again. */
  readonly hasMore: boolean
  /** Why the last page could not be read. */
  readonly error?: ApiError | undefined
}

/**
 * The clusters behind a connection, read page by page as they are asked for, and their cloud configs.
 * Undefined stands for a lookup that the service does not offer.
 */
export class Clusters implements vscode.Disposable {
  readonly configs: Cached<CloudConfigRef, CloudConfig | undefined>
  readonly #serviceFor: ServiceFor
  readonly #offers: Offers
  readonly #lists = new Map<string, PagedList>()
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #began = new vscode.EventEmitter<void>()

  /** Fires when the first page of a list has come. */
  readonly onDidBegin = this.#began.event

  constructor(serviceFor: ServiceFor, offers: Offers) {
    this.#serviceFor = serviceFor
    this.#offers = offers
    this.configs = new Cached(configKey, (config, signal) =>
      offers.askOfOne(config.connection, 'cloudConfig', async () =>
        (await serviceFor(config.connection)).cloudConfig(config, signal),
      ),
    )
  }

  /** Fires when any of it is to be shown anew. */
  onDidChange(listener: () => void): vscode.Disposable {
    return vscode.Disposable.from(this.#changed.event(listener), this.configs.onDidChange(listener))
  }

  /** What has been read; reads the first page where nothing has. */
  async get(connection: Connection): Promise<ClusterList | undefined> {
    const list = this.#list(connection)
    if (!list.isStarted) {
      await list.next()
      this.#began.fire()
    }
    return list.read
  }

  /** What has been read; reads nothing. */
  peek(connection: Connection): ClusterList | undefined {
    return this.#lists.get(connectionKey(connection))?.read
  }

  /** What the service calls the cluster of a cloud config, as far as it has been read. */
  clusterName({ connection, provider, configUid }: CloudConfigRef): string | undefined {
    const isIt = (one: Cluster) =>
      providerOfCloudType(one.cloudType) === provider && one.configUid === configUid
    return this.peek(connection)?.clusters.find(isIt)?.name
  }

  /** Reads the next page, or again the one that failed. */
  async more(connection: Connection): Promise<void> {
    await this.#list(connection).next()
    this.#changed.fire()
  }

  /** Reads anew what the service tells of machine pools that are to be deleted together. */
  async inspect(pools: readonly MachinePoolRef[], signal: AbortSignal): Promise<Inspected[]> {
    return inspect(pools, (pool) => this.configs.readNow(pool, signal))
  }

  /** How many machines a pool has; undefined where the service does not tell. */
  async machineCount(pool: MachinePoolRef, signal: AbortSignal): Promise<number | undefined> {
    const { connection } = pool
    try {
      return await this.#offers.askOfOne(connection, 'machines', async () => {
        const service = await this.#serviceFor(connection)
        return (await service.machines(pool, signal)).length
      })
    } catch (error) {
      if (error instanceof ApiError) return undefined
      throw error
    }
  }

  /** Leaves a pool that is gone out of what was read: the list of clusters is not read again for it. */
  drop(pool: MachinePoolRef): void {
    this.#list(pool.connection).drop(pool)
    this.#changed.fire()
  }

  /** Forgets all, so that it is read again when it is shown. */
  refresh(): void {
    this.#offers.forget()
    this.#lists.clear()
    this.configs.refresh()
  }

  dispose(): void {
    this.configs.dispose()
    this.#changed.dispose()
    this.#began.dispose()
  }

  #list(connection: Connection): PagedList {
    const key = connectionKey(connection)
    const list =
      this.#lists.get(key) ??
      new PagedList(
        (run) => this.#offers.ask(connection, 'clusterSearch', run),
        async () => (await this.#serviceFor(connection)).clusters(),
      )
    this.#lists.set(key, list)
    return list
  }
}

/** A list that grows a page at a time; two who want the next page share it. */
class PagedList {
  /** Undefined where the service does not offer the list. */
  read: ClusterList | undefined = { clusters: [], hasMore: true }
  isStarted = false
  #pages: AsyncGenerator<Page<Cluster>> | undefined
  #pending: Promise<void> | undefined
  readonly #ask: <T>(run: () => Promise<T>) => Promise<T | undefined>
  readonly #start: () => Promise<AsyncGenerator<Page<Cluster>>>

  constructor(
    ask: <T>(run: () => Promise<T>) => Promise<T | undefined>,
    start: () => Promise<AsyncGenerator<Page<Cluster>>>,
  ) {
    this.#ask = ask
    this.#start = start
  }

  async next(): Promise<void> {
    if (!this.read?.hasMore) return
    this.#pending ??= this.#readPage().finally(() => (this.#pending = undefined))
    await this.#pending
  }

  drop({ provider, configUid, machinePoolName }: MachinePoolRef): void {
    if (!this.read) return
    const clusters = this.read.clusters.map((cluster) =>
      cluster.configUid === configUid && providerOfCloudType(cluster.cloudType) === provider
        ? { ...cluster, pools: cluster.pools.filter(({ name }) => name !== machinePoolName) }
        : cluster,
    )
    this.read = { ...this.read, clusters }
  }

  async #readPage(): Promise<void> {
    // Without pages the list starts anew; until then, what was read stands.
    const clusters = (this.#pages && this.read?.clusters) ?? []
    try {
      const page = await this.#ask(async () => {
        this.#pages ??= await this.#start()
        return this.#pages.next()
      })
      this.isStarted = true
      this.read = page && {
        clusters: page.done ? clusters : withOthers(clusters, page.value.items),
        hasMore: !page.done && page.value.hasMore,
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // A generator that threw has ended: the next try starts from the first page.
      this.#pages = undefined
      this.isStarted = true
      this.read = { clusters: this.read?.clusters ?? [], hasMore: true, error }
    }
  }
}

/** Each cluster once: while pages are turned, the service's list may move. */
function withOthers(known: readonly Cluster[], more: readonly Cluster[]): readonly Cluster[] {
  const key = ({ cloudType, configUid }: Cluster) => JSON.stringify([cloudType, configUid])
  const all = new Map([...known, ...more].map((cluster) => [key(cluster), cluster]))
  return [...all.values()]
}
