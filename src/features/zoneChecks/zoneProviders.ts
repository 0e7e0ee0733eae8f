import * as vscode from 'vscode'
import { settlesWithin } from '../../api/deadline.ts'
import type { Connection } from '../../connections/connection.ts'
import { codeSelector, settingIds } from '../../contributions.ts'
import { referenceAt } from '../../formats/scan.ts'
import type { ZoneReference } from '../../formats/zoneReferences.ts'
import type { RegionRef } from '../../inventory/refs.ts'
import type { Parts } from '../../parts.ts'
import { isZone, type CodeFile } from '../../ui/codeFile.ts'
import { automaticFileOf, type ZoneChecks } from './zoneChecks.ts'
import { zoneItems } from './zoneCompletion.ts'
import { zoneFixes } from './zoneDiagnostics.ts'
import { createListLoader, loadZones } from './zoneLoading.ts'
import { factsText, hintText } from './zoneTexts.ts'

/** The trigger characters of completions: quotes, separators before values, and hyphens in names. */
const triggers = ['"', "'", ' ', '[', '-']

/** The time in ms that completions wait for zones that aren’t loaded: other suggestions wait, too. */
const maxWaitMs = 1_000

/** The time after which a list that failed is requested again, in ms. */
const retryAfterMs = 5 * 60_000

/** More hints in a range can’t be seen at once; a minified file is a single line. */
const maxHints = 500

/** Registers the language features for zones: hovers, completion, hints, and quick fixes. */
export function registerZoneProviders(
  parts: Parts & { zoneChecks: ZoneChecks },
): vscode.Disposable {
  const { connections, apiKeys, clouds, zoneChecks } = parts
  const { accounts, known } = zoneChecks
  const { languages, workspace } = vscode
  const titleOf = (account: RegionRef) => known.title(account)
  const hintsChanged = new vscode.EventEmitter<void>()
  const renewHints = () => hintsChanged.fire()

  /** Loads what memory lacks of the regions that a file names, for the account that is selected; else nothing. */
  const load = async ({ references }: CodeFile, connection: Connection): Promise<void> => {
    const account = accounts.of(connection)
    if (!account || (await apiKeys.get(connection)) === undefined) return
    const lists = createListLoader(clouds, { retryAfterMs })
    await loadZones(references, account, known, lists, zoneChecks.signal(), true)
  }

  /** Returns the zone or the place for one at a position, in a file that has language features now. */
  const zoneAt = (document: vscode.TextDocument, position: vscode.Position) => {
    const [file, { active }] = [automaticFileOf(document), connections]
    const zone = file && referenceAt(file.references, document.offsetAt(position))
    return active && file && zone?.kind === 'zone' ? { file, active, zone } : undefined
  }

  /** Tells what each account has by a name, and how old that is. */
  const hovers: vscode.HoverProvider = {
    provideHover: async (document, position, token) => {
      const at = zoneAt(document, position)
      if (!at || !isZone(at.zone)) return undefined
      const { file, active, zone } = at
      await load(file, active)
      const facts = known.factsIn(file, active)(zone)
      if (token.isCancellationRequested || facts.length === 0) return undefined
      return new vscode.Hover(factsText(zone.value, facts, titleOf), file.rangeOf(zone))
    },
  }

  /** Offers the zones of a file’s regions where a zone may be written. */
  const completions: vscode.CompletionItemProvider = {
    provideCompletionItems: async (document, position, token) => {
      const at = zoneAt(document, position)
      if (!at) return []
      const { file, active, zone } = at
      await settlesWithin(maxWaitMs, load(file, active))
      if (token.isCancellationRequested) return []
      return zoneItems(file, zone, position, known.offered(file, zone, active), titleOf)
    },
  }

  /** Shows the zone ID of each zone, and its state if it isn’t available. */
  const hints: vscode.InlayHintsProvider = {
    onDidChangeInlayHints: hintsChanged.event,
    provideInlayHints: (document, range) => {
      const [file, { active }] = [automaticFileOf(document), connections]
      const isOn = workspace.getConfiguration().get(settingIds.showIds) === true
      if (!active || !file || !isOn) return []
      const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)]
      const isSeen = (one: ZoneReference) => isZone(one) && one.end >= start && one.start <= end
      const seen = file.references.filter(isSeen).slice(0, maxHints)
      // The hints are requested again once something was loaded.
      if (seen.length > 0) void load(file, active).catch(() => {})
      const factsOf = known.factsIn(file, active)
      return seen.flatMap((zone) => {
        const facts = factsOf(zone)
        const own = facts.filter(({ ref }) => accounts.isChosen(ref))
        const label = hintText(zone.value, own.length > 0 ? own : facts)
        if (label === undefined) return []
        // Of several names that are joined by commas, only the last one has the quote behind it.
        const isQuoted = file.text.startsWith(zone.quote, zone.end)
        const behind = zone.end + (isQuoted ? zone.quote.length : 0)
        const hint = new vscode.InlayHint(document.positionAt(behind), label)
        hint.paddingLeft = true
        hint.tooltip = factsText(zone.value, facts, titleOf)
        return [hint]
      })
    },
  }

  const fixes: vscode.CodeActionProvider = {
    provideCodeActions: (document, _, { diagnostics }) => zoneFixes(document, diagnostics),
  }

  return vscode.Disposable.from(
    hintsChanged,
    accounts.onDidChange(renewHints),
    connections.onDidChange(renewHints),
    clouds.zones.onDidChange(renewHints),
    clouds.zones.onDidLoad(renewHints),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settingIds.showIds)) renewHints()
    }),
    languages.registerHoverProvider(codeSelector, hovers),
    languages.registerCompletionItemProvider(codeSelector, completions, ...triggers),
    languages.registerInlayHintsProvider(codeSelector, hints),
    languages.registerCodeActionsProvider(codeSelector, fixes, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
  )
}
