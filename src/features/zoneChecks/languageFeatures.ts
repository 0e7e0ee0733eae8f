import * as vscode from 'vscode'
import { codeSelector, settingIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { completionTriggers, ZoneCompletions } from './zoneCompletions.ts'
import type { ZoneChecker } from './zoneChecker.ts'
import { zoneFixes } from './zoneDiagnostics.ts'
import { ZoneHints } from './zoneHints.ts'
import { ZoneHovers } from './zoneHovers.ts'
import { ZoneLanguage } from './zoneLanguage.ts'

/** Registers the language features for zones: hovers, completion, hints, and quick fixes. */
export function registerLanguageFeatures(parts: Parts, checker: ZoneChecker): void {
  const { connections, clouds } = parts
  const { selectedAccounts, cachedZones } = checker
  const { languages, workspace } = vscode
  const language = new ZoneLanguage(parts, checker)
  const hints = new ZoneHints(language, selectedAccounts, cachedZones)
  const refreshHints = () => hints.refresh()
  parts.context.subscriptions.push(
    hints,
    selectedAccounts.onDidChange(refreshHints),
    connections.onDidChange(refreshHints),
    clouds.zones.onDidChange(refreshHints),
    clouds.zones.onDidLoad(refreshHints),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settingIds.showIds)) refreshHints()
    }),
    languages.registerHoverProvider(codeSelector, new ZoneHovers(language, cachedZones)),
    languages.registerCompletionItemProvider(
      codeSelector,
      new ZoneCompletions(language, cachedZones),
      ...completionTriggers,
    ),
    languages.registerInlayHintsProvider(codeSelector, hints),
    languages.registerCodeActionsProvider(
      codeSelector,
      { provideCodeActions: (document, _, { diagnostics }) => zoneFixes(document, diagnostics) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  )
}
