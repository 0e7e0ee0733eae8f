import type { Clusters } from '../clusters/clusters.ts'
import type { CloudProjectRef } from '../model/refs.ts'
import { findPlaces } from './clusterPlaces.ts'
import { isInRegion } from './zoneUse.ts'

/**
 * Returns the regions of a cloud account in which machine pools are cached, the region with most pools first. Clusters
 * whose pools aren’t cached don’t count, so another region may have pools, too.
 */
export function regionsWithPools(
  account: CloudProjectRef,
  clusters: Pick<Clusters, 'configs' | 'peekList'>,
): string[] {
  const counts = new Map<string, number>()
  for (const { loaded } of findPlaces(account.connection, clusters).inAccount(
    account.cloudAccountUid,
  )) {
    for (const { ref, config } of loaded) {
      const { region, pools } = config
      if (region === undefined || pools.length === 0) continue
      if (isInRegion({ ...account, region }, ref.provider, undefined, config) !== true) continue
      counts.set(region, (counts.get(region) ?? 0) + pools.length)
    }
  }
  const mostFirst = [...counts].sort(
    ([first, a], [second, b]) => b - a || first.localeCompare(second),
  )
  return mostFirst.map(([region]) => region)
}
