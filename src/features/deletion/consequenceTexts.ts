import * as vscode from 'vscode'
import { displayTextInQuotes, displayText, joinFitting } from '../../displayTexts.ts'
import { isSample } from '../../connections/sample.ts'
import {
  clusterState,
  configuredPool,
  hasNoMachines,
  isKnownAsProvisioned,
  type Inspection,
} from '../../deletion/inspection.ts'
import { autoscalingBounds, lifecyclePhase } from '../../model/poolFacts.ts'
import type { LostValue } from '../../deletion/reconfirmation.ts'
import type { Loss } from '../../deletion/remainder.ts'
import { unbrokenZonesText } from '../../ui/listTexts.ts'
import type { CodeLocation } from '../poolsInCode/codeSearch.ts'

/** In data centers, people keep data on the disks of nodes. */
const diskText = vscode.l10n.t('Data on the nodes’ disks may be lost.')

/**
 * What a provider does with the nodes beside removing them. Cluster API doesn’t drain the managed node groups of the
 * clouds: of these, it is what the clouds say (docs/api.md, “Deletions”).
 */
const providerTexts: Readonly<Record<string, string>> = {
  vsphere: diskText,
  maas: diskText,
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
  return [drainText, autoscalingText, providerTexts[provider] ?? '']
}

/** Returns what a cluster loses with a pool, as one line. */
export function lossesText(lost: readonly LostValue[]): string {
  return vscode.l10n.t('Lost with this pool: {0}', lostValuesText(lost))
}

/** Returns what a cluster loses with a pool, as a list. */
export function lostValuesText(lost: readonly LostValue[]): string {
  const zones: string[] = []
  const texts: string[] = []
  for (const { loss, value } of lost) {
    if (loss === 'zones') zones.push(value)
    else texts.push(lossText(loss, displayText(value)))
  }
  // A control plane may stay in these zones.
  if (zones.length > 0)
    texts.unshift(vscode.l10n.t('worker nodes in {0}', unbrokenZonesText(zones)))
  return joinFitting(texts)
}

/** Returns something other than zones that a cluster loses, as an entry of a list. */
function lossText(loss: Exclude<Loss, 'zones'>, value: string): string {
  switch (loss) {
    case 'os':
      return vscode.l10n.t('operating system {0}', value)
    case 'architecture':
      return vscode.l10n.t('architecture {0}', value)
    case 'capacityType':
      return vscode.l10n.t('capacity type {0}', value)
    case 'taints':
      return vscode.l10n.t('taint {0}', value)
    case 'labels':
      return vscode.l10n.t('label {0}', value)
  }
}

/** Returns what the first location of a machine pool in code means, and where it is. */
export function locationText([location]: readonly CodeLocation[]): string {
  if (!location) return ''
  const { uri, line, isCertain, tool } = location
  const at = `${displayText(vscode.workspace.asRelativePath(uri))}:${line}`
  if (tool) return vscode.l10n.t('{0} will create this pool again on the next apply: {1}', tool, at)
  return isCertain
    ? vscode.l10n.t('Applying this file may create this pool again: {0}', at)
    : vscode.l10n.t('{0} defines a machine pool with this name, possibly for another cluster.', at)
}

/** Returns a location as JSON for people and models. */
export function locationFacts({ uri, line, isCertain, tool }: CodeLocation): object {
  return {
    file: vscode.workspace.asRelativePath(uri),
    line,
    isCertain,
    recreatedBy: tool,
  }
}
