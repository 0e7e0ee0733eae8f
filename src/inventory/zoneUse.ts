import { hasRegions, providerOfCloudType, zoneProvider } from '../api/providers.ts'
import type { Cluster } from '../api/clusterSchemas.ts'
import type { CloudConfig, MachinePool } from '../api/poolSchemas.ts'
import type { Machines } from '../api/lookups.ts'
import { connectionKey } from '../connections/connection.ts'
import { isWhole, type ClusterList } from './clusterPages.ts'
import type { Clusters } from './clusters.ts'
import type { CloudConfigRef, MachinePoolRef, RegionRef } from './refs.ts'
import { valueOf, type CacheEntry } from './results.ts'

/** The loaded clusters of a connection, their cloud configs, and their machines. */
interface LoadedClusters {
  readonly list: ClusterList | undefined
  readonly configs: readonly CacheEntry<CloudConfigRef, CloudConfig | undefined>[]
  readonly machinesOf: (pool: MachinePoolRef) => Machines | undefined
}

/** The number of machine pools in a zone, as far as loaded. */
export interface ZoneUse {
  readonly pools: number
  /** True if no other cluster or pool can be in the zone. */
  readonly isWhole: boolean
}

/** A cluster with where it is, as far as known, and its cloud config, if loaded. */
interface PlacedCluster {
  readonly cloud: string
  readonly account: string | undefined
  readonly region?: string | undefined
  readonly config?: CloudConfig & CloudConfigRef
}

/** Returns a function for what is in the zones of a region, as far as it is loaded; undefined if nothing is known of one. */
export function zoneUse(
  region: RegionRef,
  clusters: Pick<Clusters, 'configs' | 'machineLists' | 'peek'>,
): (zone: string) => ZoneUse | undefined {
  const key = connectionKey(region.connection)
  return countByZone(region, {
    list: clusters.peek(region.connection),
    configs: clusters.configs.entries.filter(({ ref }) => connectionKey(ref.connection) === key),
    machinesOf: (pool) => valueOf(clusters.machineLists.peek(pool)),
  })
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
    placed.push({
      cloud,
      account,
      region: regionOfConfig(cloud, value),
      config: { ...value, ...ref },
    })
  }
  for (const { cloudType, account } of listed.values()) {
    placed.push({ cloud: zoneProvider(providerOfCloudType(cloudType)), account: account?.uid })
  }
  return placed
}

/** Counts the machine pools in a region by zone in what is loaded. */
export function countByZone(
  { provider, cloudAccountUid, project, region }: RegionRef,
  loaded: LoadedClusters,
): (zone: string) => ZoneUse | undefined {
  const { list, machinesOf } = loaded
  const placed = placeClusters(loaded)
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
  const { counts, hasAllPools } = countPools(here, machinesOf)
  const isComplete =
    isWhole(list) && hasAllPools && near.every((one) => isPlaced(one) && !one.config?.unreadable)
  return (zone) => {
    const pools = counts.get(zone) ?? 0
    return pools > 0 || isComplete ? { pools, isWhole: isComplete } : undefined
  }
}

/** Counts by zone; `hasAllPools` if the zones of every pool are known, from its configuration or its machines. */
function countPools(
  configs: readonly (CloudConfig & CloudConfigRef)[],
  machinesOf: LoadedClusters['machinesOf'],
) {
  const counts = new Map<string, number>()
  let hasAllPools = true
  for (const { connection, provider, configUid, pools } of configs) {
    for (const { name: machinePoolName, zones } of pools) {
      const placed = machinesByZone(
        machinesOf({ connection, provider, configUid, machinePoolName }),
      )
      // A pool without zones of its own may be in any zone.
      if (zones.length === 0 && !placed) hasAllPools = false
      for (const zone of new Set([...zones, ...(placed?.keys() ?? [])])) {
        counts.set(zone, (counts.get(zone) ?? 0) + 1)
      }
    }
  }
  return { counts, hasAllPools }
}

/** Returns the region of a cloud config; empty for a provider without regions, whose zones are those of the account. */
export function regionOfConfig(
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
