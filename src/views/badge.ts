import * as vscode from 'vscode'
import type { MachinePools } from '../inventory/machinePools.ts'
import type { Tracked } from '../inventory/tracked.ts'

/** Shows on a view how many deletions are under way, for as long as there are any. */
export function showBadge(
  view: vscode.TreeView<unknown>,
  machinePools: MachinePools,
  tracked: Tracked,
): vscode.Disposable {
  let shown = 0
  const show = () => {
    const value = machinePools.underWay
    if (value === shown) return
    shown = value
    const tooltip =
      value === 1
        ? vscode.l10n.t('1 deletion is under way')
        : vscode.l10n.t('{0} deletions are under way', value)
    view.badge = value === 0 ? undefined : { value, tooltip }
  }
  show()
  return vscode.Disposable.from(machinePools.onDidChange(show), tracked.onDidChange(show))
}
