import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import { removalOf } from '../../formats/removal.ts'
import type { ZoneReference } from '../../formats/zoneReferences.ts'
import { visible } from '../../texts.ts'
import type { ZoneDiagnostic } from './zoneDiagnostics.ts'
import { fileOf, type ZoneFile } from './zoneFile.ts'

/** Returns the quick fixes in a range: the most similar name, or none of a zone that lacks types, and another check. */
export function zoneFixes(
  document: vscode.TextDocument,
  range: vscode.Range,
  shown: readonly ZoneDiagnostic[],
): vscode.CodeAction[] {
  const file = fileOf(document)
  if (!file) return []
  const near = shown.filter((one) => one.range.intersection(range))
  if (near.length === 0) return []
  const zones = new Map(file.references.map((one) => [`${one.start} ${one.value}`, one]))
  const zoneOf = ({ range: { start }, finding }: ZoneDiagnostic) =>
    zones.get(`${document.offsetAt(start)} ${finding.reference.value}`)
  // After an edit, a finding may be elsewhere for a moment.
  const found = near.filter(zoneOf)
  if (found.length === 0) return []
  const again = new vscode.CodeAction(
    vscode.l10n.t('Check Zones in File'),
    vscode.CodeActionKind.QuickFix,
  )
  const { title } = again
  again.command = { command: commandIds.checkZonesInFile, title, arguments: [document.uri] }
  again.diagnostics = found
  const fixes = found.flatMap(
    (one) => replacing(file, one) ?? removing(file, one, zoneOf(one)) ?? [],
  )
  return [...fixes, again]
}

/** Returns the fix that replaces an unknown zone. Names that need quoting are left to people. */
function replacing({ uri }: ZoneFile, diagnostic: ZoneDiagnostic): vscode.CodeAction | undefined {
  const { finding, range } = diagnostic
  const name = finding.problem === 'unknownZone' ? finding.nearest : undefined
  if (name === undefined || !/^[\w.-]+$/.test(name)) return undefined
  const title = vscode.l10n.t('Replace with “{0}”', visible(name))
  const fix = editing(title, diagnostic, (edit) => edit.replace(uri, range, name))
  fix.isPreferred = true
  return fix
}

/** Returns the fix that removes a zone without the instance types from its list, if there are others in it. */
function removing(
  file: ZoneFile,
  diagnostic: ZoneDiagnostic,
  zone: ZoneReference | undefined,
): vscode.CodeAction | undefined {
  const isFixable = diagnostic.finding.problem === 'typeNotAvailable' && zone?.list !== undefined
  const others = file.references.filter(({ list, value }) => value !== '' && list === zone?.list)
  const range = isFixable && others.length > 1 ? removalOf(file.text, zone) : undefined
  if (!zone || !range) return undefined
  const title = vscode.l10n.t('Remove “{0}”', visible(zone.value))
  return editing(title, diagnostic, (edit) => edit.delete(file.uri, file.rangeOf(range)))
}

function editing(
  title: string,
  diagnostic: vscode.Diagnostic,
  change: (edit: vscode.WorkspaceEdit) => void,
): vscode.CodeAction {
  const fix = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix)
  fix.edit = new vscode.WorkspaceEdit()
  fix.diagnostics = [diagnostic]
  change(fix.edit)
  return fix
}
