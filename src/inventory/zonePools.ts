import type { CloudConfig, Cluster, MachinePool } from '../api/lookupSchemas.ts'
import { hasRegions } from '../api/endpoints.ts'
import type { Machines } from '../api/lookups.ts'
import { providerOfCloudType, zoneProvider } from '../api/providers.ts'
import { isWhole, type ClusterList } from './clusterPages.ts'
import { configKey, type CloudConfigRef, type MachinePoolRef } from './machinePoolRef.ts'
import { autoscaling } from './poolFacts.ts'
import type { RegionRef } from './refs.ts'
import type { CacheEntry } from './results.ts'
import { machinesByZone } from './zoneSpread.ts'

/** The loaded clusters of a connection, their cloud configs, and their machines. */
export interface LoadedPools {
  readonly list: ClusterList | undefined
  readonly configs: readonly CacheEntry<CloudConfigRef, CloudConfig | undefined>[]
  readonly machines: readonly CacheEntry<MachinePoolRef, Machines | undefined>[]
}

/** The numbers of machine pools and nodes in a zone, as far as loaded. */
export interface ZoneUse {
  readonly pools: number
  /** True if no other cluster or pool can be in the zone. */
  readonly isWhole: boolean
  /** The number of nodes in the zone: machines where they are listed, else what is configured for it alone. */
  readonly nodes: number
  readonly hasAllNodes: boolean
}

/** A cloud config, with where its cluster is. */
type Placed = Pick<CloudConfig, 'pools' | 'cloudProject' | 'subscription'> & {
  readonly machines: ReadonlyMap<string, Machines> | undefined
}

interface Tally {
  pools: number
  nodes: number
  hasAllNodes: boolean
}

interface Tallies {
  readonly byZone: ReadonlyMap<string, Tally>
  /** True if the zones of every pool are known, from its configuration or from its machines. */
  readonly hasAllPools: boolean
}

/** Machine pools by zone, counted once for what is loaded. Each region is counted when it is first needed. */
export class ZoneIndex {
  readonly #places = new Map<string, Placed[]>()
  /** The clusters whose pools aren’t known, by cloud and account; those of an unknown account by cloud. */
  readonly #unknown = new Set<string>()
  readonly #isListWhole: boolean
  readonly #tallies = new Map<string, Tallies | undefined>()

  constructor({ list, configs, machines }: LoadedPools) {
    this.#isListWhole = isWhole(list)
    const clusters = new Map(list?.clusters.map((one) => [clusterKey(one), one]))
    const machinesOf = byConfig(machines)
    for (const { ref, value } of configs) {
      if (!value) continue
      const cloud = zoneProvider(ref.provider)
      const key = JSON.stringify([ref.provider, ref.configUid])
      const account = value.cloudAccountUid ?? clusters.get(key)?.account?.uid
      const region = regionOf(cloud, value)
      if (value.unreadable > 0 || account === undefined || region === undefined) {
        this.#unknown.add(JSON.stringify([cloud, account]))
      }
      clusters.delete(key)
      const place = JSON.stringify([cloud, account, region])
      const placed = { ...value, machines: machinesOf.get(configKey(ref)) }
      const others = this.#places.get(place)
      if (others) others.push(placed)
      else this.#places.set(place, [placed])
    }
    for (const { cloudType, account } of clusters.values()) {
      const cloud = zoneProvider(providerOfCloudType(cloudType))
      this.#unknown.add(JSON.stringify([cloud, account?.uid]))
    }
  }

  /** Returns what is in a zone of an account; undefined if nothing is known of it. */
  use(
    { provider, cloudAccountUid, project, region }: RegionRef,
    zone: string,
  ): ZoneUse | undefined {
    const cloud = zoneProvider(provider)
    const isUnknown = (account?: string) => this.#unknown.has(JSON.stringify([cloud, account]))
    const place = JSON.stringify([cloud, cloudAccountUid, region])
    const key = JSON.stringify([place, project])
    if (!this.#tallies.has(key)) {
      const placed = (this.#places.get(place) ?? []).filter((one) => isIn(project, one))
      this.#tallies.set(key, isOneSubscription(placed) ? tallyOf(placed) : undefined)
    }
    const tallies = this.#tallies.get(key)
    if (!tallies) return undefined
    const none = { pools: 0, nodes: 0, hasAllNodes: true }
    const tally = tallies.byZone.get(zone) ?? none
    const isComplete =
      this.#isListWhole && !isUnknown() && !isUnknown(cloudAccountUid) && tallies.hasAllPools
    return tally.pools > 0 || isComplete ? { ...tally, isWhole: isComplete } : undefined
  }
}

/** Returns the region of a cloud config; empty for a provider without regions, whose zones are those of the account. */
export function regionOf(
  provider: string,
  { region }: Pick<CloudConfig, 'region'>,
): string | undefined {
  return hasRegions(provider) ? region : ''
}

/** Returns whether a cluster may be in a Google Cloud project; other clouds have none. */
export function isIn(
  project: string | undefined,
  { cloudProject }: Pick<CloudConfig, 'cloudProject'>,
): boolean {
  return project === undefined || cloudProject === undefined || project === cloudProject
}

/** Returns whether a pool is configured for a zone, or has machines in it. */
export function isInZone(
  { zones }: Pick<MachinePool, 'zones'>,
  zone: string,
  machines: Machines | undefined,
): boolean {
  return zones.includes(zone) || (machines?.machines.some((one) => one.zone === zone) ?? false)
}

/** Returns whether zones mean the same for all clusters: each of Azure’s subscriptions has its own numbers. */
function isOneSubscription(placed: readonly Placed[]): boolean {
  return new Set(placed.map(({ subscription }) => subscription)).size <= 1
}

function tallyOf(placed: readonly Placed[]): Tallies {
  const tallies = new Map<string, Tally>()
  let hasAllPools = true
  for (const { pools, machines } of placed) {
    for (const pool of pools) add(pool, machines?.get(pool.name))
  }
  return { byZone: tallies, hasAllPools }

  function add(pool: MachinePool, machines: Machines | undefined): void {
    const counts = machinesByZone(machines)
    // A pool without zones of its own may be in any zone.
    if (pool.zones.length === 0 && !counts) hasAllPools = false
    for (const zone of new Set([...pool.zones, ...(counts?.keys() ?? [])])) {
      const tally = tallies.get(zone) ?? { pools: 0, nodes: 0, hasAllNodes: true }
      tallies.set(zone, tally)
      tally.pools += 1
      const isOnly = pool.zones.length === 1
      const nodes = counts ? (counts.get(zone) ?? 0) : isOnly ? (machines?.count ?? pool.size) : 0
      tally.nodes += nodes ?? 0
      const isKnown =
        counts ?? (isOnly && (machines ?? (pool.size !== undefined && !autoscaling(pool))))
      if (!isKnown) tally.hasAllNodes = false
    }
  }
}

function byConfig(machines: LoadedPools['machines']): Map<string, Map<string, Machines>> {
  const found = new Map<string, Map<string, Machines>>()
  for (const { ref, value } of machines) {
    if (!value) continue
    const key = configKey(ref)
    const pools = found.get(key) ?? new Map<string, Machines>()
    found.set(key, pools.set(ref.machinePoolName, value))
  }
  return found
}

function clusterKey({ cloudType, configUid }: Cluster): string {
  return JSON.stringify([providerOfCloudType(cloudType), configUid])
}
