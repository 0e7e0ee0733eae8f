import type { Clusters } from '../clusters/clusters.ts'
import { connectionKey } from '../connections/connection.ts'
import type { CloudProjectRef } from '../model/refs.ts'
import { isInRegion } from './zoneUse.ts'

/**
 * Returns the regions of a cloud account in which machine pools are cached, the region with most pools first. Clusters
 * whose pools aren’t cached don’t count, so another region may have pools, too.
 */
export function regionsWithPools(
  account: CloudProjectRef,
  { configs }: Pick<Clusters, 'configs'>,
): string[] {
  const connection = connectionKey(account.connection)
  const counts = new Map<string, number>()
  for (const { ref, value: config } of configs.entries) {
    if (!config || connectionKey(ref.connection) !== connection) continue
    const { region } = config
    if (region === undefined || config.pools.length === 0) continue
    if (isInRegion({ ...account, region }, ref.provider, undefined, config) !== true) continue
    counts.set(region, (counts.get(region) ?? 0) + config.pools.length)
  }
  const mostFirst = [...counts].sort(
    ([first, a], [second, b]) => b - a || first.localeCompare(second),
  )
  return mostFirst.map(([region]) => region)
}
