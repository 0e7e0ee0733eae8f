import type { Cluster } from '../api/clusterSchemas.ts'
import { providerForCloudType } from '../api/providers.ts'
import type { CloudConfigPath } from '../api/requests.ts'

/**
 * Finds the clusters of a list by their cloud config, and counts those with the same name. The row of each pool looks
 * up its cluster: to search the whole list each time would take too long for thousands of pools.
 */
export class ClusterIndex {
  readonly #byConfig: ReadonlyMap<string, Cluster>
  readonly #countByName: ReadonlyMap<string | undefined, number>

  constructor(byConfig: ReadonlyMap<string, Cluster> = new Map()) {
    this.#byConfig = byConfig
    const countByName = new Map<string | undefined, number>()
    for (const { name } of byConfig.values()) {
      countByName.set(name, (countByName.get(name) ?? 0) + 1)
    }
    this.#countByName = countByName
  }

  /** The clusters in the order of the list. */
  get clusters(): readonly Cluster[] {
    return [...this.#byConfig.values()]
  }

  /** Returns the cluster of a cloud config; undefined if the list doesn’t have it. */
  find({ provider, configUid }: CloudConfigPath): Cluster | undefined {
    return this.#byConfig.get(indexKey(provider, configUid))
  }

  /** Returns the number of clusters with a name; if `name` is undefined, of those without a name. */
  countNamed(name: string | undefined): number {
    return this.#countByName.get(name) ?? 0
  }

  /**
   * Returns an index that also has the clusters of another page. If clusters are created or deleted between two
   * requests, two pages may have the same cluster: then the cluster of the later page is used.
   */
  withPage(page: readonly Cluster[]): ClusterIndex {
    const byConfig = new Map(this.#byConfig)
    for (const cluster of page) {
      const provider = providerForCloudType(cluster.cloudType)
      byConfig.set(indexKey(provider, cluster.configUid), cluster)
    }
    return new ClusterIndex(byConfig)
  }
}

function indexKey(provider: string, configUid: string): string {
  return JSON.stringify([provider, configUid])
}
