import * as vscode from 'vscode'
import { visible } from '../../texts.ts'
import { isOnLines, moved } from './moves.ts'
import type { Finding } from './judge.ts'
import { mentionsNear, rangeOf } from './zoneDocuments.ts'

/** A finding where it stands now. */
interface Placed {
  readonly finding: Finding
  readonly diagnostic: vscode.Diagnostic
}

/**
 * What the checks of zones have found, in the documents that are open. It moves with what is written
 * around it, and goes where its value changes or its document is closed.
 */
export class ZoneDiagnostics implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('poolkeeper')
  readonly #found = new Map<vscode.TextDocument, readonly Placed[]>()
  readonly #subscriptions: vscode.Disposable

  constructor() {
    this.#subscriptions = vscode.Disposable.from(
      this.#collection,
      vscode.workspace.onDidChangeTextDocument((event) => this.#move(event)),
      vscode.workspace.onDidCloseTextDocument((document) => this.set(document, [])),
    )
  }

  /** Shows findings in the place of those of before; `who` is the account, `age` how old they are. */
  set(document: vscode.TextDocument, findings: readonly Finding[], who = '', age?: string): void {
    this.#show(
      document,
      findings.map((finding) => {
        const text = messageOf(finding, who)
        const message = age ? `${text} ${vscode.l10n.t('The zone data is from {0}.', age)}` : text
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

  /** What was found in a part of a document. */
  at(document: vscode.TextDocument, range: vscode.Range): readonly Placed[] {
    const found = this.#found.get(document) ?? []
    return found.filter(({ diagnostic }) => diagnostic.range.intersection(range))
  }

  /** Forgets all: it was found with an account that counts no more. */
  clear(): void {
    this.#found.clear()
    this.#collection.clear()
  }

  dispose(): void {
    this.#found.clear()
    this.#subscriptions.dispose()
  }

  #show(document: vscode.TextDocument, found: readonly Placed[]): void {
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
    const left = found.flatMap((placed): Placed[] => {
      const { range } = placed.diagnostic
      // From the last one in the document on, so that each stands as it did before the others.
      const edits = [...contentChanges].sort((a, b) => b.rangeOffset - a.rangeOffset)
      const span = edits.reduce<ReturnType<typeof moved>>(
        (at, edit) => at && moved(at, edit),
        range,
      )
      if (span === range && !edits.some((edit) => isOnLines(range, edit))) return [placed]
      const now = span && rangeFrom(span)
      isChanged ||= !now?.isEqual(range)
      if (!now) return []
      if (edits.some((edit) => isOnLines(range, edit)) && !isNamedAt(document, now, placed)) {
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
  // It may come back; nothing has to be corrected.
  zoneNotAvailable: vscode.DiagnosticSeverity.Information,
}

/** Whether a document still names the same zone at a place: the line may be a comment by now. */
function isNamedAt(document: vscode.TextDocument, range: vscode.Range, { finding }: Placed) {
  const start = document.offsetAt(range.start)
  return mentionsNear(document, range.start.line).some(
    (one) => one.start === start && one.value === finding.mention.value,
  )
}

function rangeFrom({ start, end }: NonNullable<ReturnType<typeof moved>>): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character)
}

function moveTo(range: vscode.Range, { diagnostic }: Placed): vscode.Diagnostic {
  const { message, severity, source, code } = diagnostic
  return Object.assign(new vscode.Diagnostic(range, message, severity), { source, code })
}

function messageOf(finding: Finding, who: string): string {
  const account = visible(who)
  if (finding.problem === 'zoneNotAvailable') {
    const { name, zoneId, state = '' } = finding.zone
    const zone = zoneId === undefined ? visible(name) : `${visible(name)} (${visible(zoneId)})`
    return vscode.l10n.t('Zone {0} is in state “{1}” for {2}.', zone, visible(state), account)
  }
  const regions = finding.regions.map(visible).join(', ')
  const value = visible(finding.mention.value)
  return vscode.l10n.t('Zone “{0}” was not found in {1} for {2}.', value, regions, account)
}
