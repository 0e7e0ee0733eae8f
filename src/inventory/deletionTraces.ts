import { ApiError, isNotOffered } from '../api/errors.ts'
import type { Pages, Trace } from '../api/lookups.ts'
import type { ServiceFor } from '../connections/services.ts'
import type { Clusters } from './clusters.ts'
import type { OpenDeletion } from './deletions.ts'
import { scoped } from './machinePoolRef.ts'
import { findCluster } from './poolSearch.ts'

/** How far the clock of a service may be off, in ms. */
const skewMs = 10 * 60_000
const maxPages = 10

/** Whether a service speaks of a deletion. What it doesn't let this user read counts as none. */
export type Traces = 'none' | 'found' | 'unknown'

/** Looks for a deletion in the events and audits of its cluster. Never rejects. */
export async function findTraces(
  { pool, deletion }: OpenDeletion,
  clusters: Clusters,
  serviceFor: ServiceFor,
  signal: AbortSignal,
): Promise<Traces> {
  try {
    const cluster = await findCluster(pool, clusters, signal)
    if (!cluster) return 'none'
    const since = deletion.sentAt - skewMs
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
      // The latest come first.
      if (recent.length === 0) return 'none'
      if (--left === 0) return 'unknown'
    }
    return 'none'
  } catch (error) {
    if (error instanceof ApiError && isNotOffered(error)) return 'none'
    throw error
  }
}
