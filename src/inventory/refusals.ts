import type * as vscode from 'vscode'
import type { ClusterEvent } from '../api/clusterSchemas.ts'
import { clock } from '../api/clock.ts'
import type { CloudConfig } from '../api/poolSchemas.ts'
import { isOfConfig } from '../api/providers.ts'
import {
  connectionKey,
  isSameConnection,
  withProject,
  type Connection,
} from '../connections/connection.ts'
import type { ServiceFor } from '../connections/services.ts'
import { AsyncCache, optionalCache } from './asyncCache.ts'
import type { Capabilities } from './capabilities.ts'
import type { Clusters } from './clusters.ts'
import { refOf } from './configs.ts'
import type { CloudConfigRef, RegionRef } from './refs.ts'
import { valueOf } from './results.ts'
import { isInRegion } from './zoneUse.ts'

/** A cloud’s refusal of capacity, as an event of a cluster reports it (docs/api.md, “Capacity refusals”). */
export interface Refusal {
  /** The name of the zone. */
  readonly zone: string
  /** An instance type of the cluster that the event names. */
  readonly instanceType?: string | undefined
  /** The name of the cluster. */
  readonly cluster: string
  readonly config: CloudConfigRef
  /** When the event was created, in epoch ms. */
  readonly at: number
}

/** The codes by which clouds refuse capacity; nothing is concluded from other words. */
const codes =
  /\b(?:Insufficient(?:Instance|Host)Capacity|ZONE_RESOURCE_POOL_EXHAUSTED(?:_WITH_DETAILS)?|SkuNotAvailable|(?:Zonal)?AllocationFailed|OverconstrainedZonalAllocationRequest)\b/

/** The time before a cluster is asked again, in ms. */
const everyMs = 5 * 60_000

/** The age at which a refusal no longer counts, in ms. */
const maxAgeMs = 24 * 3_600_000

/** A cluster whose events are read. */
interface EventsRef {
  readonly connection: Connection
  readonly uid: string
  readonly project?: CloudConfigRef['project']
}

/** The capacity that clouds have refused to the clusters that are shown. */
export class Refusals implements vscode.Disposable {
  readonly #clusters: Clusters
  readonly #events: AsyncCache<EventsRef, readonly ClusterEvent[] | undefined>
  /** When each cluster was last asked, in epoch ms. */
  readonly #asked = new Map<string, number>()

  constructor(serviceFor: ServiceFor, capabilities: Capabilities, clusters: Clusters) {
    this.#clusters = clusters
    this.#events = optionalCache(
      capabilities,
      ({ connection, uid }) => connectionKey(connection, uid),
      () => 'events',
      async ({ connection, project, uid }, signal, priority) => {
        const inProject = withProject(connection, connection.projectUid ?? project?.uid)
        const service = await serviceFor(inProject, { priority })
        return service.clusterEvents({ uid }, signal)
      },
    )
  }

  /** Fires when the refusals may have changed. */
  get onDidChange(): vscode.Event<void> {
    return this.#events.onDidChange
  }

  /** Asks for the events of a cluster that is shown, unless it was asked a moment ago. */
  look(config: CloudConfigRef): void {
    const { connection } = config
    const cluster = this.#clusters.peek(connection)?.clusters.find((one) => isOfConfig(one, config))
    if (!cluster) return
    const { uid, project } = cluster
    const key = connectionKey(connection, uid)
    const age = clock.now() - (this.#asked.get(key) ?? -Infinity)
    if (age >= 0 && age < everyMs) return
    this.#asked.set(key, clock.now())
    void this.#events.refetch({ connection, uid, project }, undefined, 'batch').catch(() => {})
  }

  /** Returns what is known to be refused over a connection, the newest first. */
  of(connection: Connection): Refusal[] {
    const found = this.#events.entries.flatMap(({ ref, value = [] }) => {
      const { clusters = [] } = this.#clusters.peek(connection) ?? {}
      const cluster = clusters.find(({ uid }) => uid === ref.uid)
      if (!cluster || !isSameConnection(ref.connection, connection)) return []
      const config = refOf(connection, cluster)
      const read = valueOf(this.#clusters.configs.peek(config))
      const { name } = cluster
      return value.flatMap((event) => refusalIn(event, name, config, read) ?? [])
    })
    return found.sort((a, b) => b.at - a.at)
  }

  /** Returns a function for the newest refusal in a zone of a region; undefined without any. */
  in(region: RegionRef): (zone: string) => Refusal | undefined {
    const { connection } = region
    const { clusters = [] } = this.#clusters.peek(connection) ?? {}
    const here = this.of(connection).filter(({ config }) => {
      const account = clusters.find((one) => isOfConfig(one, config))?.account
      const read = valueOf(this.#clusters.configs.peek(config))
      return isInRegion(region, config.provider, account, read) === true
    })
    // Kubernetes writes a number of Azure behind its region.
    return (zone) =>
      here.find((one) => one.zone === zone || one.zone === `${region.region}-${zone}`)
  }

  /** Drops what was loaded with another API key. */
  forget(): void {
    this.#asked.clear()
    this.#events.invalidate()
  }

  dispose(): void {
    this.#events.dispose()
  }
}

function refusalIn(
  { message, at }: ClusterEvent,
  cluster: string,
  config: CloudConfigRef,
  read: CloudConfig | undefined,
): Refusal | undefined {
  const code = codes.exec(message)
  const age = clock.now() - at
  if (!code || !read?.region || !(age < maxAgeMs)) return undefined
  // Behind the code, a message may also name other zones, at its end.
  const behind = message.slice(code.index + code[0].length)
  const words = [...wordsIn(behind), ...wordsIn(message)]
  const zone = words.find((one) => one.startsWith(read.region ?? '') && one !== read.region)
  if (zone === undefined) return undefined
  const types = new Set(read.pools.map(({ instanceType }) => instanceType))
  return { zone, instanceType: words.find((one) => types.has(one)), cluster, config, at }
}

/** Splits a message at what isn’t part of the names of zones and instance types. */
function wordsIn(message: string): string[] {
  return message.split(/[^\w.-]+/).map((one) => one.replace(/[.-]+$/, ''))
}
