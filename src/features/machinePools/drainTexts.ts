import * as vscode from 'vscode'

/** Returns for how long a drain has made no progress. */
export function stallText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  return minutes < 120
    ? vscode.l10n.t('stalled for {0} min', minutes)
    : vscode.l10n.t('stalled for {0} h', Math.floor(minutes / 60))
}

/** Returns the number of nodes that a deletion has left. */
export function nodesLeftText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 node left') : vscode.l10n.t('{0} nodes left', count)
}

/** Joins the lines of a message. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Returns a time as the service writes it in epoch ms; undefined if it can’t be read. */
export function timeIn(text: string | undefined): number | undefined {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? undefined : at
}
