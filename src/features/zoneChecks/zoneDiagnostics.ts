import * as vscode from 'vscode'
import { joinSentences, visible } from '../../texts.ts'
import { contentOf, openDocument, readFile } from './fileText.ts'
import { isOnLines, shiftRange, type Span } from './rangeShift.ts'
import type { Finding } from './validateZones.ts'
import { referencesNear, rangeOf } from './zoneDocuments.ts'

/** A finding with its current position. */
interface PlacedFinding {
  readonly finding: Finding
  readonly diagnostic: vscode.Diagnostic
  /** The values that it also depends on. */
  readonly dependsOn?: Span | undefined
}

/**
 * The diagnostics of zone checks in open documents. They move with edits, and disappear when their value
 * changes or the document is closed.
 */
export class ZoneDiagnostics implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('poolkeeper')
  /** By the URI of the document. */
  readonly #found = new Map<string, readonly PlacedFinding[]>()
  /** The texts of files that were checked with their folder, whose findings stay while they say the same. */
  readonly #texts = new Map<string, string>()
  readonly #subscriptions: vscode.Disposable
  /** Looks after those files. */
  #watcher: vscode.FileSystemWatcher | undefined

  constructor() {
    this.#subscriptions = vscode.Disposable.from(
      this.#collection,
      vscode.workspace.onDidChangeTextDocument((event) => this.#move(event)),
      vscode.workspace.onDidOpenTextDocument((document) => this.#dropUnlessSame(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.#dropUnlessSame(document)),
    )
  }

  /**
   * Replaces the findings of a document; `who` is the account. The ages are those of its zones, and of its
   * instance types.
   */
  set(
    document: vscode.TextDocument,
    findings: readonly Finding[],
    who = '',
    age?: string,
    constraintsAge?: string,
  ): void {
    this.#show(
      document,
      findings.map((finding) => {
        const text = messageOf(finding, who)
        const message = joinSentences(text, datedText(finding, age, constraintsAge))
        const diagnostic = new vscode.Diagnostic(
          rangeOf(document, finding.reference),
          message,
          severities[finding.problem],
        )
        diagnostic.source = 'Poolkeeper'
        diagnostic.code = finding.problem
        const dependsOn = 'dependsOn' in finding ? rangeOf(document, finding.dependsOn) : undefined
        return { finding, diagnostic, dependsOn }
      }),
    )
  }

  /** Keeps the findings of a document also while it isn’t open. */
  keep(document: vscode.TextDocument): void {
    if (!this.#found.has(document.uri.toString())) return
    this.#texts.set(document.uri.toString(), contentOf(document))
    if (this.#watcher) return
    this.#watcher = vscode.workspace.createFileSystemWatcher('**', true)
    this.#watcher.onDidChange((uri) => this.#dropChanged(uri))
    this.#watcher.onDidDelete((uri) => this.#dropChanged(uri))
  }

  /** Returns the diagnostics of a document. */
  of(uri: vscode.Uri): vscode.Diagnostic[] {
    return (this.#found.get(uri.toString()) ?? []).map(({ diagnostic }) => diagnostic)
  }

  /** Returns the findings in a range. */
  at({ uri }: vscode.TextDocument, range: vscode.Range): readonly PlacedFinding[] {
    const found = this.#found.get(uri.toString()) ?? []
    return found.filter(({ diagnostic }) => diagnostic.range.intersection(range))
  }

  /** Removes all findings, because the account has changed. */
  clear(): void {
    this.#watcher?.dispose()
    this.#watcher = undefined
    this.#texts.clear()
    this.#found.clear()
    this.#collection.clear()
  }

  dispose(): void {
    this.clear()
    this.#subscriptions.dispose()
  }

  #show(document: Pick<vscode.TextDocument, 'uri'>, found: readonly PlacedFinding[]): void {
    const key = document.uri.toString()
    if (found.length > 0) this.#found.set(key, found)
    else {
      this.#texts.delete(key)
      if (!this.#found.delete(key)) return
    }
    this.#collection.set(
      document.uri,
      found.map(({ diagnostic }) => diagnostic),
    )
  }

  /** Removes the findings of a document that opens or closes, unless it says what was checked with its folder. */
  #dropUnlessSame(document: vscode.TextDocument): void {
    const checked = this.#texts.get(document.uri.toString())
    if (checked === undefined || checked !== contentOf(document)) this.set(document, [])
  }

  /** Removes the findings of a file, or of those in a folder, that was changed or deleted on disk. */
  async #dropChanged(changed: vscode.Uri): Promise<void> {
    const path = changed.toString()
    for (const [key, checked] of this.#texts) {
      if (key !== path && !key.startsWith(`${path}/`)) continue
      const uri = vscode.Uri.parse(key)
      const file = await readFile(uri)
      if ((file && contentOf(file)) === checked || this.#texts.get(key) !== checked) continue
      this.#texts.delete(key)
      if (!openDocument(uri)) this.#show({ uri }, [])
    }
  }

  #move({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const found = this.#found.get(document.uri.toString())
    if (!found || contentChanges.length === 0) return
    let isChanged = false
    // Whether the zone is still there; the line may be a comment now. Each line is read once.
    const near = new Map<number, ReturnType<typeof referencesNear>>()
    const isNamedAt = (range: vscode.Range, { finding }: PlacedFinding) => {
      const { line } = range.start
      if (!near.has(line)) near.set(line, referencesNear(document, line))
      const references = near.get(line)
      const { value } = finding.reference
      if (!references) return document.getText(range) === value
      const start = document.offsetAt(range.start)
      return references.some((one) => one.start === start && one.value === value)
    }
    // From the last edit to the first, so that offsets stay valid.
    const edits = [...contentChanges].sort((a, b) => b.rangeOffset - a.rangeOffset)
    const shift = (from: Span) =>
      edits.reduce<ReturnType<typeof shiftRange>>((at, edit) => at && shiftRange(at, edit), from)
    const left = found.flatMap((known): PlacedFinding[] => {
      // A finding doesn’t outlive an edit beside what it depends on.
      const isOver = known.dependsOn && edits.some((edit) => isOnLines(known.dependsOn!, edit))
      const dependsOn = isOver ? undefined : known.dependsOn && shift(known.dependsOn)
      if (known.dependsOn && !dependsOn) {
        isChanged = true
        return []
      }
      const placed = dependsOn ? { ...known, dependsOn } : known
      const { range } = placed.diagnostic
      const span = shift(range)
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
    else this.#found.set(document.uri.toString(), left)
  }
}

const severities = {
  unknownZone: vscode.DiagnosticSeverity.Warning,
  unlistedRegion: vscode.DiagnosticSeverity.Warning,
  // May change back; needs no correction.
  zoneNotAvailable: vscode.DiagnosticSeverity.Information,
  typeNotAvailable: vscode.DiagnosticSeverity.Warning,
}

/** Returns the gravest finding of each place, of equal ones the first. */
export function gravest(findings: readonly Finding[]): Finding[] {
  const kept = new Map<number, Finding>()
  for (const one of findings) {
    const { start } = one.reference
    const other = kept.get(start)
    if (!other || severities[one.problem] < severities[other.problem]) kept.set(start, one)
  }
  return [...kept.values()]
}

function rangeFrom({ start, end }: NonNullable<ReturnType<typeof shiftRange>>): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character)
}

function moveTo(range: vscode.Range, { diagnostic }: PlacedFinding): vscode.Diagnostic {
  const { message, severity, source, code } = diagnostic
  return Object.assign(new vscode.Diagnostic(range, message, severity), { source, code })
}

function datedText(finding: Finding, age: string | undefined, constraintsAge: string | undefined) {
  if ('dependsOn' in finding)
    return constraintsAge ? vscode.l10n.t('The data is from {0}.', constraintsAge) : ''
  if (finding.problem === 'unlistedRegion') return ''
  return age ? vscode.l10n.t('The zone data is from {0}.', age) : ''
}

function messageOf(finding: Finding, who: string): string {
  const account = visible(who)
  if (finding.problem === 'zoneNotAvailable') {
    const { name, zoneId, state = '' } = finding.zone
    const zone = zoneId === undefined ? visible(name) : `${visible(name)} (${visible(zoneId)})`
    return vscode.l10n.t('Zone is in state “{1}”: {0} for {2}.', zone, visible(state), account)
  }
  if (finding.problem === 'unlistedRegion') {
    return vscode.l10n.t('Region “{0}” isn’t listed for {1}.', visible(finding.region), account)
  }
  const value = visible(finding.reference.value)
  if (finding.problem === 'typeNotAvailable') {
    const types = finding.types.map(visible).join(', ')
    return joinSentences(
      vscode.l10n.t('Instance type not available: {0} in {1} for {2}.', types, value, account),
      vscode.l10n.t('This is what the cloud publishes, not its current capacity.'),
    )
  }
  const regions = finding.regions.map(visible).join(', ')
  if (regions === '') return vscode.l10n.t('Zone not found for {1}: “{0}”.', value, account)
  return vscode.l10n.t('Zone not found: “{0}” in {1} for {2}.', value, regions, account)
}
