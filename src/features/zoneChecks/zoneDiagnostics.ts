import * as vscode from 'vscode'
import { joinSentences, visible } from '../../texts.ts'
import { isOnLines, shiftRange } from './rangeShift.ts'
import type { Finding } from './validateZones.ts'
import { referencesNear, rangeOf } from './zoneDocuments.ts'

/** A finding with its current position. */
interface PlacedFinding {
  readonly finding: Finding
  readonly diagnostic: vscode.Diagnostic
}

/**
 * The diagnostics of zone checks in open documents. They move with edits, and disappear when their value
 * changes or the document is closed.
 */
export class ZoneDiagnostics implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('poolkeeper')
  readonly #found = new Map<vscode.TextDocument, readonly PlacedFinding[]>()
  readonly #subscriptions: vscode.Disposable

  constructor() {
    this.#subscriptions = vscode.Disposable.from(
      this.#collection,
      vscode.workspace.onDidChangeTextDocument((event) => this.#move(event)),
      vscode.workspace.onDidCloseTextDocument((document) => this.set(document, [])),
    )
  }

  /** Replaces the findings of a document; `who` is the account, and `age` the age of its data. */
  set(document: vscode.TextDocument, findings: readonly Finding[], who = '', age?: string): void {
    this.#show(
      document,
      findings.map((finding) => {
        const text = messageOf(finding, who)
        const dated = age ? vscode.l10n.t('The zone data is from {0}.', age) : ''
        const message = joinSentences(text, dated)
        const diagnostic = new vscode.Diagnostic(
          rangeOf(document, finding.mention),
          message,
          severities[finding.problem],
        )
        diagnostic.source = 'Poolkeeper'
        diagnostic.code = finding.problem
        return { finding, diagnostic }
      }),
    )
  }

  /** Returns the findings in a range. */
  at(document: vscode.TextDocument, range: vscode.Range): readonly PlacedFinding[] {
    const found = this.#found.get(document) ?? []
    return found.filter(({ diagnostic }) => diagnostic.range.intersection(range))
  }

  /** Removes all findings, because the account has changed. */
  clear(): void {
    this.#found.clear()
    this.#collection.clear()
  }

  dispose(): void {
    this.#found.clear()
    this.#subscriptions.dispose()
  }

  #show(document: vscode.TextDocument, found: readonly PlacedFinding[]): void {
    if (found.length > 0) this.#found.set(document, found)
    else if (!this.#found.delete(document)) return
    this.#collection.set(
      document.uri,
      found.map(({ diagnostic }) => diagnostic),
    )
  }

  #move({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const found = this.#found.get(document)
    if (!found || contentChanges.length === 0) return
    let isChanged = false
    // Whether the zone is still there; the line may be a comment now. Each line is read once.
    const near = new Map<number, ReturnType<typeof referencesNear>>()
    const isNamedAt = (range: vscode.Range, { finding }: PlacedFinding) => {
      const { line } = range.start
      if (!near.has(line)) near.set(line, referencesNear(document, line))
      const mentions = near.get(line)
      const { value } = finding.mention
      if (!mentions) return document.getText(range) === value
      const start = document.offsetAt(range.start)
      return mentions.some((one) => one.start === start && one.value === value)
    }
    // From the last edit to the first, so that offsets stay valid.
    const edits = [...contentChanges].sort((a, b) => b.rangeOffset - a.rangeOffset)
    const left = found.flatMap((placed): PlacedFinding[] => {
      const { range } = placed.diagnostic
      const span = edits.reduce<ReturnType<typeof shiftRange>>(
        (at, edit) => at && shiftRange(at, edit),
        range,
      )
      if (span === range && !edits.some((edit) => isOnLines(range, edit))) return [placed]
      const now = span && rangeFrom(span)
      isChanged ||= !now?.isEqual(range)
      if (!now) return []
      if (edits.some((edit) => isOnLines(range, edit)) && !isNamedAt(now, placed)) {
        isChanged = true
        return []
      }
      return now.isEqual(range) ? [placed] : [{ ...placed, diagnostic: moveTo(now, placed) }]
    })
    if (isChanged) this.#show(document, left)
  }
}

const severities = {
  unknownZone: vscode.DiagnosticSeverity.Warning,
  // May change back; needs no correction.
  zoneNotAvailable: vscode.DiagnosticSeverity.Information,
}

function rangeFrom({ start, end }: NonNullable<ReturnType<typeof shiftRange>>): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character)
}

function moveTo(range: vscode.Range, { diagnostic }: PlacedFinding): vscode.Diagnostic {
  const { message, severity, source, code } = diagnostic
  return Object.assign(new vscode.Diagnostic(range, message, severity), { source, code })
}

function messageOf(finding: Finding, who: string): string {
  const account = visible(who)
  if (finding.problem === 'zoneNotAvailable') {
    const { name, zoneId, state = '' } = finding.zone
    const zone = zoneId === undefined ? visible(name) : `${visible(name)} (${visible(zoneId)})`
    return vscode.l10n.t('Zone is in state “{1}”: {0} for {2}.', zone, visible(state), account)
  }
  const regions = finding.regions.map(visible).join(', ')
  const value = visible(finding.mention.value)
  return vscode.l10n.t('Zone not found: “{0}” in {1} for {2}.', value, regions, account)
}
