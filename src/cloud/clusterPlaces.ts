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

/** The clusters whose account and region are the same, or are both unknown. */
interface Place {
  readonly loaded: LoadedCluster[]
  /** The clusters whose cloud configs aren’t cached, so that their regions are unknown. */
  readonly unloaded: Cluster[]
}

type ConfigEntries = Clusters['configs']['entries']

/** The clusters of a connection by their cloud account and region; see {@link findPlaces}. */
export class ClusterPlaces {
  /** The places by the UID of the account, and then by region. */
  readonly #places = new Map<string | undefined, Map<string | undefined, Place>>()

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
      this.#placeOf(uid, region).loaded.push({ ref, config, account })
    }
    for (const cluster of unloaded.values()) {
      this.#placeOf(cluster.account?.uid, undefined).unloaded.push(cluster)
    }
  }

  /** Returns the clusters that may be in a region of an account: those elsewhere are left out, as far as that is known. */
  in(accountUid: string, region: string): readonly Place[] {
    return [accountUid, undefined].flatMap((uid) => {
      const places = this.#places.get(uid)
      return [places?.get(region), places?.get(undefined)].filter((place) => place !== undefined)
    })
  }

  /** Returns the clusters that are known to be in an account. */
  inAccount(accountUid: string): readonly Place[] {
    return [...(this.#places.get(accountUid)?.values() ?? [])]
  }

  #placeOf(uid: string | undefined, region: string | undefined): Place {
    const places = this.#places.get(uid) ?? new Map<string | undefined, Place>()
    this.#places.set(uid, places)
    const place = places.get(region) ?? { loaded: [], unloaded: [] }
    places.set(region, place)
    return place
  }
}

/** The caches of clusters and of their cloud configs. */
interface CachedClusters {
  readonly configs: Pick<Clusters['configs'], 'entries'>
  readonly peekList: Clusters['peekList']
}

/** What was found last for cached cloud configs: for one connection and its list of clusters. */
interface FoundPlaces {
  readonly connection: string
  readonly listed: readonly Cluster[]
  readonly places: ClusterPlaces
}

const lastFound = new WeakMap<ConfigEntries, FoundPlaces>()

const noneListed: readonly Cluster[] = []

/**
 * Finds out where the clusters of a connection are. The result is kept until a cluster or a cloud config changes: there
 * may be thousands of clusters, and the Zones view asks for each of its regions.
 */
export function findPlaces(connection: Connection, clusters: CachedClusters): ClusterPlaces {
  const { entries } = clusters.configs
  const listed = clusters.peekList(connection)?.clusters ?? noneListed
  const key = connectionKey(connection)
  const found = lastFound.get(entries)
  if (found?.connection === key && found.listed === listed) return found.places
  const places = new ClusterPlaces(connection, entries, listed)
  lastFound.set(entries, { connection: key, listed, places })
  return places
}
