import type { Cluster } from '../api/clusterSchemas.ts'
import type { CloudConfig } from '../api/poolSchemas.ts'
import { hasRegions } from '../api/providers.ts'
import type { Clusters } from '../clusters/clusters.ts'
import { toConfigRef } from '../clusters/configs.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import { configKey, noRegion, type CloudConfigRef } from '../model/refs.ts'

/** A cluster whose cloud config is cached. */
interface LoadedCluster {
  readonly ref: CloudConfigRef
  readonly config: CloudConfig
  /** The cloud account of the cluster, if the list of clusters has it. */
  readonly account: Cluster['account']
}

/** The clusters in a region of an account; either may be unknown. */
interface RegionClusters {
  readonly loaded: LoadedCluster[]
  /** The clusters whose cloud configs aren’t cached, so that their regions are unknown. */
  readonly unloaded: Cluster[]
}

type ConfigEntries = Clusters['configs']['entries']

/** The clusters of a connection by their cloud account and region; see {@link findClustersByRegion}. */
class ClustersByRegion {
  /** The clusters by the UID of the account, and then by region. */
  readonly #groups = new Map<string | undefined, Map<string | undefined, RegionClusters>>()

  constructor(connection: Connection, entries: ConfigEntries, clusters: readonly Cluster[]) {
    const key = connectionKey(connection)
    const unloaded = new Map(
      clusters.map((cluster) => [configKey(toConfigRef(connection, cluster)), cluster]),
    )
    for (const { ref, value: config } of entries) {
      if (!config || connectionKey(ref.connection) !== key) continue
      const account = unloaded.get(configKey(ref))?.account
      unloaded.delete(configKey(ref))
      const uid = config.cloudAccountUid ?? account?.uid
      // The zones of a provider without regions are those of the account.
      const region = hasRegions(ref.provider) ? config.region : noRegion
      this.#groupOf(uid, region).loaded.push({ ref, config, account })
    }
    for (const cluster of unloaded.values()) {
      this.#groupOf(cluster.account?.uid, undefined).unloaded.push(cluster)
    }
  }

  /** Returns the clusters that are in a region of an account, and those whose account or region isn’t known. */
  mayBeIn(accountUid: string, region: string): readonly RegionClusters[] {
    return [accountUid, undefined].flatMap((uid) => {
      const regions = this.#groups.get(uid)
      return [regions?.get(region), regions?.get(undefined)].filter((group) => group !== undefined)
    })
  }

  /** Returns the clusters that are known to be in an account. */
  inAccount(accountUid: string): readonly RegionClusters[] {
    return [...(this.#groups.get(accountUid)?.values() ?? [])]
  }

  #groupOf(uid: string | undefined, region: string | undefined): RegionClusters {
    const regions = this.#groups.get(uid) ?? new Map<string | undefined, RegionClusters>()
    this.#groups.set(uid, regions)
    const group = regions.get(region) ?? { loaded: [], unloaded: [] }
    regions.set(region, group)
    return group
  }
}

/** The caches of clusters and of their cloud configs. */
interface CachedClusters {
  readonly configs: Pick<Clusters['configs'], 'entries'>
  readonly peekList: Clusters['peekList']
}

/** The last result for the cached cloud configs: that of a connection and its list of clusters. */
interface CachedResult {
  readonly connection: string
  readonly listed: readonly Cluster[]
  readonly byRegion: ClustersByRegion
}

const cachedResults = new WeakMap<ConfigEntries, CachedResult>()

const noneListed: readonly Cluster[] = []

/**
 * Groups the clusters of a connection by account and region. The result is cached until a cluster or a cloud config
 * changes: there may be thousands of clusters, and the Zones view needs the result for each of its regions.
 */
export function findClustersByRegion(
  connection: Connection,
  clusters: CachedClusters,
): ClustersByRegion {
  const { entries } = clusters.configs
  const listed = clusters.peekList(connection)?.clusters ?? noneListed
  const key = connectionKey(connection)
  const cached = cachedResults.get(entries)
  if (cached?.connection === key && cached.listed === listed) return cached.byRegion
  const byRegion = new ClustersByRegion(connection, entries, listed)
  cachedResults.set(entries, { connection: key, listed, byRegion })
  return byRegion
}
