import type { ClusterEvent } from '../api/clusterSchemas.ts'
import type { CloudConfig } from '../api/poolSchemas.ts'
import { underlyingProvider } from '../api/providers.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { ServiceFor } from '../connections/services.ts'
import { AsyncCache } from '../cache/asyncCache.ts'
import { Caches } from '../cache/caches.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Clusters } from '../clusters/clusters.ts'
import { scoped, type CloudConfigRef, type RegionRef, configKey } from '../model/refs.ts'
import { isZoneOfRegion } from '../syntax/zoneNames.ts'
import { isInRegion } from './zoneUse.ts'

/** A cloud’s refusal of capacity, as an event of a cluster reports it (docs/api.md, “Capacity refusals”). */
export interface Refusal {
  /** The zone; undefined if the event names none, as those of Azure, and the whole region may be meant. */
  readonly zone?: string | undefined
  /** An instance type of the cluster that the event names. */
  readonly instanceType?: string | undefined
  /** The name of the cluster. */
  readonly cluster: string
  readonly config: CloudConfigRef
  /** When the event was created, in epoch ms. */
  readonly at: number
}

/** The codes by which each cloud refuses capacity; nothing is concluded from other words. */
const codes = new Map([
  ['aws', /\bInsufficient(?:Instance|Host)Capacity\b/],
  ['gcp', /\bZONE_RESOURCE_POOL_EXHAUSTED(?:_WITH_DETAILS)?\b/],
  [
    'azure',
    /\b(?:SkuNotAvailable|(?:Zonal)?AllocationFailed|OverconstrainedZonalAllocationRequest)\b/,
  ],
])

/** The time before a cluster is asked again, in ms. */
const everyMs = 5 * 60_000

/** The age at which a refusal no longer counts, in ms. */
const maxAgeMs = 24 * 3_600_000

/** A cloud config, with the UID of its cluster. */
type ClusterRef = CloudConfigRef & { readonly clusterUid: string }

/** The capacity that clouds have refused to the clusters that are shown. */
export class Refusals extends Caches {
  readonly #clusters: Clusters
  readonly #events: AsyncCache<ClusterRef, readonly ClusterEvent[] | undefined>
  /** When each cluster was last asked, in epoch ms. */
  readonly #asked = new Map<string, number>()

  constructor(serviceFor: ServiceFor, capabilities: Capabilities, clusters: Clusters) {
    super(capabilities)
    this.#clusters = clusters
    this.#events = new AsyncCache<ClusterRef, readonly ClusterEvent[] | undefined>(
      configKey,
      (cluster, { signal, priority }) =>
        capabilities.tryForItem(cluster.connection, 'events', configKey(cluster), async () => {
          const service = await serviceFor(scoped(cluster), { priority, isOptional: true })
          const { items: events } = await service.clusterEvents({ uid: cluster.clusterUid }, signal)
          return events.filter(({ message }) => codeIn(message, cluster))
        }),
    )
  }

  /** Asks for the events of a cluster that is shown, unless it was asked a moment ago. */
  look(config: CloudConfigRef): void {
    const { clusterUid } = this.#clusters.known(config)
    if (clusterUid === undefined) return
    const key = configKey(config)
    const age = Date.now() - (this.#asked.get(key) ?? -Infinity)
    if (age >= 0 && age < everyMs) return
    this.#asked.set(key, Date.now())
    const cluster = { ...this.#clusters.inProject(config), clusterUid }
    void this.#events.refresh(cluster, { priority: 'batch' }).catch(() => {})
  }

  /** Returns what is known to be refused over a connection, the newest first. */
  of(connection: Connection): Refusal[] {
    const found = this.#events.entries.flatMap(({ ref, value = [] }) => {
      const isOwn = connectionKey(ref.connection) === connectionKey(connection)
      if (value.length === 0 || !isOwn) return []
      const { cluster, config } = this.#clusters.known(ref)
      return value.flatMap((event) => refusalsIn(event, cluster, ref, config))
    })
    return found.sort((a, b) => b.at - a.at)
  }

  /** Returns a function for the newest refusal in a zone of a region, or of the region itself; undefined without any. */
  in(region: RegionRef): (zone?: string) => Refusal | undefined {
    const here = this.of(region.connection).filter(({ config: ref }) => {
      const { account, config } = this.#clusters.known(ref)
      return isInRegion(region, ref.provider, account, config) === true
    })
    return (zone) => here.find((one) => one.zone === zone)
  }

  override clear(): void {
    this.#asked.clear()
    super.clear()
  }

  protected get all() {
    return [this.#events] as const
  }
}

/** Reads an event, of which each line may be about another machine. A time far ahead is not one, and would never end. */
function refusalsIn(
  { message, at }: ClusterEvent,
  cluster: string | undefined,
  config: CloudConfigRef,
  { region, pools }: Partial<CloudConfig> = {},
): Refusal[] {
  const isRecent = Math.abs(Date.now() - at) < maxAgeMs
  if (cluster === undefined || !region || !pools || !isRecent) return []
  const types = new Set(pools.map(({ instanceType }) => instanceType))
  return message.split('\n').flatMap((line): Refusal | [] => {
    const code = codeIn(line, config)
    if (!code) return []
    // Behind the code, a line may also name other zones, at its end.
    const words = [...wordsIn(line.slice(code.index)), ...wordsIn(line)]
    const name = words.find((word) => isZoneOfRegion(word, region))
    // Kubernetes writes a number of Azure behind its region.
    const zone = name?.replace(/.*-(?=\d$)/, '')
    const instanceType = [...words, ...wordsIn(message)].find((one) => types.has(one))
    return { zone, instanceType, cluster, config, at }
  })
}

/** Finds the code in the message of a cluster’s event. */
function codeIn(message: string, { provider }: CloudConfigRef): RegExpExecArray | null | undefined {
  return codes.get(underlyingProvider(provider))?.exec(message)
}

/** Splits a message at what isn’t part of the names of zones and instance types. */
function wordsIn(message: string): string[] {
  return message.split(/[^\w.-]+/).map((one) => one.replace(/[.-]+$/, ''))
}
