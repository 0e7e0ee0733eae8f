import * as vscode from 'vscode'
import type { Protection } from '../connections/connection.ts'

/** The icon and the texts for each level of protection of a connection, wherever the protection is shown. */
export const protectionAppearances: Readonly<
  Record<Protection, { icon: string; label: string; detail: string }>
> = {
  none: {
    icon: 'unlock',
    label: vscode.l10n.t('Not protected'),
    detail: vscode.l10n.t('Each deletion is confirmed in a dialog'),
  },
  confirm: {
    icon: 'shield',
    label: vscode.l10n.t('Protected'),
    detail: vscode.l10n.t('To confirm a deletion, you type the cluster and the machine pool'),
  },
  readOnly: {
    icon: 'lock',
    label: vscode.l10n.t('Read-only'),
    detail: vscode.l10n.t('Deletions are blocked'),
  },
}
