import * as vscode from 'vscode'
import { settlesWithin } from '../../api/deadline.ts'
import type { Connection } from '../../connections/connection.ts'
import { codeSelector, settingIds } from '../../contributions.ts'
import { quoteIn } from '../../syntax/quoting.ts'
import type { ZoneReference } from '../../syntax/zoneReferences.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, revealed, withoutIcons } from '../../texts.ts'
import { isZone, type CodeFile } from '../../documents/codeFile.ts'
import { isOf } from './checkedAccounts.ts'
import { automaticFileOf, type ZoneChecks } from './zoneChecks.ts'
import { zoneFixes } from './zoneDiagnostics.ts'
import { loadZones } from './zoneLoading.ts'
import type { ZoneFact } from './knownZones.ts'
import { factsText, hintText, otherName } from './zoneTexts.ts'

/** The trigger characters of completions: quotes, separators before values, and hyphens in names. */
const triggers = ['"', "'", ' ', '[', '-']

/** The time in ms that completions wait for zones that aren’t loaded: other suggestions wait, too. */
const maxWaitMs = 1_000

/** More hints in a range can’t be seen at once; a minified file is a single line. */
const maxHints = 500

/** Registers the language features for zones: hovers, completion, hints, and quick fixes. */
export function registerZoneProviders(parts: Parts, zoneChecks: ZoneChecks): void {
  const { connections, apiKeys, clouds } = parts
  const { accounts, known } = zoneChecks
  const { languages, workspace } = vscode
  const hintsChanged = new vscode.EventEmitter<void>()
  const renewHints = () => hintsChanged.fire()

  /** Loads what memory lacks of the regions that a file names, for the account that is selected; else nothing. */
  const load = async ({ references }: CodeFile, connection: Connection): Promise<void> => {
    const account = accounts.of(connection)
    if (!account || (await apiKeys.get(connection)) === undefined) return
    await loadZones(references, account, known, zoneChecks.loader('editor'))
  }

  /** Returns the zone or the place for one at a position, in a file that has language features now. */
  const zoneAt = (document: vscode.TextDocument, position: vscode.Position) => {
    const [file, { active }] = [automaticFileOf(document), connections]
    const at = document.offsetAt(position)
    const zone = file?.references.find(({ start, end }) => start <= at && at <= end)
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
      return new vscode.Hover(factsText(zone.value, facts, known.title), file.rangeOf(zone))
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
      // Those are last that its list has already.
      const isSibling = ({ list, start }: ZoneReference) =>
        list !== undefined && list === zone.list && start !== zone.start
      const taken = new Set(file.references.filter(isSibling).map(({ value }) => value))
      const { range, space } = insertionAt(position, zone, file)
      return [...known.offered(file, zone, active)]
        .filter(([name]) => revealed(name) === name)
        .map(([name, facts], nth) => {
          const item = new vscode.CompletionItem(labelOf(name, facts))
          item.kind = vscode.CompletionItemKind.Value
          item.filterText = name
          item.sortText = `${taken.has(name) ? 1 : 0}${String(nth).padStart(6, '0')}`
          item.documentation = factsText(name, facts, known.title)
          item.insertText = space + quoted(name, zone, file)
          item.range = range
          return item
        })
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
      const isChosen = isOf(accounts.of(active))
      return seen.flatMap((zone) => {
        const facts = factsOf(zone)
        const own = facts.filter(({ ref }) => isChosen(ref))
        const label = hintText(zone.value, own.length > 0 ? own : facts)
        if (label === undefined) return []
        // Of several names that are joined by commas, only the last one has the quote behind it.
        const isQuoted = file.text.startsWith(zone.quote, zone.end)
        const behind = zone.end + (isQuoted ? zone.quote.length : 0)
        const hint = new vscode.InlayHint(document.positionAt(behind), label)
        hint.paddingLeft = true
        hint.tooltip = factsText(zone.value, facts, known.title)
        return [hint]
      })
    },
  }

  parts.context.subscriptions.push(
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
    languages.registerCodeActionsProvider(
      codeSelector,
      { provideCodeActions: (document, _, { diagnostics }) => zoneFixes(document, diagnostics) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  )
}

/** Returns where a name is inserted, and the space that YAML requires behind a colon or a dash. */
function insertionAt(position: vscode.Position, place: ZoneReference, file: CodeFile) {
  const isBlank = place.quote === '' && file.text.slice(place.start, place.end).trim() === ''
  const range = isBlank ? new vscode.Range(position, position) : file.rangeOf(place)
  const isBehind = isBlank && position.isEqual(file.rangeOf(place).start)
  const needsSpace = file.language === 'yaml' && /[^\s[,]/.test(file.text.charAt(place.start - 1))
  return { range, space: isBehind && needsSpace ? ' ' : '' }
}

function labelOf(name: string, [first]: readonly ZoneFact[]): vscode.CompletionItemLabel {
  const { zone } = first ?? {}
  const description = revealed(joinDescription(zone && otherName(zone, name), zone?.state))
  return { label: withoutIcons(name), description: withoutIcons(description) }
}

/** Returns a name as written between the existing quotes. */
function quoted(name: string, { quote, isOpen }: ZoneReference, { isHcl, language }: CodeFile) {
  const text = quoteIn(isHcl ? 'hcl' : language === 'yaml' ? 'yaml' : 'json', quote)(name)
  return quote === '' ? text : text.slice(1, -1) + (isOpen ? quote : '')
}
