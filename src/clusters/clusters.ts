import { ApiError, isUnsupported } from '../api/errors.ts'
import type { Cluster, ClusterStatus } from '../api/clusterSchemas.ts'
import type { CloudConfig } from '../api/poolSchemas.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { ServiceFor } from '../connections/services.ts'
import { AsyncCache, type RequestOptions } from '../cache/asyncCache.ts'
import { Caches } from '../cache/caches.ts'
import type { ClusterIndex } from './clusterIndex.ts'
import { ClusterRequests, mayNeedProject } from './clusterRequests.ts'
import { MachineLists } from './machineLists.ts'
import {
  loadFirstPage,
  isCompleteClusterList,
  toClusterList,
  loadNextPage,
  type ClusterList,
  type PagedClusters,
} from './clusterPages.ts'
import { configIdentity, configKey, requestConnection, type CloudConfigRef } from '../model/refs.ts'
import { knownVirtualClusters } from '../model/poolFacts.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import { shownResult, valueOf } from '../cache/results.ts'

/** The result of loading a cloud config before or after a deletion. */
export type ConfigResult =
  | { readonly kind: 'answered'; readonly config: CloudConfig }
  | { readonly kind: 'failed'; readonly error: ApiError }
  /** Never supported. */
  | { readonly kind: 'unsupported' }

/**
 * The cached clusters of connections, loaded page by page, and their cloud configs. Undefined stands for an
 * unsupported lookup.
 */
export class Clusters extends Caches {
  /** The lists of clusters, which grow by pages. */
  readonly lists: AsyncCache<Connection, PagedClusters | undefined>
  readonly configs: AsyncCache<CloudConfigRef, CloudConfig | undefined>
  /** The machines of pools, once they’re shown. */
  readonly machineLists: MachineLists
  readonly #requests: ClusterRequests
  readonly #capabilities: Capabilities

  constructor(serviceFor: ServiceFor, capabilities: Capabilities) {
    super(capabilities)
    this.#requests = new ClusterRequests(serviceFor)
    this.#capabilities = capabilities
    this.lists = new AsyncCache(connectionKey, (connection, { signal }) =>
      this.#loadFirstPage(connection, signal),
    )
    this.lists.onDidLoad(() => this.#pruneGoneClusters())
    this.configs = new AsyncCache(configKey, (config: CloudConfigRef, options) =>
      capabilities.tryForItem(config.connection, 'cloudConfig', configKey(config), async () =>
        this.#requestConfigInProject(config, options),
      ),
    )
    this.machineLists = new MachineLists(capabilities, (pool, options) =>
      this.#requests.machines(this.withClusterProject(pool), options),
    )
  }

  /** Returns the clusters loaded so far; loads the first page if there are none. */
  async getList(connection: Connection): Promise<ClusterList | undefined> {
    return toClusterList(await this.lists.get(connection))
  }

  /** Returns the clusters loaded so far, without a request. */
  peekList(connection: Connection): ClusterList | undefined {
    const result = this.lists.peek(connection)
    return result && toClusterList(result)
  }

  /** Returns the cached name of a cloud config’s cluster. */
  clusterName(config: CloudConfigRef): string | undefined {
    return this.#clusterOf(config)?.name
  }

  /** Returns a machine pool or cloud config with the project of its cluster, if cached. */
  withClusterProject<R extends CloudConfigRef>(config: R): R {
    const project = config.project ?? this.#clusterOf(config)?.project
    return project ? { ...config, project } : config
  }

  /** Returns everything cached about a cloud config. */
  cachedFacts(config: CloudConfigRef) {
    const cluster = this.#clusterOf(config)
    const list = this.peekList(config.connection)
    const hasNamesake = (this.#indexOf(config.connection)?.countNamed(cluster?.name) ?? 0) > 1
    // A list that isn’t complete may lack another cluster of that name.
    const mayLackNamesake = cluster !== undefined && !isCompleteClusterList(list)
    return {
      config: valueOf(this.configs.peek(config)),
      /** Its pools in the list, without names. */
      listed: cluster?.poolSummaries,
      cluster: cluster?.name,
      // Of a list from before a failed refresh, only the UID is sure not to have changed.
      clusterUid: cluster?.uid,
      account: cluster?.account,
      virtualClusters: cluster && !list?.last ? knownVirtualClusters(cluster) : undefined,
      isNameShared: hasNamesake || mayLackNamesake,
    }
  }

  /**
   * Loads a cloud config before or after a deletion, even if the lookup counts as unsupported. Rejects if
   * canceled, and with errors other than {@link ApiError}.
   */
  async loadConfig(config: CloudConfigRef, options: RequestOptions): Promise<ConfigResult> {
    const { connection } = config
    const key = configKey(config)
    try {
      const found = await this.configs.refreshWith(config, () =>
        this.#capabilities.tryAnyway(connection, 'cloudConfig', key, () =>
          this.#requests.config(this.withClusterProject(config), options),
        ),
      )
      return { kind: 'answered', config: found }
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind === 'cancelled') throw error
      const isSupported =
        this.#capabilities.isSupported(connection, 'cloudConfig') ||
        this.#capabilities.hasWorkedAnywhere(connection, 'cloudConfig')
      return isUnsupported(error) && !isSupported
        ? { kind: 'unsupported' }
        : { kind: 'failed', error }
    }
  }

  /** Loads the state of a cloud config’s cluster; undefined if the cluster isn’t in the cached list. Rejects if that fails. */
  async loadClusterStatus(
    config: CloudConfigRef,
    signal: AbortSignal,
  ): Promise<ClusterStatus | undefined> {
    const cluster = this.#clusterOf(config)
    return cluster && this.#requests.cluster(this.withClusterProject(config), cluster, { signal })
  }

  /** Loads the next page, or the failed page again. */
  async loadMore(connection: Connection): Promise<void> {
    await this.#extend(connection)
    this.lists.notifyChange()
  }

  /**
   * Yields the clusters loaded so far, and again after each page, which is loaded when it is requested;
   * retries a failed page. The views are updated at the end.
   */
  async *followPages(connection: Connection): AsyncGenerator<ClusterList | undefined> {
    let hasChanged = this.peekList(connection)?.error !== undefined
    try {
      if (hasChanged) await this.#extend(connection)
      let list = await this.getList(connection)
      yield list
      while (list?.hasMore) {
        hasChanged = true
        await this.#extend(connection)
        list = await this.getList(connection)
        yield list
      }
    } finally {
      if (hasChanged) this.lists.notifyChange()
    }
  }

  /**
   * Loads the list again, as far as it was loaded, and replaces it at the end; invalidates what is cached of
   * clusters that are gone. Rejects with {@link ApiError}, and then keeps the earlier list.
   */
  async refreshList(connection: Connection): Promise<void> {
    const cachedClusters = this.peekList(connection)?.clusters ?? []
    const cachedIndex = this.#indexOf(connection)
    if (cachedClusters.length === 0) return
    const fresh = await this.lists.refreshWith(connection, async () => {
      let list = await this.#loadFirstPage(connection)
      // Meanwhile, another page may have been loaded.
      const loadedCount = () => this.peekList(connection)?.clusters.length ?? 0
      const isShorter = (size: number) => size < Math.max(cachedClusters.length, loadedCount())
      while (list?.hasMore && isShorter(list.clusters.length)) {
        list = await loadNextPage(list)
        if (list.error) throw list.error
      }
      return list
    })
    // If it was invalidated meanwhile, nothing is known.
    const isReplaced = valueOf(this.lists.peek(connection)) === fresh
    if (!isReplaced || !isCompleteClusterList(fresh)) return
    const key = connectionKey(connection)
    const isGone = (ref: CloudConfigRef) => {
      if (connectionKey(ref.connection) !== key || fresh?.index.find(ref)) return false
      return cachedIndex?.find(ref) !== undefined
    }
    this.machineLists.invalidate(isGone)
    this.configs.invalidate(isGone)
    this.#pruneGoneClusters()
  }

  /** Invalidates the cloud config of a cluster, and the machines of its pools. */
  invalidateConfig(config: CloudConfigRef): void {
    this.machineLists.invalidateConfig(config)
    this.configs.invalidate(config)
  }

  /** Removes cloud configs with these identities from the cache: they have a pool that was deleted. */
  clearConfigs(identities: readonly string[]): void {
    this.configs.clear((config) => identities.includes(configIdentity(config)))
  }

  protected get all() {
    return [this.lists, this.machineLists, this.configs] as const
  }

  /**
   * Requests a cloud config, and again with the project of its cluster if it was refused without. A pinned cloud config
   * may be requested before the list of clusters is loaded, which has the project.
   */
  async #requestConfigInProject(config: CloudConfigRef, options: RequestOptions) {
    const scopedConfig = this.withClusterProject(config)
    try {
      return await this.#requests.config(scopedConfig, options)
    } catch (error) {
      const hasProject = requestConnection(scopedConfig).projectUid !== undefined
      if (hasProject || !mayNeedProject(error)) throw error
      await this.lists.get(config.connection)
      const configInProject = this.withClusterProject(config)
      if (!configInProject.project) throw error
      return this.#requests.config(configInProject, { signal: options.signal })
    }
  }

  #clusterOf(config: CloudConfigRef): Cluster | undefined {
    return this.#indexOf(config.connection)?.find(config)
  }

  #indexOf(connection: Connection): ClusterIndex | undefined {
    const result = this.lists.peek(connection)
    return result && shownResult(result)?.value?.index
  }

  async #extend(connection: Connection): Promise<void> {
    const result = this.lists.peek(connection)
    if (result && 'value' in result && !result.value?.hasMore) return
    await this.lists.extend(connection, async (list) => list && loadNextPage(list))
  }

  /** Frees what was cached of clusters that complete lists lack by now: clusters may come and go as long as a window lives. */
  #pruneGoneClusters(): void {
    const isGone = (config: CloudConfigRef) =>
      isCompleteClusterList(this.peekList(config.connection)) && !this.#clusterOf(config)
    this.configs.prune(isGone)
    this.machineLists.prune(isGone)
  }

  /** Once a page was loaded, the list is supported, even if a later page fails. */
  async #loadFirstPage(connection: Connection, signal?: AbortSignal) {
    return this.#capabilities.tryCall(
      connection,
      'clusterSearch',
      async () => {
        const service = await this.#requests.service(connection)
        return loadFirstPage(service.clusters(signal))
      },
      async () => (await this.#requests.service(connection)).whoAmI(),
    )
  }
}
