import * as vscode from 'vscode'
import { codeSelector, settingIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { isZone } from '../../syntax/zoneReferences.ts'
import type { CachedZones } from './cachedZones.ts'
import { completionTriggers, ZoneCompletions } from './zoneCompletions.ts'
import type { ZoneChecker } from './zoneChecker.ts'
import { zoneFixes } from './zoneDiagnostics.ts'
import { ZoneHints } from './zoneHints.ts'
import { ZoneLanguage } from './zoneLanguage.ts'
import { factsText } from './zoneTexts.ts'

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
    languages.registerHoverProvider(codeSelector, createHovers(language, cachedZones)),
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

/**
 * Creates the hovers that show whether each account has the zone that the user points at, with its ID, its state, and
 * the age of the list.
 */
function createHovers(language: ZoneLanguage, cachedZones: CachedZones): vscode.HoverProvider {
  return {
    async provideHover(document, position, token) {
      const found = await language.zoneAt(document, position)
      if (!found || !isZone(found.zone)) return undefined
      const { file, connection, zone } = found
      await language.load(file, connection)
      const { facts } = language.factsIn(file, connection).describe(zone)
      if (token.isCancellationRequested || facts.length === 0) return undefined
      const text = factsText(zone.value, facts, (account) => cachedZones.title(account))
      return new vscode.Hover(text, file.rangeOf(zone))
    },
  }
}
