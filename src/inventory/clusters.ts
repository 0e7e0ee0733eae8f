import * as vscode from 'vscode'
import { ApiError, isUnsupported } from '../api/errors.ts'
import type { CloudConfig, Cluster } from '../api/lookupSchemas.ts'
import type { ClusterEvent, Machines, Page } from '../api/lookups.ts'
import { isOfConfig } from '../api/providers.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { Service, ServiceFor, ServiceOptions } from '../connections/services.ts'
import { AsyncCache } from './asyncCache.ts'
import { ClusterPages, isWhole, type ClusterList } from './clusterPages.ts'
import type { ConfigResult, Known } from './inspection.ts'
import {
  configIdentity,
  configKey,
  machinePoolIdentity,
  machinePoolKey,
  scoped,
  type CloudConfigRef,
  type MachinePoolRef,
} from './machinePoolRef.ts'
import type { Capabilities } from './capabilities.ts'
import { valueOf } from './results.ts'

type ReadOptions = Pick<ServiceOptions, 'priority' | 'onRequest'>

/**
 * The cached clusters of connections, loaded page by page, and their cloud configs. Undefined stands for an
 * unsupported lookup.
 */
export class Clusters implements vscode.Disposable {
  readonly configs: AsyncCache<CloudConfigRef, CloudConfig | undefined>
  /** The numbers of machines in pools, whose size is only the minimum with autoscaling. */
  readonly machineCounts: AsyncCache<MachinePoolRef, number | undefined>
  /** The machines of pools, once they’re shown. */
  readonly machineLists: AsyncCache<MachinePoolRef, Machines | undefined>
  /** The newest warnings among the latest events of clusters, once they’re shown. */
  readonly warnings: AsyncCache<CloudConfigRef, ClusterEvent | undefined>
  readonly #serviceFor: ServiceFor
  readonly #capabilities: Capabilities
  readonly #lists = new Map<string, ClusterPages>()
  /** The lists that are refreshed, by the same keys. */
  readonly #earlier = new Map<string, ClusterList>()
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #began = new vscode.EventEmitter<void>()

  /** Fires when the first page of a list was loaded. */
  readonly onDidBegin = this.#began.event

  constructor(serviceFor: ServiceFor, capabilities: Capabilities) {
    this.#serviceFor = serviceFor
    this.#capabilities = capabilities
    this.configs = new AsyncCache(configKey, (config, signal, priority) =>
      capabilities.tryForItem(config.connection, 'cloudConfig', configKey(config), async () =>
        (await this.#serviceOf(config, { priority })).cloudConfig(config, signal),
      ),
    )
    this.machineCounts = new AsyncCache(machinePoolKey, (pool, signal, priority) =>
      capabilities.tryForItem(pool.connection, 'machines', machinePoolKey(pool), async () =>
        (await this.#serviceOf(pool, { priority })).machineCount(pool, signal),
      ),
    )
    this.machineLists = new AsyncCache(machinePoolKey, (pool, signal, priority) =>
      capabilities.tryForItem(pool.connection, 'machines', machinePoolKey(pool), async () =>
        (await this.#serviceOf(pool, { priority })).machines(pool, signal),
      ),
    )
    this.warnings = new AsyncCache(configKey, (config, signal) =>
      this.#newestWarning(config, signal),
    )
  }

  /** Fires when any of the caches has changed. */
  onDidChange(listener: () => void): vscode.Disposable {
    return vscode.Disposable.from(
      this.#changed.event(listener),
      this.configs.onDidChange(listener),
      this.machineLists.onDidChange(listener),
      this.warnings.onDidChange(listener),
    )
  }

  /** Returns the clusters loaded so far; loads the first page if there are none. */
  async get(connection: Connection): Promise<ClusterList | undefined> {
    const list = this.#list(connection)
    if (!list.isStarted) {
      await list.next()
      // A caller that still waits after an invalidation gets the new list.
      if (list.isAborted) return this.get(connection)
      this.#began.fire()
    }
    return list.read
  }

  /** Returns the clusters loaded so far, without a request. */
  peek(connection: Connection): ClusterList | undefined {
    return this.#lists.get(connectionKey(connection))?.read
  }

  /** Returns the cached name of a cloud config’s cluster. */
  clusterName(config: CloudConfigRef): string | undefined {
    return this.#clusterOf(config)?.name
  }

  /** Returns a machine pool or cloud config with the project of its cluster, if cached. */
  inProject<R extends CloudConfigRef>(config: R): R {
    const project = config.project ?? this.#clusterOf(config)?.project
    return project ? { ...config, project } : config
  }

  /** Returns everything cached about a cloud config. */
  known(config: CloudConfigRef): Known {
    const cluster = this.#clusterOf(config)
    const list = this.peek(config.connection)
    const sameName = list?.clusters.filter(({ name }) => name === cluster?.name) ?? []
    return {
      config: valueOf(this.configs.peek(config)),
      listed: cluster?.poolSummaries,
      cluster: cluster?.name,
      // Of a list from before a failed refresh, only the UID is sure not to have changed.
      listedCluster: list?.last ? cluster && { uid: cluster.uid, poolSummaries: [] } : cluster,
      // A list that couldn’t be loaded again may lack the other cluster.
      isNameShared: sameName.length > 1 || (cluster !== undefined && list?.error !== undefined),
    }
  }

  /**
   * Loads a cloud config before or after a deletion, even if the lookup counts as unsupported. Rejects if
   * canceled, and with errors other than {@link ApiError}.
   */
  async loadConfig(
    config: CloudConfigRef,
    signal: AbortSignal,
    options: ReadOptions = { priority: 'urgent' },
  ): Promise<ConfigResult> {
    const { connection } = config
    const read = async () => (await this.#serviceOf(config, options)).cloudConfig(config, signal)
    try {
      const found = await this.configs.refetchBy(config, () =>
        this.#capabilities.tryAnyway(connection, 'cloudConfig', configKey(config), read),
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

  /** Loads the next page, or the failed one again. */
  async more(connection: Connection): Promise<void> {
    await this.#list(connection).next()
    this.#changed.fire()
  }

  /**
   * Yields the clusters loaded so far, and again after each page, which is loaded when it is requested;
   * retries a failed page. The views are updated at the end.
   */
  async *follow(connection: Connection): AsyncGenerator<ClusterList | undefined> {
    let hasChanged = false
    const next = async () => {
      hasChanged = true
      await this.#list(connection).next()
    }
    try {
      if (this.peek(connection)?.error) await next()
      let list = await this.get(connection)
      yield list
      while (list?.hasMore) {
        await next()
        list = await this.get(connection)
        yield list
      }
    } finally {
      if (hasChanged) this.#changed.fire()
    }
  }

  /**
   * Loads the list again, as far as it was loaded, and replaces it at the end; invalidates what is cached of
   * clusters that are gone. Rejects with {@link ApiError}, and then keeps the earlier list.
   */
  async reload(connection: Connection): Promise<void> {
    const key = connectionKey(connection)
    const old = this.#lists.get(key)
    if (!old?.read?.clusters.length) return
    const wanted = old.read.clusters.length
    const fresh = this.#newList(connection)
    do await fresh.next()
    while (fresh.read?.hasMore && !fresh.read.error && fresh.read.clusters.length < wanted)
    if (fresh.read?.error) throw fresh.read.error
    if (this.#lists.get(key) !== old) return // refreshed or loaded anew in the meantime
    this.#lists.set(key, fresh)
    if (isWhole(fresh.read)) {
      const gone = new Set(old.read.clusters.map(({ configUid }) => configUid))
      for (const { configUid } of fresh.read?.clusters ?? []) gone.delete(configUid)
      const isGone = (ref: CloudConfigRef) =>
        connectionKey(ref.connection) === key && gone.has(ref.configUid)
      this.configs.refs.filter(isGone).forEach((ref) => this.refreshConfig(ref))
    }
    this.#changed.fire()
  }

  /** Invalidates the cloud config of a cluster, and the machines of its pools. */
  refreshConfig(config: CloudConfigRef): void {
    const key = configKey(config)
    const isInConfig = (pool: MachinePoolRef) => configKey(pool) === key
    this.machineCounts.refreshIf(isInConfig)
    this.machineLists.refreshIf(isInConfig)
    this.warnings.invalidate(config)
    this.configs.refresh(config)
  }

  /** Lists the machines of a pool; undefined if that isn’t supported or fails. */
  async machines(
    pool: MachinePoolRef,
    signal: AbortSignal,
    options?: ReadOptions,
  ): Promise<Machines | undefined> {
    const { connection } = pool
    const read = async () => (await this.#serviceOf(pool, options)).machines(pool, signal)
    // What is shown stays in sync. A deletion’s pool has the project of its cluster, and the view’s may not.
    const identity = machinePoolIdentity(pool)
    const isPool = (one: MachinePoolRef) =>
      one.connection.name === connection.name && machinePoolIdentity(one) === identity
    const ask = () =>
      this.#capabilities.tryForItem(connection, 'machines', machinePoolKey(pool), read)
    try {
      const shown = this.machineLists.refs.find(isPool)
      return await (shown ? this.machineLists.refetchBy(shown, ask) : ask())
    } catch (error) {
      if (error instanceof ApiError) return undefined
      throw error
    }
  }

  /** Loads the newest warning of a cluster again, unless that has been denied. Never rejects. */
  async refreshWarning(
    config: CloudConfigRef,
    signal: AbortSignal,
    options: ReadOptions,
  ): Promise<void> {
    const identity = configIdentity(config)
    for (const shown of this.warnings.refs.filter((one) => configIdentity(one) === identity)) {
      const known = this.warnings.peek(shown)
      if (!known || ('error' in known && isUnsupported(known.error))) continue
      const read = () => this.#newestWarning(shown, signal, options)
      await this.warnings.refetchBy(shown, read).catch(() => {})
    }
  }

  /** Returns whether the machines of pools may be listed, as far as is known. */
  mayListMachines(connection: Connection): boolean {
    return this.#capabilities.isSupported(connection, 'machines')
  }

  /** Invalidates the cloud configs of deletions. */
  forgetConfigs(identities: readonly string[]): void {
    for (const ref of this.configs.refs) {
      if (identities.includes(configIdentity(ref))) this.configs.invalidate(ref)
    }
  }

  /** Loads everything again when it is needed. If that fails, views show what there was before. */
  refresh(): void {
    this.#capabilities.forgetUnsupported()
    for (const key of this.#lists.keys()) this.#refreshList(key)
    this.machineCounts.refresh()
    this.machineLists.refresh()
    this.warnings.invalidate()
    this.configs.refresh()
  }

  /** Like {@link refresh}, but only for the list of clusters of a connection. */
  refreshList(connection: Connection): void {
    this.#capabilities.forgetUnsupported()
    this.#refreshList(connectionKey(connection))
    this.#changed.fire()
  }

  /** Like {@link refresh}, but keeps nothing: what was loaded with another API key isn’t shown any more. */
  forget(): void {
    for (const list of this.#lists.values()) list.abort()
    this.#lists.clear()
    this.#earlier.clear()
    this.machineCounts.invalidate()
    this.machineLists.invalidate()
    this.configs.invalidate()
    this.refresh()
  }

  dispose(): void {
    for (const list of this.#lists.values()) list.abort()
    this.configs.dispose()
    this.machineCounts.dispose()
    this.machineLists.dispose()
    this.warnings.dispose()
    this.#changed.dispose()
    this.#began.dispose()
  }

  /** Only the first page, because a cluster may have thousands of events. */
  async #newestWarning(
    config: CloudConfigRef,
    signal?: AbortSignal,
    options?: ReadOptions,
  ): Promise<ClusterEvent | undefined> {
    const uid = this.#clusterOf(config)?.uid
    if (uid === undefined) return undefined
    return this.#capabilities.tryForItem(config.connection, 'events', uid, async () => {
      const events = (await this.#serviceOf(config, options)).events(uid, signal)
      const page: IteratorResult<Page<ClusterEvent>, undefined> = await events.next()
      const warnings = page.value?.items.filter(({ isWarning }) => isWarning) ?? []
      return warnings.sort(({ at: a = '' }, { at: b = '' }) => b.localeCompare(a))[0]
    })
  }

  #serviceOf(config: CloudConfigRef, options?: ReadOptions): Promise<Service> {
    return this.#serviceFor(scoped(this.inProject(config)), options)
  }

  #clusterOf(config: CloudConfigRef): Cluster | undefined {
    const clusters = this.peek(config.connection)?.clusters
    return clusters?.find((cluster) => isOfConfig(cluster, config))
  }

  #refreshList(key: string): void {
    const list = this.#lists.get(key)
    list?.abort()
    this.#lists.delete(key)
    if (list?.read?.clusters.length) this.#earlier.set(key, list.read)
    // What the service has said to be gone must not come back.
    else if (list?.isStarted && !list.read?.error) this.#earlier.delete(key)
  }

  #list(connection: Connection): ClusterPages {
    const key = connectionKey(connection)
    const list = this.#lists.get(key) ?? this.#newList(connection)
    this.#lists.set(key, list)
    return list
  }

  #newList(connection: Connection): ClusterPages {
    return new ClusterPages(
      (run) =>
        this.#capabilities.tryCall(connection, 'clusterSearch', run, async () =>
          (await this.#serviceFor(connection)).whoAmI(),
        ),
      async (signal) => (await this.#serviceFor(connection)).clusters(signal),
      this.#earlier.get(connectionKey(connection)),
    )
  }
}
