import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import { joinSentences, visible } from '../../texts.ts'
import { dateText, oldDateText } from '../../ui/ageTexts.ts'
import { refusedSentence } from '../../ui/refusalTexts.ts'
import { lesser } from '../../zoneAnalysis/judgeFile.ts'
import type { Judgement } from '../../zoneAnalysis/judgement.ts'
import type { Finding } from '../../zoneAnalysis/judgement.ts'
import type { CodeFile } from '../../documents/codeFile.ts'

/** A finding as VS Code shows it. */
interface ZoneDiagnostic extends vscode.Diagnostic {
  readonly finding: Finding
}

const source = 'Poolkeeper'

/** Returns what is shown of the findings in a file; `account` is whose zones they were compared with. */
export function zoneDiagnostics(
  file: CodeFile,
  { findings, zonesAt, typesAt }: Judgement,
  account: string,
): ZoneDiagnostic[] {
  // When the lists were loaded that findings are based on.
  const times = { unknownZone: zonesAt, zoneNotAvailable: zonesAt, typeNotAvailable: typesAt }
  const { Information, Warning } = vscode.DiagnosticSeverity
  return findings.map((finding) => {
    const { problem, reference } = finding
    const age = problem in times && oldDateText(times[problem as keyof typeof times])
    const message = joinSentences(
      messageOf(finding, visible(account)),
      age && vscode.l10n.t('The data is from {0}.', age),
    )
    const range = file.rangeOf(reference)
    const severity = lesser.includes(problem) ? Information : Warning
    const diagnostic = new vscode.Diagnostic(range, message, severity)
    return Object.assign(diagnostic, { source, code: problem, finding })
  })
}

function messageOf(finding: Finding, account: string): string {
  if (finding.problem === 'zoneNotAvailable') {
    const { name, zoneId, state = '' } = finding.zone
    const zone = zoneId === undefined ? visible(name) : `${visible(name)} (${visible(zoneId)})`
    return vscode.l10n.t(
      'Zone not available (state “{1}”): {0} for {2}.',
      zone,
      visible(state),
      account,
    )
  }
  if (finding.problem === 'unlistedRegion') {
    return vscode.l10n.t('Region “{0}” isn’t listed for {1}.', visible(finding.region), account)
  }
  const value = visible(finding.reference.value)
  if (finding.problem === 'typeNotAvailable') {
    const types = finding.types.map(visible).join(', ')
    return joinSentences(
      vscode.l10n.t('Instance type not available: {0} in {1} for {2}.', types, value, account),
      vscode.l10n.t('Based on the cloud’s published list, not on its current capacity.'),
    )
  }
  if (finding.problem === 'capacityRefused') {
    const { refusal } = finding
    // Not as an age: the message stays for hours.
    return refusedSentence(refusal, value, dateText(refusal.at) ?? '')
  }
  const regions = finding.regions.map(visible).join(', ')
  if (regions === '') return vscode.l10n.t('Zone not found for {1}: “{0}”.', value, account)
  return vscode.l10n.t('Zone not found: “{0}” in {1} for {2}.', value, regions, account)
}

/** Returns the quick fixes for some diagnostics of a document: the most similar name, and another check. */
export function zoneFixes(
  document: vscode.TextDocument,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  // After an edit, a finding may be elsewhere for a moment.
  const found = diagnostics
    .filter((one): one is ZoneDiagnostic => one.source === source && 'finding' in one)
    .filter(({ range, finding }) => document.getText(range) === finding.reference.value)
  if (found.length === 0) return []
  const { QuickFix } = vscode.CodeActionKind
  const again = new vscode.CodeAction(vscode.l10n.t('Check Zones in File'), QuickFix)
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
