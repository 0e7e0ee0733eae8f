import {
  hasRegions,
  isMachineZoneAlike,
  providerOfCloudType,
  zoneProvider,
} from '../api/providers.ts'
import type { CloudConfig, Cluster, MachinePool } from '../api/lookupSchemas.ts'
import type { Machines } from '../api/lookups.ts'
import { isWhole, type ClusterList } from './clusterPages.ts'
import type { CloudConfigRef, MachinePoolRef } from './machinePoolRef.ts'
import { autoscaling } from './poolFacts.ts'
import type { RegionRef } from './refs.ts'
import type { CacheEntry } from './results.ts'

/** The loaded clusters of a connection, their cloud configs, and their machines. */
export interface LoadedClusters {
  readonly list: ClusterList | undefined
  readonly configs: readonly CacheEntry<CloudConfigRef, CloudConfig | undefined>[]
  readonly machinesOf: (pool: MachinePoolRef) => Machines | undefined
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

/** A zone of a machine pool, with the number of its machines there. */
export interface ZoneShare {
  readonly zone: string
  readonly machines: number
  /** True if the pool has machines, but none in this zone, for which it is configured. */
  readonly isEmpty?: true
  /** True if the pool isn’t configured for this zone. */
  readonly isOutside?: true
}

/** A cluster with where it is, as far as known, and its cloud config, if loaded. */
interface PlacedCluster {
  readonly cloud: string
  readonly account: string | undefined
  readonly region?: string | undefined
  readonly config?: CloudConfig & CloudConfigRef
}

type Tally = Pick<ZoneUse, 'pools' | 'nodes' | 'hasAllNodes'>

/** Returns what is in a zone of an account; undefined if nothing is known of it. */
export type UseOf = (region: RegionRef, zone: string) => ZoneUse | undefined

/** Counts machine pools by zone in what is loaded. Each region is counted when it is first needed. */
export function countByZone(loaded: LoadedClusters): UseOf {
  const placed = placeClusters(loaded)
  const regions = new Map<string, (zone: string) => ZoneUse | undefined>()
  return (region, zone) => {
    const { provider, cloudAccountUid, project } = region
    const key = JSON.stringify([zoneProvider(provider), cloudAccountUid, project, region.region])
    const useOf = regions.get(key) ?? countRegion(region, placed, loaded)
    regions.set(key, useOf)
    return useOf(zone)
  }
}

/** Places the loaded clusters, and the listed ones whose pools aren’t known. */
function placeClusters({ list, configs }: LoadedClusters): PlacedCluster[] {
  const pathOf = (provider: string, configUid: string) => JSON.stringify([provider, configUid])
  const listed = new Map<string, Cluster>()
  for (const cluster of list?.clusters ?? []) {
    listed.set(pathOf(providerOfCloudType(cluster.cloudType), cluster.configUid), cluster)
  }
  const placed: PlacedCluster[] = []
  for (const { ref, value } of configs) {
    if (!value) continue
    const cloud = zoneProvider(ref.provider)
    const path = pathOf(ref.provider, ref.configUid)
    const account = value.cloudAccountUid ?? listed.get(path)?.account?.uid
    listed.delete(path)
    placed.push({ cloud, account, region: regionOf(cloud, value), config: { ...value, ...ref } })
  }
  for (const { cloudType, account } of listed.values()) {
    placed.push({ cloud: zoneProvider(providerOfCloudType(cloudType)), account: account?.uid })
  }
  return placed
}

function countRegion(
  { provider, cloudAccountUid, project, region }: RegionRef,
  placed: readonly PlacedCluster[],
  { list, machinesOf }: LoadedClusters,
): (zone: string) => ZoneUse | undefined {
  const cloud = zoneProvider(provider)
  const near = placed.filter(
    (one) => one.cloud === cloud && (one.account ?? cloudAccountUid) === cloudAccountUid,
  )
  const isPlaced = (one: PlacedCluster) => one.account !== undefined && one.region !== undefined
  const here = near
    .filter((one) => isPlaced(one) && one.region === region)
    .flatMap(({ config }) => (config && isIn(project, config) ? config : []))
  // Each of Azure’s subscriptions has its own numbers for zones.
  if (new Set(here.map(({ subscription }) => subscription)).size > 1) return () => undefined
  const { tallies, hasAllPools } = tallyOf(here, machinesOf)
  const isComplete =
    isWhole(list) && hasAllPools && near.every((one) => isPlaced(one) && !one.config?.unreadable)
  return (zone) => {
    const tally = tallies.get(zone) ?? { pools: 0, nodes: 0, hasAllNodes: true }
    return tally.pools > 0 || isComplete ? { ...tally, isWhole: isComplete } : undefined
  }
}

/** Counts by zone; `hasAllPools` if the zones of every pool are known, from its configuration or its machines. */
function tallyOf(
  configs: readonly (CloudConfig & CloudConfigRef)[],
  machinesOf: LoadedClusters['machinesOf'],
) {
  const tallies = new Map<string, Tally>()
  let hasAllPools = true
  for (const { connection, provider, configUid, pools } of configs) {
    for (const pool of pools) {
      const machinePoolName = pool.name
      const machines = machinesOf({ connection, provider, configUid, machinePoolName })
      const counts = machinesByZone(machines)
      // A pool without zones of its own may be in any zone.
      if (pool.zones.length === 0 && !counts) hasAllPools = false
      for (const zone of new Set([...pool.zones, ...(counts?.keys() ?? [])])) {
        const before = tallies.get(zone) ?? { pools: 0, nodes: 0, hasAllNodes: true }
        tallies.set(zone, withPool(before, zone, pool, machines, counts))
      }
    }
  }
  return { tallies, hasAllPools }
}

function withPool(
  { pools, nodes, hasAllNodes }: Tally,
  zone: string,
  pool: MachinePool,
  machines: Machines | undefined,
  counts: ReadonlyMap<string, number> | undefined,
): Tally {
  const isOnly = pool.zones.length === 1
  const own = counts ? (counts.get(zone) ?? 0) : isOnly ? (machines?.count ?? pool.size) : 0
  const isFixed = pool.size !== undefined && !autoscaling(pool)
  const isKnown = counts !== undefined || (isOnly && (machines !== undefined || isFixed))
  return { pools: pools + 1, nodes: nodes + (own ?? 0), hasAllNodes: hasAllNodes && isKnown }
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

/** Returns the number of machines by zone; undefined unless all are listed, each with its zone. */
export function machinesByZone(machines: Machines | undefined): Map<string, number> | undefined {
  if (!machines?.isComplete) return undefined
  const counts = new Map<string, number>()
  for (const { zone } of machines.machines) {
    if (zone === undefined) return undefined
    counts.set(zone, (counts.get(zone) ?? 0) + 1)
  }
  return counts
}

/** Returns the zones of a pool with their machines: configured ones first. Undefined if that isn’t known. */
export function zoneSpread(
  provider: string,
  { zones }: Pick<MachinePool, 'zones'>,
  machines: Machines | undefined,
): ZoneShare[] | undefined {
  const counts = machinesByZone(machines)
  if (!counts?.size) return undefined
  const isComparable = zones.length > 0 && isMachineZoneAlike(provider)
  const configured = isComparable ? [...new Set(zones)] : []
  const others = [...counts.keys()].filter((zone) => !configured.includes(zone)).sort()
  return [...configured, ...others].map((zone, index): ZoneShare => {
    const share = { zone, machines: counts.get(zone) ?? 0 }
    if (!isComparable) return share
    if (index >= configured.length) return { ...share, isOutside: true }
    return share.machines === 0 ? { ...share, isEmpty: true } : share
  })
}
