import * as vscode from 'vscode'

export function poolsText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 pool') : vscode.l10n.t('{0} pools', count)
}

export function nodesText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 node') : vscode.l10n.t('{0} nodes', count)
}

/** Marks a count of what is loaded so far, unless that is everything. */
export function atLeast(count: string, isWhole: boolean): string {
  return isWhole ? count : vscode.l10n.t('at least {0}', count)
}
