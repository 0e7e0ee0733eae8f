import type { ServiceFor } from '../connections/services.ts'
import type { Clusters } from './clusters.ts'
import { deletionIn, type DeletionAudit } from './deletionAudits.ts'
import { scoped, type MachinePoolRef } from './machinePoolRef.ts'
import { findCluster } from './poolSearch.ts'

const maxPages = 10

/** The result of a search in the audit log. */
export interface AuditSearch {
  /** The deletions of the pool, the latest first. */
  readonly found: readonly DeletionAudit[]
  /** True if there are entries that weren’t read. */
  readonly isIncomplete: boolean
}

/**
 * Searches the audit log for deletions of a machine pool since a time, in epoch ms by the service’s clock.
 * Undefined if its cluster isn’t listed. Rejects if the clusters or the audit log can’t be read.
 */
export async function searchAudits(
  pool: MachinePoolRef,
  since: number,
  { clusters, serviceFor }: { clusters: Clusters; serviceFor: ServiceFor },
  signal: AbortSignal,
): Promise<AuditSearch | undefined> {
  const cluster = await findCluster(pool, clusters, signal)
  if (!cluster) return undefined
  const service = await serviceFor(scoped(clusters.inProject(pool)))
  const { machinePoolName } = pool
  const subject = { clusterUid: cluster.uid, machinePoolName, since }
  const found: DeletionAudit[] = []
  let isIncomplete = false
  let pages = 0
  for await (const page of service.deletionAudits({ clusterUid: cluster.uid, since }, signal)) {
    found.push(...page.items.flatMap((audit) => deletionIn(audit, subject) ?? []))
    isIncomplete ||= page.unreadable > 0 || page.isTruncated
    if (++pages < maxPages) continue
    isIncomplete ||= page.hasMore
    break
  }
  return { found: found.sort((a, b) => b.time - a.time), isIncomplete }
}
