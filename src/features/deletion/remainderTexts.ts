import * as vscode from 'vscode'
import type { Remainder } from '../../inventory/deletion/remainder.ts'
import { fitting, shortenedList, visible } from '../../texts.ts'

/** Returns what a cluster loses if so many of its pools are deleted, and what of the rest may not be of use. */
export function lossTexts(remainder: Remainder, count: number): string[] {
  const { maintenance = 0 } = remainder
  return [
    ...onlyText(remainder, count),
    ...(maintenance > 0
      ? [vscode.l10n.t('Machines of this cluster in maintenance mode: {0}', maintenance)]
      : []),
  ]
}

/** Returns what no other pool has. If nothing is left, there are no others. */
function onlyText(remainder: Remainder, count: number): string[] {
  const { isNothingLeft, zones = [], taints = [], labels = [] } = remainder
  if (isNothingLeft || zones.length + taints.length + labels.length === 0) return []
  // A control plane may be in the same zones.
  const own = fitting([
    ...zones.map((name) => vscode.l10n.t('workers in {0}', visible(name))),
    ...taints.map((name) => vscode.l10n.t('taint {0}', visible(name))),
    ...labels.map((name) => vscode.l10n.t('label {0}', visible(name))),
  ])
  return [
    count === 1
      ? vscode.l10n.t('Only this pool has: {0}', own)
      : vscode.l10n.t('Only these pools have: {0}', own),
  ]
}

/** Returns what else runs on the cluster, according to the list of clusters. */
export function virtualClustersText({ virtualClusters = [] }: Remainder): string | false {
  return (
    virtualClusters.length > 0 &&
    vscode.l10n.t('Virtual clusters listed on this cluster: {0}', shortenedList(virtualClusters))
  )
}
