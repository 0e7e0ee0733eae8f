import * as vscode from 'vscode'
import type { LostValue } from '../../deletion/reconfirmation.ts'
import type { Loss } from '../../deletion/remainder.ts'
import { displayText, joinFitting } from '../../displayTexts.ts'
import { unbrokenZonesText } from '../../ui/listTexts.ts'

/** Returns what a cluster loses with a pool, as one line. */
export function lossesText(lost: readonly LostValue[]): string {
  const zones: string[] = []
  const texts: string[] = []
  for (const { loss, value } of lost) {
    if (loss === 'zones') zones.push(value)
    else texts.push(lossText(loss, displayText(value)))
  }
  // A control plane may stay in these zones.
  if (zones.length > 0)
    texts.unshift(vscode.l10n.t('worker nodes in {0}', unbrokenZonesText(zones)))
  return vscode.l10n.t('Lost with this pool: {0}', joinFitting(texts))
}

/** Returns something other than zones that a cluster loses, as an entry of a list. */
function lossText(loss: Exclude<Loss, 'zones'>, value: string): string {
  switch (loss) {
    case 'os':
      return vscode.l10n.t('operating system {0}', value)
    case 'architecture':
      return vscode.l10n.t('architecture {0}', value)
    case 'accelerators':
      return vscode.l10n.t('GPUs') // the only kind so far
    case 'capacityType':
      return vscode.l10n.t('capacity type {0}', value)
    case 'taints':
      return vscode.l10n.t('taint {0}', value)
    case 'labels':
      return vscode.l10n.t('label {0}', value)
  }
}
