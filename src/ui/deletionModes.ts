import * as vscode from 'vscode'
import type { Connection, DeletionMode } from '../connections/connection.ts'
import { displayList, labeledValue } from '../displayTexts.ts'

/** The texts and the icon of a mode. A button is the usual way to confirm a deletion, so it has no icon. */
interface ModeAppearance {
  readonly icon?: string
  readonly label: string
  readonly detail: string
}

/** How each mode of a connection is shown, wherever it is. */
export const modeAppearances: Readonly<Record<DeletionMode, ModeAppearance>> = {
  confirm: {
    label: vscode.l10n.t('Confirm with a button'),
    detail: vscode.l10n.t('Each deletion is confirmed in a dialog'),
  },
  type: {
    icon: 'shield',
    label: vscode.l10n.t('Type to delete'),
    detail: vscode.l10n.t('To confirm a deletion, you type the cluster and the machine pool'),
  },
  block: {
    icon: 'lock',
    label: vscode.l10n.t('Deletion blocked'),
    detail: vscode.l10n.t('Poolkeeper sends no delete requests over this connection'),
  },
}

/** Returns what deletions over a connection require: its mode, or, without one, which machine pools must be typed. */
export function modeSummary({ deletion, typeFor }: Connection): string {
  const { type, [deletion]: mode } = modeAppearances
  const hasOnlyPatterns = deletion === 'confirm' && typeFor !== undefined
  return hasOnlyPatterns ? labeledValue(type.label, displayList(typeFor)) : mode.label
}
