import { isTypedPool } from '../../connections/typedPools.ts'
import type { Deletions } from '../../deletion/deletions.ts'
import { mustBeTyped } from '../../deletion/guard.ts'
import { listedClusterName, type Inspection } from '../../deletion/inspection.ts'

/**
 * Why a button isn’t enough to confirm a deletion: what the inspection has found, what came before, or the connection.
 */
export type TypingReason = 'danger' | 'earlierDeletion' | 'connection'

/** Returns why the cluster and the pool must be typed; empty if a button is enough. */
export function typingReasons(inspection: Inspection, deletions: Deletions): TypingReason[] {
  const { pool, dangers } = inspection
  const reasons: TypingReason[] = []
  if (mustBeTyped(dangers)) reasons.push('danger')
  if (deletions.mayHaveDeleted(pool)) reasons.push('earlierDeletion')
  // Every mode but `confirm` asks for typing: `block` is refused elsewhere, and must not ask for less here.
  if (pool.connection.deletion !== 'confirm' || matchesPattern(inspection)) {
    reasons.push('connection')
  }
  return reasons
}

/** Returns whether a pattern of the connection matches the pool, with any of the names that its cluster may have. */
function matchesPattern({ pool, config, loaded }: Inspection): boolean {
  // The cloud config was loaded later than the list of clusters, and may have a newer name.
  const names = [listedClusterName(loaded), config?.name ?? loaded.cached.cluster]
  return names.some((name) => isTypedPool(pool.connection, name, pool.machinePoolName))
}
