import { ApiError, isUnsupported } from '../api/errors.ts'
import type { Cluster, ClusterStatus } from '../api/clusterSchemas.ts'
import type { CloudConfig } from '../api/poolSchemas.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { ServiceFor } from '../connections/services.ts'
import { AsyncCache, type RequestOptions } from '../cache/asyncCache.ts'
import { Caches } from '../cache/caches.ts'
import {
  type ClusterIndex,
  contentOfList,
  loadFirstPage,
  isCompleteClusterList,
  toClusterList,
  loadNextPage,
  type ClusterList,
  type PagedClusters,
} from './clusterPages.ts'
import { ClusterRequests, mayNeedProject } from './clusterRequests.ts'
import { MachineLists } from './machineLists.ts'
import { configIdentity, configKey, requestConnection, type CloudConfigRef } from '../model/refs.ts'
import { knownVirtualClusters } from '../model/poolFacts.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import { shownResult, valueOf } from '../cache/results.ts'

/** The result of loading a cloud config before or after a deletion. */
export type ConfigResult =
  | { readonly kind: 'answered'; readonly config: CloudConfig }
  | { readonly kind: 'failed'; readonly error: ApiError }
  /**
   * The service doesn’t support the lookup: it has failed for several cloud configs, and never worked. `isForbidden` is
   * true after a 403: then the service may only not allow it for this key.
   */
  | { readonly kind: 'unsupported'; readonly isForbidden: boolean }

/**
 * The caches of clusters, which are loaded page by page, and of their cloud configs and machines. A cached value is
 * undefined if the service doesn’t support the lookup.
 */
export class Clusters extends Caches {
  /** The lists of clusters, which grow by pages. */
  readonly lists: AsyncCache<Connection, PagedClusters | undefined>
  readonly configs: AsyncCache<CloudConfigRef, CloudConfig | undefined>
  /** The machines of the pools whose rows were expanded. */
  readonly machineLists: MachineLists
  readonly #requests: ClusterRequests
  readonly #capabilities: Capabilities

  constructor(serviceFor: ServiceFor, capabilities: Capabilities) {
    super(capabilities)
    this.#requests = new ClusterRequests(serviceFor)
    this.#capabilities = capabilities
    this.lists = new AsyncCache<Connection, PagedClusters | undefined>(
      connectionKey,
      async (connection, { signal }) => this.#loadFirstPage(connection, signal),
      { contentOf: (list) => list && contentOfList(list) },
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

  /** Returns the pages loaded so far; loads the first page if none is loaded. */
  async getList(connection: Connection): Promise<ClusterList | undefined> {
    return toClusterList(await this.lists.get(connection))
  }

  /** Returns the pages loaded so far, without a request. */
  peekList(connection: Connection): ClusterList | undefined {
    const result = this.lists.peek(connection)
    return result && toClusterList(result)
  }

  /** Returns the name of a cloud config’s cluster if that is cached. */
  clusterName(config: CloudConfigRef): string | undefined {
    return this.#findCachedCluster(config)?.name
  }

  /** Adds the project of its cluster, if that is cached, to a reference to a machine pool or cloud config. */
  withClusterProject<R extends CloudConfigRef>(config: R): R {
    const project = config.project ?? this.#findCachedCluster(config)?.project
    return project ? { ...config, project } : config
  }

  /** Returns what is cached about a cloud config and its cluster. */
  cachedFacts(config: CloudConfigRef) {
    const cluster = this.#findCachedCluster(config)
    const list = this.peekList(config.connection)
    const hasNamesake = (this.#indexOf(config.connection)?.countNamed(cluster?.name) ?? 0) > 1
    // An incomplete list may lack another cluster of the same name.
    const mayLackNamesake = cluster !== undefined && !isCompleteClusterList(list)
    return {
      config: valueOf(this.configs.peek(config)),
      /** The pools of the cluster in the list of clusters, where they have no names. */
      listed: cluster?.poolSummaries,
      /** The number of pools in the list of clusters that couldn’t be read. */
      unreadablePools: cluster?.unreadablePools,
      cluster: cluster?.name,
      // A cluster’s UID never changes, so that it is right even in a list from before a failed refresh.
      clusterUid: cluster?.uid,
      /** The state of the cluster in the list, which may be outdated. */
      clusterState: cluster?.state,
      account: cluster?.account,
      virtualClusters: cluster && !list?.previous ? knownVirtualClusters(cluster) : undefined,
      /** True if another cluster has the same name, or may have it. */
      isNameShared: hasNamesake || mayLackNamesake,
    }
  }

  /**
   * Loads a cloud config before or after a deletion, even if the lookup counts as unsupported. Resolves to the kind
   * `failed` for an {@link ApiError}, but rejects if the request is canceled.
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
        ? { kind: 'unsupported', isForbidden: error.kind === 'forbidden' }
        : { kind: 'failed', error }
    }
  }

  /**
   * Loads the state of a cloud config’s cluster. If the cached list doesn’t have the cluster, its UID is `knownUid`;
   * without that, resolves to undefined. Rejects if the request fails.
   */
  async loadClusterStatus(
    config: CloudConfigRef,
    knownUid: string | undefined,
    signal: AbortSignal,
  ): Promise<ClusterStatus | undefined> {
    const uid = this.#findCachedCluster(config)?.uid ?? knownUid
    if (uid === undefined) return undefined
    return this.#requests.cluster(this.withClusterProject(config), { uid }, { signal })
  }

  /** Loads the next page of the list, or the failed page again, and updates the views. */
  async loadMore(connection: Connection): Promise<void> {
    await this.#loadNextPage(connection)
    this.lists.notifyChange()
  }

  /**
   * Yields the list as far as it is loaded; then, for each further result that the caller asks for, loads another page
   * and yields the longer list. A failed page is requested again at first. The views are updated only at the end.
   */
  async *followPages(connection: Connection): AsyncGenerator<ClusterList | undefined> {
    let hasChanged = this.peekList(connection)?.error !== undefined
    try {
      if (hasChanged) await this.#loadNextPage(connection)
      let list = await this.getList(connection)
      yield list
      while (list?.hasMore) {
        hasChanged = true
        await this.#loadNextPage(connection)
        list = await this.getList(connection)
        yield list
      }
    } finally {
      if (hasChanged) this.lists.notifyChange()
    }
  }

  /**
   * Loads as many pages of the list again as are cached, and then replaces the cached list. Invalidates the cloud
   * configs of clusters that aren’t listed any more. Rejects with {@link ApiError}, and then keeps the cached list.
   */
  async refreshList(connection: Connection): Promise<void> {
    const cachedClusters = this.peekList(connection)?.clusters ?? []
    const cachedIndex = this.#indexOf(connection)
    if (cachedClusters.length === 0) return
    const fresh = await this.lists.refreshWith(connection, async () => {
      let list = await this.#loadFirstPage(connection)
      // The cached list may have grown by a page during the refresh.
      const loadedCount = () => this.peekList(connection)?.clusters.length ?? 0
      const isShorter = (size: number) => size < Math.max(cachedClusters.length, loadedCount())
      while (list?.hasMore && isShorter(list.clusters.length)) {
        list = await loadNextPage(list)
        if (list.error) throw list.error
      }
      return list
    })
    // If the list was invalidated during the refresh, its clusters aren’t compared.
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

  /** Returns whether the cached list of clusters is complete, and has no cluster of a cloud config. */
  isGone(config: CloudConfigRef): boolean {
    return (
      isCompleteClusterList(this.peekList(config.connection)) && !this.#findCachedCluster(config)
    )
  }

  /** Invalidates the cloud config of a cluster, and the machines of its pools. */
  invalidateConfig(config: CloudConfigRef): void {
    this.machineLists.invalidateConfig(config)
    this.configs.invalidate(config)
  }

  /** Removes cloud configs, by their {@link configIdentity}, from the cache: one of their pools was deleted. */
  clearConfigs(identities: readonly string[]): void {
    this.configs.clear((config) => identities.includes(configIdentity(config)))
  }

  protected get all() {
    return [this.lists, this.machineLists, this.configs] as const
  }

  /**
   * Requests a cloud config. If the service refuses it without a project, loads the list of clusters, which has the
   * project of the cluster, and requests the cloud config for that project. This happens to a pinned cloud config that
   * is requested before the list is loaded.
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
      return this.#requests.config(configInProject, options)
    }
  }

  #findCachedCluster(config: CloudConfigRef): Cluster | undefined {
    return this.#indexOf(config.connection)?.find(config)
  }

  #indexOf(connection: Connection): ClusterIndex | undefined {
    const result = this.lists.peek(connection)
    return result && shownResult(result)?.value?.index
  }

  /** Loads the next page of the list, or the failed page again, without updating the views. */
  async #loadNextPage(connection: Connection): Promise<void> {
    const result = this.lists.peek(connection)
    if (result && 'value' in result && !result.value?.hasMore) return
    await this.lists.extend(connection, async (list) => list && loadNextPage(list))
  }

  /**
   * Removes the cloud configs and machines of clusters that a complete list no longer has: a window may be open for
   * weeks, while clusters come and go.
   */
  #pruneGoneClusters(): void {
    const isGone = (config: CloudConfigRef) => this.isGone(config)
    this.configs.prune(isGone)
    this.machineLists.prune(isGone)
  }

  /**
   * Loads the first page of the list; resolves to undefined if the service doesn’t support listing clusters. Only the
   * first page shows that: an error of a later page is just an error.
   */
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
