import { hasRegions, providerForCloudType, underlyingProvider } from '../api/providers.ts'
import type { Cluster } from '../api/clusterSchemas.ts'
import type { CloudConfig, MachinePool } from '../api/poolSchemas.ts'
import type { Machines } from '../api/lookups.ts'
import { isCompleteClusterList as isWholeList } from '../clusters/clusterPages.ts'
import type { Clusters } from '../clusters/clusters.ts'
import { findClustersByRegion } from './clustersByRegion.ts'
import {
  noRegion,
  type CloudConfigRef,
  type CloudProjectRef,
  type RegionRef,
} from '../model/refs.ts'
import { areZonesConfigured } from '../model/poolFacts.ts'
import { valueOf } from '../cache/results.ts'

/** The caches of clusters, their cloud configs, and their machines. */
type LoadedClusters = Pick<Clusters, 'configs' | 'machineLists' | 'peekList'>

/** How many machine pools use a zone, according to the clusters that are cached. */
export interface ZoneUse {
  readonly pools: number
  /** True if all pools that may be in the zone are cached, so that no other pool can be in it. */
  readonly isComplete: boolean
}

/**
 * Creates a function that returns how many of the cached pools use a zone of a region. It returns undefined for a zone
 * that no cached pool uses, unless all pools are cached.
 */
export function createZoneUse(
  region: RegionRef,
  clusters: LoadedClusters,
): (zone: string) => ZoneUse | undefined {
  const { configs, isComplete } = configsIn(region, clusters)
  // Each subscription of Azure numbers the zones in another way, so that their pools can’t be counted together.
  const subscriptions = new Set(configs.map(({ subscription }) => subscription))
  if (subscriptions.size > 1) return () => undefined
  const { counts, hasAllPools } = countPools(configs, clusters)
  const isWhole = isComplete && hasAllPools
  return (zone) => {
    const pools = counts.get(zone) ?? 0
    return pools > 0 || isWhole ? { pools, isComplete: isWhole } : undefined
  }
}

/**
 * Returns the cached cloud configs in a region. `isComplete` is true if no other cluster or pool can be in the region.
 */
function configsIn(region: RegionRef, clusters: LoadedClusters) {
  const { connection, cloudAccountUid } = region
  const configs: (CloudConfig & CloudConfigRef)[] = []
  let isComplete = isWholeList(clusters.peekList(connection))
  const byRegion = findClustersByRegion(connection, clusters)
  for (const { loaded, unloaded } of byRegion.mayBeIn(cloudAccountUid, region.region)) {
    for (const { ref, config, account } of loaded) {
      const isInside = isInRegion(region, ref.provider, account, config)
      if (isInside) configs.push({ ...config, ...ref })
      if (isInside === undefined || (isInside && config.unreadable > 0)) isComplete = false
    }
    for (const { cloudType, account } of unloaded) {
      const isOutside = isInRegion(region, providerForCloudType(cloudType), account) === false
      if (!isOutside) isComplete = false
    }
  }
  return { configs, isComplete }
}

/**
 * Returns whether a cluster is in a region of a cloud account. Undefined if the cluster’s account or region isn’t
 * known, and the rest doesn’t rule it out.
 */
export function isInRegion(
  { provider, cloudAccountUid, project, region }: RegionRef,
  providerOfCluster: string,
  account: Cluster['account'],
  config?: CloudConfig,
): boolean | undefined {
  const uid = config?.cloudAccountUid ?? account?.uid
  // The zones of a provider without regions are those of the account.
  const regionOfCluster = config && (hasRegions(provider) ? config.region : noRegion)
  const isElsewhere =
    underlyingProvider(providerOfCluster) !== underlyingProvider(provider) ||
    (uid ?? cloudAccountUid) !== cloudAccountUid ||
    (regionOfCluster ?? region) !== region ||
    // Only Google Cloud has projects.
    (project !== undefined && (config?.cloudProject ?? project) !== project)
  if (isElsewhere) return false
  return uid === undefined || regionOfCluster === undefined ? undefined : true
}

/**
 * Counts pools by zone. `hasAllPools` is true if the zones of each pool are known, from its configuration or machines.
 */
function countPools(
  configs: readonly (CloudConfig & CloudConfigRef)[],
  { machineLists }: LoadedClusters,
) {
  const counts = new Map<string, number>()
  let hasAllPools = true
  for (const { connection, provider, configUid, pools } of configs) {
    for (const pool of pools) {
      const ref = { connection, provider, configUid, machinePoolName: pool.name }
      const placed = countMachinesByZone(valueOf(machineLists.peek(ref)))
      // A pool without configured zones may be in any zone, unless its machines are known.
      if (!areZonesConfigured(pool) && !placed) hasAllPools = false
      for (const zone of new Set([...pool.zones, ...(placed?.keys() ?? [])])) {
        counts.set(zone, (counts.get(zone) ?? 0) + 1)
      }
    }
  }
  return { counts, hasAllPools }
}

/** Returns whether a pool is configured for a zone, or has machines in it. */
export function isInZone(
  { zones }: Pick<MachinePool, 'zones'>,
  zone: string,
  machines: Machines | undefined,
): boolean {
  const hasMachines = machines?.machines.some((machine) => machine.zone === zone)
  return zones.includes(zone) || hasMachines === true
}

/**
 * Returns the number of machines by zone if a pool has at least two machines more in one of its zones than in another;
 * undefined if its machines are spread evenly, or aren’t known.
 */
export function unevenZones(
  { zones }: Pick<MachinePool, 'zones'>,
  machines: Machines | undefined,
): Map<string, number> | undefined {
  const placed = countMachinesByZone(machines)
  if (!placed || zones.length < 2) return undefined
  const counts = new Map(zones.map((zone) => [zone, placed.get(zone) ?? 0]))
  for (const [zone, count] of placed) counts.set(zone, count)
  const difference = Math.max(...counts.values()) - Math.min(...counts.values())
  return difference >= 2 ? counts : undefined
}

/**
 * Returns the number of machines by zone; undefined unless all machines of the pool are listed, and each with a zone.
 */
export function countMachinesByZone(
  machines: Machines | undefined,
): Map<string, number> | undefined {
  if (!machines?.isComplete) return undefined
  const counts = new Map<string, number>()
  for (const { zone } of machines.machines) {
    if (zone === undefined) return undefined
    counts.set(zone, (counts.get(zone) ?? 0) + 1)
  }
  return counts
}

/**
 * Returns the regions of a cloud account in which machine pools are cached, the region with most pools first. Clusters
 * whose pools aren’t cached don’t count, so another region may have pools, too.
 */
export function regionsWithPools(
  account: CloudProjectRef,
  clusters: Pick<Clusters, 'configs' | 'peekList'>,
): string[] {
  const counts = new Map<string, number>()
  const byRegion = findClustersByRegion(account.connection, clusters)
  const groups = byRegion.inAccount(account.cloudAccountUid)
  for (const { ref, config } of groups.flatMap(({ loaded }) => loaded)) {
    const { region, pools } = config
    if (region === undefined || pools.length === 0) continue
    if (isInRegion({ ...account, region }, ref.provider, undefined, config) !== true) continue
    counts.set(region, (counts.get(region) ?? 0) + pools.length)
  }
  const mostFirst = [...counts].sort(
    ([first, a], [second, b]) => b - a || first.localeCompare(second),
  )
  return mostFirst.map(([region]) => region)
}
