import * as vscode from 'vscode'
import { displayText } from '../../displayTexts.ts'
import type { CodeLocation } from '../poolsInCode/codeSearch.ts'

/** Returns what the first location of a machine pool in code means, and where it is. */
export function locationText([location]: readonly CodeLocation[]): string {
  if (!location) return ''
  const { uri, line, isCertain, tool } = location
  const at = `${displayText(vscode.workspace.asRelativePath(uri))}:${line}`
  if (tool) return vscode.l10n.t('{0} will create this pool again on the next apply: {1}', tool, at)
  return isCertain
    ? vscode.l10n.t('Applying this file may create this pool again: {0}', at)
    : vscode.l10n.t('{0} defines a machine pool with this name, possibly for another cluster.', at)
}

/** Returns a location as JSON for people and models. */
export function locationFacts({ uri, line, isCertain, tool }: CodeLocation): object {
  return {
    file: vscode.workspace.asRelativePath(uri),
    line,
    isCertain,
    recreatedBy: tool,
  }
}
