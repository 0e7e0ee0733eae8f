import * as vscode from 'vscode'
import { readSaved, type Comparison } from '../compare/messages.ts'
import { comparisonPanelType } from '../contributions.ts'
import type { ComparisonSources } from './comparisonData.ts'
import { comparisonTitle } from './comparisonHeads.ts'
import { ComparisonPanel } from './comparisonPanel.ts'

/** What a comparison is made from. */
export interface ComparisonParts extends ComparisonSources {
  /** Its `extensionUri` says where the page's script and style are. */
  context: Pick<vscode.ExtensionContext, 'extensionUri'>
}

/** Opens a comparison in the editor area, and reads what is not known of it. */
export function openComparison(comparison: Comparison, parts: ComparisonParts): void {
  const panel = vscode.window.createWebviewPanel(
    comparisonPanelType,
    comparisonTitle(comparison),
    vscode.ViewColumn.Active,
    { enableFindWidget: true },
  )
  new ComparisonPanel(panel, comparison, parts).start()
}

/** Fills a panel again after a reload; one whose state cannot be read is closed. */
export function restoreComparison(
  panel: vscode.WebviewPanel,
  state: unknown,
  parts: ComparisonParts,
): void {
  const comparison = readSaved(state)
  if (comparison) new ComparisonPanel(panel, comparison, parts).start()
  else panel.dispose()
}
