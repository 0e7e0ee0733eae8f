import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import { visible } from '../../texts.ts'
import type { ZoneDiagnostic } from './zoneDiagnostics.ts'
import { fileOf } from './zoneFile.ts'

/** Returns the quick fixes in a range: the most similar name, and another check. */
export function zoneFixes(
  document: vscode.TextDocument,
  range: vscode.Range,
  shown: readonly ZoneDiagnostic[],
): vscode.CodeAction[] {
  const file = fileOf(document)
  if (!file) return []
  const near = shown.filter((one) => one.range.intersection(range))
  if (near.length === 0) return []
  const zones = new Set(file.references.map(({ start, value }) => `${start} ${value}`))
  // After an edit, a finding may be elsewhere for a moment.
  const found = near.filter(({ range: { start }, finding }) =>
    zones.has(`${document.offsetAt(start)} ${finding.reference.value}`),
  )
  if (found.length === 0) return []
  const again = new vscode.CodeAction(
    vscode.l10n.t('Check Zones in File'),
    vscode.CodeActionKind.QuickFix,
  )
  const { title } = again
  again.command = { command: commandIds.checkZonesInFile, title, arguments: [document.uri] }
  again.diagnostics = found
  return [...found.flatMap((one) => replacing(document.uri, one) ?? []), again]
}

/** Returns the fix that replaces an unknown zone. Names that need quoting are left to people. */
function replacing(uri: vscode.Uri, diagnostic: ZoneDiagnostic): vscode.CodeAction | undefined {
  const { finding, range } = diagnostic
  const name = finding.problem === 'unknownZone' ? finding.nearest : undefined
  if (name === undefined || !/^[\w.-]+$/.test(name)) return undefined
  const title = vscode.l10n.t('Replace with “{0}”', visible(name))
  const fix = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix)
  fix.edit = new vscode.WorkspaceEdit()
  fix.edit.replace(uri, range, name)
  fix.diagnostics = [diagnostic]
  fix.isPreferred = true
  return fix
}
