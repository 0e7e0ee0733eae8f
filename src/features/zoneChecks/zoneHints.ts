import * as vscode from 'vscode'
import { settingIds } from '../../contributions.ts'
import type { CodeFile } from '../../documents/codeFile.ts'
import { isZone, type ZoneReference } from '../../syntax/zoneReferences.ts'
import { memoize } from '../../cache/memoize.ts'
import { automaticFileOf } from './automaticChecks.ts'
import type { CachedZones } from './cachedZones.ts'
import { belongsTo, type SelectedAccounts } from '../zones/selectedAccounts.ts'
import type { DescribedZone } from './zoneFacts.ts'
import type { ZoneLanguage } from './zoneLanguage.ts'
import { factsText, hintText } from './zoneTexts.ts'

/**
 * The maximum number of hints for a range of lines. A minified file is a single line, and may have thousands of zones.
 */
const maxHints = 500

/** A hint with the zone for its tooltip, whose text is made when the user points at the hint. */
class ZoneHint extends vscode.InlayHint {
  readonly zone: DescribedZone

  constructor(position: vscode.Position, label: string, zone: DescribedZone) {
    super(position, label)
    this.paddingLeft = true
    this.zone = zone
  }
}

/** Shows the zone ID of each zone, and its state if it isn’t available. */
export class ZoneHints implements vscode.InlayHintsProvider<ZoneHint> {
  readonly #language: ZoneLanguage
  readonly #selectedAccounts: SelectedAccounts
  readonly #cachedZones: CachedZones
  readonly #changed = new vscode.EventEmitter<void>()
  readonly onDidChangeInlayHints = this.#changed.event

  constructor(
    language: ZoneLanguage,
    selectedAccounts: SelectedAccounts,
    cachedZones: CachedZones,
  ) {
    this.#language = language
    this.#selectedAccounts = selectedAccounts
    this.#cachedZones = cachedZones
  }

  dispose(): void {
    this.#changed.dispose()
  }

  /** Has VS Code request the hints again. */
  refresh(): void {
    this.#changed.fire()
  }

  async provideInlayHints(document: vscode.TextDocument, range: vscode.Range): Promise<ZoneHint[]> {
    const connection = this.#language.activeConnection
    const file = automaticFileOf(document)
    const isEnabled = vscode.workspace.getConfiguration().get(settingIds.showIds) === true
    if (!connection || !file || !isEnabled) return []
    const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)]
    await file.load()
    const zones = zonesInRange(file, start, end)
    // When the zones are loaded, the hints are refreshed, and VS Code requests them again.
    if (zones.length > 0) void this.#language.load(file, connection).catch(() => {})
    const zoneFacts = this.#language.factsIn(file, connection)
    const isSelected = belongsTo(this.#selectedAccounts.get(connection))
    const labelOf = memoize(({ name, facts }: DescribedZone) => {
      const selectedFacts = facts.filter(({ ref }) => isSelected(ref))
      return hintText(name, selectedFacts.length > 0 ? selectedFacts : facts)
    })
    const hints: ZoneHint[] = []
    for (const reference of zones) {
      const zone = zoneFacts.describe(reference)
      const label = labelOf(zone)
      if (label === undefined) continue
      hints.push(new ZoneHint(endOfZone(file, reference), label, zone))
    }
    return hints
  }

  /** Adds the tooltip. VS Code calls this with the hint that {@link provideInlayHints} has returned. */
  resolveInlayHint(hint: ZoneHint): ZoneHint {
    const { name, facts } = hint.zone
    hint.tooltip = factsText(name, facts, (account) => this.#cachedZones.title(account))
    return hint
  }
}

function zonesInRange({ references }: CodeFile, start: number, end: number): ZoneReference[] {
  const isInRange = (reference: ZoneReference) => reference.end >= start && reference.start <= end
  return references
    .filter((reference) => isZone(reference) && isInRange(reference))
    .slice(0, maxHints)
}

/** Returns the end of a zone, after its closing quote: in `"a,b"`, only `b` has the quote directly after it. */
function endOfZone(file: CodeFile, { start, end, quote }: ZoneReference): vscode.Position {
  const hasQuote = file.text.startsWith(quote, end)
  return file.rangeOf({ start, end: hasQuote ? end + quote.length : end }).end
}
