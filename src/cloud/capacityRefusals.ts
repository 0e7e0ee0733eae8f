import type * as vscode from 'vscode'
import type { ClusterEvent } from '../api/clusterSchemas.ts'
import type { CloudConfig } from '../api/poolSchemas.ts'
import { underlyingProvider } from '../api/providers.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { ServiceFor } from '../connections/services.ts'
import { AsyncCache } from '../cache/asyncCache.ts'
import { Caches } from '../cache/caches.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Clusters } from '../clusters/clusters.ts'
import { configKey, requestConnection, type CloudConfigRef, type RegionRef } from '../model/refs.ts'
import { isZoneOfRegion } from '../syntax/zoneNames.ts'
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

/**
 * The codes by which the messages of each cloud are recognized as refusals of capacity. Other words aren’t interpreted.
 */
const refusalCodes = new Map([
  ['aws', /\bInsufficient(?:Instance|Host)Capacity\b/],
  ['gcp', /\bZONE_RESOURCE_POOL_EXHAUSTED(?:_WITH_DETAILS)?\b/],
  [
    'azure',
    /\b(?:SkuNotAvailable|(?:Zonal)?AllocationFailed|OverconstrainedZonalAllocationRequest)\b/,
  ],
])

/** The events of a cluster aren’t requested again before this time has passed, in ms. */
const requestIntervalMs = 5 * 60_000

/** The age at which a refusal no longer counts, in ms. */
const maxAgeMs = 24 * 3_600_000

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
  readonly #events: AsyncCache<ClusterRef, readonly ClusterEvent[] | undefined>
  /** When the events of each cluster were last requested, in epoch ms; the earliest first. */
  readonly #requestedAt = new Map<string, number>()
  /** The requests that were sent or wait for the rate limit. */
  readonly #pendingRequests = new Set<PendingRequest>()
  readonly #subscription: vscode.Disposable

  constructor(serviceFor: ServiceFor, capabilities: Capabilities, clusters: Clusters) {
    super(capabilities)
    this.#clusters = clusters
    this.#events = new AsyncCache<ClusterRef, readonly ClusterEvent[] | undefined>(
      configKey,
      (cluster, { signal, priority }) =>
        capabilities.tryForItem(cluster.connection, 'events', configKey(cluster), async () => {
          const service = await serviceFor(requestConnection(cluster), {
            priority,
            isOptional: true,
          })
          const { items: events } = await service.clusterEvents({ uid: cluster.clusterUid }, signal)
          return events.filter(({ message }) => findRefusalCode(message, cluster))
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
    const refusals: CapacityRefusal[] = []
    for (const { ref, value: events = [] } of this.#events.entries) {
      if (events.length === 0 || connectionKey(ref.connection) !== key) continue
      const { cluster, config } = this.#clusters.cachedFacts(ref)
      for (const event of events) refusals.push(...parseRefusals(event, cluster, ref, config))
    }
    return refusals.sort((a, b) => b.at - a.at)
  }

  /**
   * Creates a function that returns the newest refusal in a zone of a region; without a zone, the newest refusal that
   * names no zone and so may be about the whole region.
   */
  createRefusalFinder(region: RegionRef): (zone?: string) => CapacityRefusal | undefined {
    const inRegion = this.listRefusals(region.connection).filter(({ config: ref }) => {
      const { account, config } = this.#clusters.cachedFacts(ref)
      return isInRegion(region, ref.provider, account, config) === true
    })
    return (zone) => inRegion.find((refusal) => refusal.zone === zone)
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
      await this.#events.refresh(cluster, { priority: 'batch', signal })
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
    if (this.#events.refs.some(isGone)) this.#events.clear(isGone)
  }

  protected get all() {
    return [this.#events] as const
  }
}

/**
 * Returns the refusals that an event reports: each line of its message may be about another machine. Events older than
 * `maxAgeMs` are left out, and events that far in the future, whose time is wrong: they would be shown for too long.
 */
function parseRefusals(
  { message, at }: ClusterEvent,
  cluster: string | undefined,
  config: CloudConfigRef,
  { region, pools }: Partial<CloudConfig> = {},
): CapacityRefusal[] {
  const isRecent = Math.abs(Date.now() - at) < maxAgeMs
  if (cluster === undefined || !region || !pools || !isRecent) return []
  const instanceTypes = new Set(pools.map(({ instanceType }) => instanceType))
  const refusals: CapacityRefusal[] = []
  for (const line of message.split('\n')) {
    const code = findRefusalCode(line, config)
    if (!code) continue
    // The words behind the code come first: before the code, a line may name other zones.
    const words = [...splitWords(line.slice(code.index)), ...splitWords(line)]
    const zone = findZone(words, region)
    const instanceType = [...words, ...splitWords(message)].find((word) => instanceTypes.has(word))
    refusals.push({ zone, instanceType, cluster, config, at })
  }
  return refusals
}

/** Returns the first of the words that is a zone of the region. */
function findZone(words: readonly string[], region: string): string | undefined {
  const name = words.find((word) => isZoneOfRegion(word, region))
  // Azure’s zones are numbers, which Kubernetes writes after the region: `westeurope-1`.
  return name?.replace(/.*-(?=\d$)/, '')
}

/** Finds a code by which the cluster’s cloud refuses capacity, such as `InsufficientInstanceCapacity`. */
function findRefusalCode(
  message: string,
  { provider }: CloudConfigRef,
): RegExpExecArray | null | undefined {
  return refusalCodes.get(underlyingProvider(provider))?.exec(message)
}

/**
 * Splits a message at the characters that the names of zones and instance types don’t have, such as spaces and commas.
 */
function splitWords(message: string): string[] {
  return message.split(/[^\w.-]+/).map((word) => word.replace(/[.-]+$/, ''))
}
