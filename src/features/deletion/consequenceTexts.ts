import * as vscode from 'vscode'
import { isSample } from '../../connections/sample.ts'
import type { MachinePoolRef } from '../../model/refs.ts'

/** The clouds’ own words on deleting their managed node groups, which Cluster API doesn’t drain (docs/api.md). */
const cloudTexts: Readonly<Record<string, string>> = {
  eks: vscode.l10n.t('EKS terminates nodes that aren’t drained within 5 minutes.'),
  gke: vscode.l10n.t(
    'When a node pool is deleted, GKE doesn’t honor disruption budgets by default.',
  ),
  aks: vscode.l10n.t('On AKS, the deletion may fail if draining takes longer than 10 minutes.'),
}

/** Returns what becomes of the machines of a pool. */
export function drainTexts({ connection, provider }: MachinePoolRef): string[] {
  if (isSample(connection)) {
    return [
      vscode.l10n.t(
        'The machines will be drained and removed. To restore them, remove the sample data and try it again.',
      ),
    ]
  }
  // Clients of the service delete each machine instead.
  if (provider === 'edge-native') {
    return [
      vscode.l10n.t(
        'The service may accept the deletion but leave the machines running. The deletion can’t be undone.',
      ),
    ]
  }
  const drained = vscode.l10n.t('The machines will be drained and removed. This can’t be undone.')
  return [drained, cloudTexts[provider] ?? '']
}
