import * as vscode from 'vscode'
import type { Machine } from '../../api/lookupSchemas.ts'
import { isSameConnection, type Connection } from '../../connections/connection.ts'
import { isInScope, labelOf, poolsOf, type KnownPool } from '../../inventory/configs.ts'
import { valueOf } from '../../inventory/results.ts'
import type { Parts } from '../../parts.ts'

/** A machine pool that needs attention, with what is wrong with it; empty if its state says it. */
export interface NeedsAttention {
  readonly pool: KnownPool
  readonly why: string
}

/** Finds deletions without a known end, and pools with unhealthy machines, as far as they are loaded. */
export function needsAttention(connection: Connection, parts: Parts): NeedsAttention[] {
  const { clusters, deletions, deletionMonitor } = parts
  const pending = deletions
    .pendingOver([connection])
    .flatMap(({ pool, deletion }): NeedsAttention[] => {
      const kind = deletionMonitor.stageOf(pool)?.kind
      const isUncertain = kind === 'overdue' || kind === 'unknown'
      if (!isUncertain || !isInScope(deletion, connection)) return []
      const { facts: _, ...place } = clusters.inProject(pool)
      return [{ pool: { ...place, isPinned: false, isTracked: true }, why: '' }]
    })
  const configs = clusters.configs.entries.filter(({ ref }) =>
    isSameConnection(ref.connection, connection),
  )
  const unhealthy = configs.flatMap(({ ref, value }) =>
    poolsOf({ ...ref, label: labelOf(ref, parts) }, parts, value).flatMap((pool) => {
      const list = valueOf(clusters.machineLists.peek(pool))
      const count = list?.machines.filter(isUnhealthy).length
      // Machines of a pool that is being deleted come to an end.
      if (!list || !count || !pool.facts || deletionMonitor.stageOf(pool)) return []
      return { pool, why: vscode.l10n.t('Unhealthy machines: {0} of {1}', count, list.count) }
    }),
  )
  return [...pending, ...unhealthy]
}

function isUnhealthy({ health, state }: Machine): boolean {
  const isFailed = ['failed', 'unknown'].includes(state?.toLowerCase() ?? '')
  return isFailed || (health !== undefined && health.toLowerCase() !== 'healthy')
}
