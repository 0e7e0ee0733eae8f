import * as vscode from 'vscode'
import type { Loss } from '../../deletion/remainder.ts'
import { displayText } from '../../displayTexts.ts'
import { zoneText } from '../../ui/listTexts.ts'

/** Returns what a cluster loses, as an entry of a list. */
export function lossText(loss: Loss, lost: string): string {
  const value = displayText(lost)
  switch (loss) {
    case 'zones':
      return vscode.l10n.t('worker nodes in {0}', zoneText(lost)) // a control plane may be there, too
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
