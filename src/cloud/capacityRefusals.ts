import type * as vscode from 'vscode'
import type { CloudConfig } from '../api/poolSchemas.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { ServiceFor } from '../connections/services.ts'
import { AsyncCache } from '../cache/asyncCache.ts'
import { Caches } from '../cache/caches.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import { valueOf } from '../cache/results.ts'
import type { Clusters } from '../clusters/clusters.ts'
import { configKey, requestConnection, type CloudConfigRef, type RegionRef } from '../model/refs.ts'
import { findClustersByRegion } from './clustersByRegion.ts'
import {
  findRefusalInLine,
  isRecentRefusal,
  parseRefusalLines,
  type RefusalLine,
} from './refusalLines.ts'
import { isInRegion } from './zoneUse.ts'

/**
 * A cloud’s refusal to create a machine for lack of capacity, as an event of a cluster reports it (docs/responses.md,
 * “Capacity refusals”).
 */
export interface CapacityRefusal {
  /**
   * The name of the zone; undefined if the event names no zone, as on Azure, so that it may be about the whole region.
   */
  readonly zone?: string | undefined
  /** An instance type of the cluster that the event names. */
  readonly instanceType?: string | undefined
  /** The name of the cluster. */
  readonly cluster: string
  readonly config: CloudConfigRef
  /** When the event was created, in epoch ms. */
  readonly at: number
}

/** The events of a cluster aren’t requested again before this time has passed, in ms. */
const requestIntervalMs = 5 * 60_000

/** A cloud config, with the UID of its cluster. */
type ClusterRef = CloudConfigRef & { readonly clusterUid: string }

/** A request for the events of a cluster. */
interface PendingRequest {
  readonly cluster: ClusterRef
  readonly controller: AbortController
}

/** The refusals of capacity by clouds, read from the events of the clusters whose rows are shown. */
export class CapacityRefusals extends Caches {
  readonly #clusters: Clusters
  /** The lines of each cluster’s events that report refusals: they are read when the events are loaded. */
  readonly #lines: AsyncCache<ClusterRef, readonly RefusalLine[] | undefined>
  /** When the events of each cluster were last requested, in epoch ms; the earliest first. */
  readonly #requestedAt = new Map<string, number>()
  /** The requests that were sent or wait for the rate limit. */
  readonly #pendingRequests = new Set<PendingRequest>()
  readonly #subscription: vscode.Disposable

  constructor(serviceFor: ServiceFor, capabilities: Capabilities, clusters: Clusters) {
    super(capabilities)
    this.#clusters = clusters
    this.#lines = new AsyncCache<ClusterRef, readonly RefusalLine[] | undefined>(
      configKey,
      (cluster, { signal, priority }) =>
        capabilities.tryForItem(cluster.connection, 'events', configKey(cluster), async () => {
          const service = await serviceFor(requestConnection(cluster), {
            priority,
            isOptional: true,
          })
          const { items: events } = await service.clusterEvents({ uid: cluster.clusterUid }, signal)
          return parseRefusalLines(events, cluster.provider)
        }),
    )
    this.#subscription = clusters.lists.onDidLoad(() => this.#pruneGoneClusters())
  }

  override dispose(): void {
    this.#subscription.dispose()
    this.#abortRequests(() => true)
    super.dispose()
  }

  /**
   * Loads the events of a cluster, unless they were requested less than `requestIntervalMs` ago. Errors are ignored.
   */
  loadInBackground(config: CloudConfigRef): void {
    const { clusterUid } = this.#clusters.cachedFacts(config)
    if (clusterUid === undefined) return
    const key = configKey(config)
    if (this.#isRecentlyRequested(key)) return
    this.#removeOldRequests()
    this.#requestedAt.delete(key) // so that it becomes the latest
    this.#requestedAt.set(key, Date.now())
    void this.#refreshEvents({ ...this.#clusters.withClusterProject(config), clusterUid })
  }

  /** Returns the known refusals to clusters of a connection, the newest first. */
  listRefusals(connection: Connection): CapacityRefusal[] {
    const key = connectionKey(connection)
    const refs = this.#lines.refs.filter((ref) => connectionKey(ref.connection) === key)
    return this.#refusalsTo(refs)
  }

  /**
   * Creates a function that returns the newest refusal in a zone of a region; without a zone, the newest refusal that
   * names no zone and so may be about the whole region.
   */
  createRefusalFinder(region: RegionRef): (zone?: string) => CapacityRefusal | undefined {
    // Each row of a region calls this: only the clusters that may be in the region are looked at.
    const { connection, cloudAccountUid } = region
    const groups = findClustersByRegion(connection, this.#clusters)
    const loaded = groups.mayBeIn(cloudAccountUid, region.region).flatMap((group) => group.loaded)
    const inRegion = loaded.filter(
      ({ ref, config, account }) => isInRegion(region, ref.provider, account, config) === true,
    )
    const newestByZone = new Map<string | undefined, CapacityRefusal>()
    for (const refusal of this.#refusalsTo(inRegion.map(({ ref }) => ref))) {
      if (!newestByZone.has(refusal.zone)) newestByZone.set(refusal.zone, refusal)
    }
    return (zone) => newestByZone.get(zone)
  }

  /** Returns the known refusals to clusters, the newest first. */
  #refusalsTo(configs: readonly CloudConfigRef[]): CapacityRefusal[] {
    const refusals = configs.flatMap((ref) => {
      const { cluster, clusterUid, config } = this.#clusters.cachedFacts(ref)
      const lines = clusterUid === undefined ? undefined : this.#lines.peek({ ...ref, clusterUid })
      return [...findRefusals(valueOf(lines) ?? [], cluster, ref, config)]
    })
    return refusals.sort((a, b) => b.at - a.at)
  }

  override clear(): void {
    this.#abortRequests(() => true)
    this.#requestedAt.clear()
    super.clear()
  }

  async #refreshEvents(cluster: ClusterRef): Promise<void> {
    const request = { cluster, controller: new AbortController() }
    this.#pendingRequests.add(request)
    try {
      const { signal } = request.controller
      await this.#lines.refresh(cluster, { priority: 'batch', signal })
    } catch {
      // The refusals from before stay known.
    } finally {
      this.#pendingRequests.delete(request)
    }
  }

  #abortRequests(isMatch: (cluster: ClusterRef) => boolean): void {
    for (const { cluster, controller } of this.#pendingRequests) {
      if (isMatch(cluster)) controller.abort()
    }
  }

  #isRecentlyRequested(key: string): boolean {
    const age = Date.now() - (this.#requestedAt.get(key) ?? -Infinity)
    return age >= 0 && age < requestIntervalMs
  }

  /** Removes the times that no longer matter: clusters come and go while a window is open for weeks. */
  #removeOldRequests(): void {
    for (const key of this.#requestedAt.keys()) {
      if (this.#isRecentlyRequested(key)) return
      this.#requestedAt.delete(key)
    }
  }

  /**
   * Removes the events of clusters that a complete list no longer has, and drops the requests for them: where many
   * clusters come and go, these would wait for the rate limit longer than the clusters live.
   */
  #pruneGoneClusters(): void {
    const isGone = (cluster: ClusterRef) => this.#clusters.isGone(cluster)
    this.#abortRequests(isGone)
    if (this.#lines.refs.some(isGone)) this.#lines.clear(isGone)
  }

  protected get all() {
    return [this.#lines] as const
  }
}

/**
 * Returns the newest refusal of each zone and instance type that a cluster’s events name; the lines are newest first.
 */
function findRefusals(
  lines: readonly RefusalLine[],
  cluster: string | undefined,
  config: CloudConfigRef,
  { region, pools }: Partial<CloudConfig> = {},
): Iterable<CapacityRefusal> {
  if (cluster === undefined || !region || !pools) return []
  const instanceTypes = new Set(pools.map(({ instanceType }) => instanceType))
  const refusals = new Map<string, CapacityRefusal>()
  for (const line of lines) {
    if (!isRecentRefusal(line)) continue
    const { zone, instanceType } = findRefusalInLine(line, region, instanceTypes)
    const key = JSON.stringify([zone, instanceType])
    if (!refusals.has(key)) refusals.set(key, { zone, instanceType, cluster, config, at: line.at })
  }
  return refusals.values()
}
