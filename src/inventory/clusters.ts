import * as vscode from 'vscode'
import { ApiError, isNotOffered } from '../api/errors.ts'
import type { CloudConfig, Cluster } from '../api/lookupSchemas.ts'
import type { Machines } from '../api/lookups.ts'
import { isOfConfig } from '../api/providers.ts'
import type { Priority } from '../api/rateLimiter.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { Service, ServiceFor } from '../connections/services.ts'
import { AsyncCache } from './asyncCache.ts'
import { ClusterPages, type ClusterList } from './clusterPages.ts'
import type { Known, Look } from './inspection.ts'
import {
  configIdentity,
  configKey,
  machinePoolKey,
  scoped,
  type CloudConfigRef,
  type MachinePoolRef,
} from './machinePoolRef.ts'
import type { Capabilities } from './capabilities.ts'
import { valueOf } from './results.ts'

/**
 * The clusters behind a connection, read page by page as they are asked for, and their cloud configs.
 * Undefined stands for a lookup that the service does not offer.
 */
export class Clusters implements vscode.Disposable {
  readonly configs: AsyncCache<CloudConfigRef, CloudConfig | undefined>
  /** How many machines a pool has: with autoscaling its size tells only the fewest. */
  readonly machineCounts: AsyncCache<MachinePoolRef, number | undefined>
  readonly #serviceFor: ServiceFor
  readonly #capabilities: Capabilities
  readonly #lists = new Map<string, ClusterPages>()
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #began = new vscode.EventEmitter<void>()

  /** Fires when the first page of a list has come. */
  readonly onDidBegin = this.#began.event

  constructor(serviceFor: ServiceFor, capabilities: Capabilities) {
    this.#serviceFor = serviceFor
    this.#capabilities = capabilities
    this.configs = new AsyncCache(configKey, (config, signal, priority) =>
      capabilities.tryForItem(config.connection, 'cloudConfig', configKey(config), async () =>
        (await this.#serviceOf(config, priority)).cloudConfig(config, signal),
      ),
    )
    this.machineCounts = new AsyncCache(machinePoolKey, (pool, signal, priority) =>
      capabilities.tryForItem(pool.connection, 'machines', machinePoolKey(pool), async () =>
        (await this.#serviceOf(pool, priority)).machineCount(pool, signal),
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
      // Who still waits when it is dropped gets what is read in its place.
      if (list.isAborted) return this.get(connection)
      this.#began.fire()
    }
    return list.read
  }

  /** What has been read; reads nothing. */
  peek(connection: Connection): ClusterList | undefined {
    return this.#lists.get(connectionKey(connection))?.read
  }

  /** What the service calls the cluster of a cloud config, as far as it has been read. */
  clusterName(config: CloudConfigRef): string | undefined {
    return this.#clusterOf(config)?.name
  }

  /** A machine pool or cloud config with the project of its cluster, as far as it has been read. */
  inProject<R extends CloudConfigRef>(config: R): R {
    const project = config.project ?? this.#clusterOf(config)?.project
    return project ? { ...config, project } : config
  }

  /** All that was read of a cloud config so far. */
  known(config: CloudConfigRef): Known {
    const cluster = this.#clusterOf(config)
    return {
      config: valueOf(this.configs.peek(config)),
      listed: cluster?.poolSummaries,
      cluster: cluster?.name,
    }
  }

  /**
   * Looks at a cloud config before or after a deletion: always asks the service, whatever it is
   * believed to support. Rejects if canceled, and with what is no {@link ApiError}.
   */
  async look(
    config: CloudConfigRef,
    signal: AbortSignal,
    priority: Priority = 'urgent',
  ): Promise<Look> {
    const { connection } = config
    const read = async () => (await this.#serviceOf(config, priority)).cloudConfig(config, signal)
    const ask = () =>
      this.#capabilities.tryAnyway(connection, 'cloudConfig', configKey(config), read)
    try {
      const found = await this.configs.refetchBy(config, () => ask())
      return { kind: 'answered', config: found }
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind === 'cancelled') throw error
      const isSupported =
        this.#capabilities.isSupported(connection, 'cloudConfig') ||
        this.#capabilities.hasWorkedAnywhere(connection, 'cloudConfig')
      return isNotOffered(error) && !isSupported
        ? { kind: 'unsupported' }
        : { kind: 'failed', error }
    }
  }

  /** Reads the next page, or again the one that failed. */
  async more(connection: Connection): Promise<void> {
    await this.#list(connection).next()
    this.#changed.fire()
  }

  /**
   * What has been read, and again after each page that is read for as long as more is asked for; one
   * that failed is tried again. The views show what came once nothing more is asked for.
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

  /** Whether any lookup has worked over a connection. */
  hasLooked({ connection }: CloudConfigRef): boolean {
    return this.#capabilities.hasAnyWorked(connection)
  }

  /** The machines of a pool; undefined if the service doesn't list them, or not now. */
  async machines(pool: MachinePoolRef, signal: AbortSignal): Promise<Machines | undefined> {
    const { connection } = pool
    const read = async () => (await this.#serviceOf(pool)).machines(pool, signal)
    try {
      return await this.#capabilities.tryForItem(connection, 'machines', machinePoolKey(pool), read)
    } catch (error) {
      if (error instanceof ApiError) return undefined
      throw error
    }
  }

  /** Forgets the cloud configs of deletions, so that they are read again when they are shown. */
  forgetConfigs(identities: readonly string[]): void {
    for (const ref of this.configs.refs) {
      if (identities.includes(configIdentity(ref))) this.configs.invalidate(ref)
    }
  }

  /** Forgets all, so that it is read again when it is shown. */
  refresh(): void {
    this.#capabilities.forgetUnsupported()
    for (const list of this.#lists.values()) list.abort()
    this.#lists.clear()
    this.machineCounts.invalidate()
    this.configs.invalidate()
  }

  dispose(): void {
    for (const list of this.#lists.values()) list.abort()
    this.configs.dispose()
    this.machineCounts.dispose()
    this.#changed.dispose()
    this.#began.dispose()
  }

  #serviceOf(config: CloudConfigRef, priority?: Priority): Promise<Service> {
    return this.#serviceFor(scoped(this.inProject(config)), { priority })
  }

  #clusterOf(config: CloudConfigRef): Cluster | undefined {
    const clusters = this.peek(config.connection)?.clusters
    return clusters?.find((cluster) => isOfConfig(cluster, config))
  }

  #list(connection: Connection): ClusterPages {
    const key = connectionKey(connection)
    const list =
      this.#lists.get(key) ??
      new ClusterPages(
        (run) => this.#capabilities.tryCall(connection, 'clusterSearch', run),
        async (signal) => (await this.#serviceFor(connection)).clusters(signal),
      )
    this.#lists.set(key, list)
    return list
  }
}
