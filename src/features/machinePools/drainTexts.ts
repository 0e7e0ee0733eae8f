import * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import type { ClusterEvent } from '../../api/lookups.ts'
import type { Clusters } from '../../inventory/clusters.ts'
import type { Deletions } from '../../inventory/deletion/deletions.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { valueOf } from '../../inventory/results.ts'

/** Returns for how long a drain has made no progress. */
export function stallText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  return minutes < 120
    ? vscode.l10n.t('stalled for {0} min', minutes)
    : vscode.l10n.t('stalled for {0} h', Math.floor(minutes / 60))
}

/** Returns the number of nodes that a deletion has left. */
export function nodesLeftText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 node left') : vscode.l10n.t('{0} nodes left', count)
}

/** The maximum clock skew of a service, in ms. */
const skewMs = 10 * 60_000

/** Returns the loaded warning of a pool’s cluster, unless it is older than the pool’s deletion. */
export function recentWarning(
  pool: MachinePoolRef,
  { clusters, deletions }: { clusters: Clusters; deletions: Deletions },
): ClusterEvent | undefined {
  const warning = valueOf(clusters.warnings.peek(pool))
  const { sentAt = clock.now() } = deletions.pendingOf(pool) ?? {}
  return warning && (timeIn(warning.at) ?? 0) >= sentAt - skewMs ? warning : undefined
}

/** Returns what a warning is about. */
export function warningText({ reason, message }: ClusterEvent): string {
  return oneLine([reason, message].filter(Boolean).join(': '))
}

/** Joins the lines of a message. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Returns a time as the service writes it in epoch ms; undefined if it can’t be read. */
export function timeIn(text: string | undefined): number | undefined {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? undefined : at
}
