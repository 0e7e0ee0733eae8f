import type * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import { ApiError, isUnsupported } from '../api/errors.ts'
import type { ServiceFor } from '../connections/services.ts'
import { visible } from '../texts.ts'
import { searchAudits } from './auditSearch.ts'
import type { Clusters } from './clusters.ts'
import { earliestAudit, isOfRequest, type DeletionAudit } from './deletionAudits.ts'
import type { Deletions, PendingDeletion } from './deletions.ts'
import type { DeletionWriter } from './deletionWriter.ts'
import type { MachinePoolRef } from './machinePoolRef.ts'

/** The delay between two searches in the audit log, in ms. */
const auditIntervalMs = 30_000

/** A check of deletions without a definite response against the audit log. */
export interface AuditCheck {
  /** The latest deletions in the audit log, by anybody, by the ID of the deletion without a definite response. */
  readonly latest: ReadonlyMap<string, DeletionAudit>
  /**
   * Returns a deletion as accepted if it had no definite response, and the audit log has an unmistakable record
   * of it, by the same user. Of other records, nobody knows whose request they are about. That says nothing about
   * how far it is: the pool is monitored as after any accepted one.
   */
  asAccepted(
    one: PendingDeletion,
    serviceFor: ServiceFor,
    signal: AbortSignal,
  ): Promise<PendingDeletion>
}

interface CheckParts {
  deletions: Deletions
  deletionWriter: DeletionWriter
  clusters: Clusters
  log: vscode.LogOutputChannel
}

/** Creates the check for the deletions that a window monitors. */
export function createAuditCheck({
  deletions,
  deletionWriter,
  clusters,
  log,
}: CheckParts): AuditCheck {
  const latest = new Map<string, DeletionAudit>()
  /** The time of the last search in the audit log by deletion ID, by a monotonic clock. */
  const searchedAt = new Map<string, number>()
  return { latest, asAccepted }

  async function asAccepted(
    one: PendingDeletion,
    serviceFor: ServiceFor,
    signal: AbortSignal,
  ): Promise<PendingDeletion> {
    const { pool, deletion } = one
    const { id, isAccepted, isSending } = deletion
    const elapsed = clock.elapsed('following')
    const isDue = elapsed - (searchedAt.get(id) ?? -Infinity) >= auditIntervalMs
    if (isAccepted || isSending || !isDue) return one
    searchedAt.set(id, elapsed)
    try {
      const since = earliestAudit(deletion)
      const search = await searchAudits(pool, since, { clusters, serviceFor }, signal)
      const [last] = search?.found ?? []
      if (!last || signal.aborted) return one
      latest.set(id, last)
      const own = search?.found.filter((audit) => isOfRequest(audit, deletion)) ?? []
      const found = await byThisUser(own, pool, serviceFor, signal)
      if (!found || signal.aborted) return one
      await deletions.refresh()
      // Another window may have completed it meanwhile.
      if (!deletions.allPendingOf(pool).some((open) => open.id === id)) return one
      log.info(`The audit log has the deletion ${id}: entry ${visible(found.uid)}`)
      const settled = { at: clock.now(), fate: 'accepted' }
      const accepted = { isAccepted: true, settled }
      // If it can’t be saved, this window knows it all the same.
      await deletionWriter.update(id, accepted).catch(() => {})
      return { pool, deletion: { ...deletion, ...accepted } }
    } catch (error) {
      if (signal.aborted) return one
      // Most keys can’t read it.
      if (error instanceof ApiError && isUnsupported(error)) searchedAt.set(id, Infinity)
      else log.warn(`Couldn’t read the audit log: ${String(error)}`)
      return one
    }
  }
}

/** Returns the entry about an action of the user whose API key is in use. */
async function byThisUser(
  audits: readonly DeletionAudit[],
  pool: MachinePoolRef,
  serviceFor: ServiceFor,
  signal: AbortSignal,
): Promise<DeletionAudit | undefined> {
  if (audits.every((audit) => audit.userUid === undefined)) return undefined
  const { userUid } = await (await serviceFor(pool.connection)).whoAmI(signal)
  return audits.find((audit) => audit.userUid !== undefined && audit.userUid === userUid)
}
