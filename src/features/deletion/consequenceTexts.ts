import * as vscode from 'vscode'
import { displayTextInQuotes } from '../../displayTexts.ts'
import { isSample } from '../../connections/sample.ts'
import {
  clusterState,
  configuredPool,
  hasNoMachines,
  isKnownAsProvisioned,
  type Inspection,
} from '../../deletion/inspection.ts'
import { autoscalingBounds, lifecyclePhase } from '../../model/poolFacts.ts'

/**
 * The clouds’ own words on deleting their managed node groups, which Cluster API doesn’t drain (docs/api.md,
 * “Deletions”).
 */
const cloudTexts: Readonly<Record<string, string>> = {
  eks: vscode.l10n.t('EKS terminates nodes that aren’t drained within 5 minutes.'),
  gke: vscode.l10n.t(
    'When a node pool is deleted, GKE doesn’t honor disruption budgets by default.',
  ),
  aks: vscode.l10n.t('On AKS, the deletion may fail if draining takes longer than 10 minutes.'),
}

/** Returns what becomes of the machines of a pool. */
export function drainTexts({ pool, loaded, lookup }: Inspection): string[] {
  const { connection, provider } = pool
  const state = clusterState(loaded)
  const phase = lifecyclePhase({ state })
  const isImported =
    loaded.clusterStatus?.isImported === true || state?.toLowerCase() === 'importing'
  if (isSample(connection)) {
    return [
      vscode.l10n.t(
        'The nodes will be drained and removed. To restore them, remove connection “{0}” and run “Try with Sample Data” again.',
        displayTextInQuotes(connection.name),
      ),
    ]
  }
  if (hasNoMachines(loaded)) {
    return [vscode.l10n.t('The service lists no nodes of this pool. The deletion can’t be undone.')]
  }
  // Of edge-native, clients of the service delete each machine instead.
  if (provider === 'edge-native' || isImported) {
    return [
      isImported ? vscode.l10n.t('The service didn’t provision this cluster.') : '',
      vscode.l10n.t(
        'The service may accept the deletion but leave the nodes running. The deletion can’t be undone.',
      ),
    ]
  }
  // Cluster API doesn’t drain in a cluster that is being deleted (docs/responses.md).
  if (phase === 'leaving') {
    return [
      vscode.l10n.t(
        'The cluster is being deleted, so its nodes may be removed without being drained. This can’t be undone.',
      ),
    ]
  }
  // Machines that aren’t nodes of the cluster yet can’t be drained.
  const areDrained = isKnownAsProvisioned(loaded) && phase === 'running'
  const drainText = areDrained
    ? vscode.l10n.t('The nodes will be drained and removed. This can’t be undone.')
    : vscode.l10n.t('The nodes may be drained and removed. This can’t be undone.')
  const configured = configuredPool(lookup)
  const isAutoscaled = configured !== undefined && autoscalingBounds(configured) !== undefined
  // An autoscaler may make room for the pods of those that drain.
  const autoscalingText = isAutoscaled
    ? vscode.l10n.t('While nodes drain, autoscaling may add others to this pool.')
    : ''
  return [drainText, autoscalingText, cloudTexts[provider] ?? '']
}
