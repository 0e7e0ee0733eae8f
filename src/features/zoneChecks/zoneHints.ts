import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { settingIds } from '../../contributions.ts'
import { isZone, rangeOf, referencesIn, regionsOfNumbers } from './zoneDocuments.ts'
import type { NeededZones } from './neededZones.ts'
import type { ZoneFacts } from './zoneFacts.ts'

/** More in a range can’t be seen at once; a minified file is a single line. */
const maxHints = 500

/** Returns whether zones have hints in the editor. */
export function hasHints(): boolean {
  return vscode.workspace.getConfiguration().get(settingIds.showIds) === true
}

/** Returns the inlay hints of zones in a range: the zone ID, and the state if the zone isn’t available. */
export async function zoneHints(
  document: vscode.TextDocument,
  range: vscode.Range,
  token: vscode.CancellationToken,
  connection: Connection,
  facts: ZoneFacts,
  needed: NeededZones,
): Promise<vscode.InlayHint[]> {
  const isCancelled = () => token.isCancellationRequested
  const references = await referencesIn(document, isCancelled)
  if (!references) return []
  const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)]
  const seen = references.filter((one) => isZone(one) && one.end >= start && one.start <= end)
  // The hints are requested again once something was loaded.
  if (seen.length > 0) void needed.load(connection, references, token).catch(() => {})
  const regions = await regionsOfNumbers(document, seen, isCancelled)
  const factsOf = facts.of(connection, references, regions)
  return seen.slice(0, maxHints).flatMap((reference) => {
    const found = factsOf(reference)
    const label = facts.hint(reference.value, found)
    if (label === undefined) return []
    const place = rangeOf(document, reference).end
    const behind = place.translate(0, reference.quote.length)
    // Of several names that are joined by commas, only the last one has the quote behind it.
    const isQuoted = document.getText(new vscode.Range(place, behind)) === reference.quote
    const hint = new vscode.InlayHint(isQuoted ? behind : place, label)
    hint.paddingLeft = true
    hint.tooltip = facts.text(reference.value, found)
    return [hint]
  })
}
