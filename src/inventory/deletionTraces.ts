import { ApiError, isUnsupported } from '../api/errors.ts'
import type { Pages, Trace } from '../api/lookups.ts'
import type { ServiceFor } from '../connections/services.ts'
import type { Clusters } from './clusters.ts'
import type { PendingDeletion } from './deletions.ts'
import { scoped } from './machinePoolRef.ts'
import { findCluster } from './poolSearch.ts'

/** The maximum clock skew of a service, in ms. */
const skewMs = 10 * 60_000
const maxPages = 10

/** The mentions of a deletion in events and audits; those that this user can’t read count as none. */
export type Traces = 'none' | 'found' | 'unknown'

/** Searches events and audits of a cluster for a deletion. Never rejects. */
export async function findTraces(
  { pool, deletion }: PendingDeletion,
  clusters: Clusters,
  serviceFor: ServiceFor,
  signal: AbortSignal,
): Promise<Traces> {
  try {
    const cluster = await findCluster(pool, clusters, signal)
    if (!cluster) return 'none'
    const since = (deletion.serviceTime ?? deletion.sentAt) - skewMs
    const service = await serviceFor(scoped(clusters.inProject(pool)))
    const clusterUid = cluster.uid
    const both = await Promise.all([
      tracesIn(service.events(clusterUid, signal), since),
      tracesIn(service.deletionAudits({ clusterUid, since }, signal), since),
    ])
    return both.find((one) => one === 'found') ?? both.find((one) => one === 'unknown') ?? 'none'
  } catch {
    return 'unknown'
  }
}

async function tracesIn(pages: Pages<Trace>, since: number): Promise<Traces> {
  const isRecent = ({ at }: Trace) => at === undefined || !(Date.parse(at) < since)
  try {
    let left = maxPages
    for await (const { items, unreadable, isTruncated } of pages) {
      const recent = items.filter(isRecent)
      if (recent.some(({ words }) => /delet|remov|terminat|drain/i.test(words))) return 'found'
      if (unreadable > 0 || isTruncated) return 'unknown'
      // The latest are first.
      if (recent.length === 0) return 'none'
      if (--left === 0) return 'unknown'
    }
    return 'none'
  } catch (error) {
    if (error instanceof ApiError && isUnsupported(error)) return 'none'
    throw error
  }
}
