import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import { removalOf } from '../../formats/removal.ts'
import type { ZoneReference } from '../../formats/zoneReferences.ts'
import { visible } from '../../texts.ts'
import { rangeOf, referencesIn } from './zoneDocuments.ts'
import type { ZoneDiagnostics } from './zoneDiagnostics.ts'

/** Quick fixes for unknown zones: the most similar name, and another check. */
export class ZoneFixes implements vscode.CodeActionProvider {
  readonly #diagnostics: ZoneDiagnostics

  constructor(diagnostics: ZoneDiagnostics) {
    this.#diagnostics = diagnostics
  }

  async provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    _context: vscode.CodeActionContext,
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeAction[]> {
    const references = await referencesIn(document, () => token.isCancellationRequested)
    if (!references) return []
    const found = this.#diagnostics.at(document, range)
    const diagnostics = found.map(({ diagnostic }) => diagnostic)
    const fixes = found.flatMap(({ finding, diagnostic }) => {
      if (finding.problem === 'typeNotAvailable') return removing(document, diagnostic, references)
      const name = finding.problem === 'unknownZone' ? finding.nearest : undefined
      // Names that need quoting are left to people.
      if (name === undefined || !/^[\w.-]+$/.test(name)) return []
      const title = vscode.l10n.t('Replace with “{0}”', visible(name))
      const fix = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix)
      fix.edit = new vscode.WorkspaceEdit()
      fix.edit.replace(document.uri, diagnostic.range, name)
      fix.diagnostics = [diagnostic]
      fix.isPreferred = true
      return [fix]
    })
    if (found.length === 0) return []
    const again = new vscode.CodeAction(
      vscode.l10n.t('Check Zones in File'),
      vscode.CodeActionKind.QuickFix,
    )
    again.command = {
      command: commandIds.checkZonesInFile,
      title: again.title,
      arguments: [document.uri],
    }
    again.diagnostics = diagnostics
    return [...fixes, again]
  }
}

/** Returns the fix that removes a zone from its list, if there are others in it. */
function removing(
  document: vscode.TextDocument,
  diagnostic: vscode.Diagnostic,
  references: readonly ZoneReference[],
): vscode.CodeAction[] {
  const offset = document.offsetAt(diagnostic.range.start)
  const zone = references.find(({ start, value }) => start === offset && value !== '')
  const isIn = (one: typeof zone) => one?.value !== '' && one?.list === zone?.list
  if (!zone || zone.list === undefined || references.filter(isIn).length < 2) return []
  const range = removalOf(document.getText(), zone)
  if (!range) return []
  const title = vscode.l10n.t('Remove “{0}”', visible(zone.value))
  const fix = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix)
  fix.edit = new vscode.WorkspaceEdit()
  fix.edit.delete(document.uri, rangeOf(document, range))
  fix.diagnostics = [diagnostic]
  return [fix]
}
