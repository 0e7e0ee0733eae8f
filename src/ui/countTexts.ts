import * as vscode from 'vscode'

export function poolsText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 pool') : vscode.l10n.t('{0} pools', count)
}

export function nodesText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 node') : vscode.l10n.t('{0} nodes', count)
}
