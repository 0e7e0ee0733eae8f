import * as vscode from 'vscode'
import { CommandFailure } from './runCommand.ts'

/** The rows that a menu is about. VS Code gives none where the view was refreshed under the menu. */
export function rows<N>(node: N | undefined, selected: N[] | undefined): readonly N[] {
  const all = selected ?? [node]
  const there = all.filter((one) => one !== undefined)
  if (there.length > 0) return there
  throw new CommandFailure(vscode.l10n.t('The view has just changed. Try again.'))
}
