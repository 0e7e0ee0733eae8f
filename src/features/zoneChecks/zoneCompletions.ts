import * as vscode from 'vscode'
import { settlesWithin } from '../../api/settlesWithin.ts'
import type { CodeFile } from '../../documents/codeFile.ts'
import { quoterFor } from '../../syntax/quoting.ts'
import type { ZoneReference } from '../../syntax/zoneReferences.ts'
import { displayText, joinDescription, escapeIcons } from '../../displayTexts.ts'
import type { CachedZones } from './cachedZones.ts'
import type { DescribedZone, ZoneFact } from './zoneFacts.ts'
import type { ZoneLanguage } from './zoneLanguage.ts'
import { factsText, otherName } from './zoneTexts.ts'

/** The trigger characters of completions: quotes, separators before values, and hyphens in names. */
export const completionTriggers = ['"', "'", ' ', '[', '-']

/** The maximum time in ms for which completions wait for zones: VS Code shows no other suggestions meanwhile. */
const maxWaitMs = 1_000

/** A suggestion with the zone for its documentation, whose text is made when the user selects the suggestion. */
class ZoneCompletion extends vscode.CompletionItem {
  readonly zone: DescribedZone

  constructor(zone: DescribedZone) {
    super(labelOf(zone.name, zone.facts), vscode.CompletionItemKind.Value)
    this.filterText = zone.name
    this.zone = zone
  }
}

/** Suggests the zones of a file’s regions where a zone may be written. */
export class ZoneCompletions implements vscode.CompletionItemProvider<ZoneCompletion> {
  readonly #language: ZoneLanguage
  readonly #cachedZones: CachedZones

  constructor(language: ZoneLanguage, cachedZones: CachedZones) {
    this.#language = language
    this.#cachedZones = cachedZones
  }

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<ZoneCompletion[]> {
    const found = await this.#language.zoneAt(document, position)
    if (!found) return []
    const { file, connection, zone } = found
    await settlesWithin(maxWaitMs, this.#language.load(file, connection))
    if (token.isCancellationRequested) return []
    const siblings = siblingValues(file, zone)
    const { range, prefix } = insertionAt(position, zone, file)
    const items: ZoneCompletion[] = []
    for (const [name, facts] of this.#language.factsIn(file, connection).candidatesAt(zone)) {
      // A name that has invisible characters, or is too long to be shown in full, would be inserted unseen.
      if (displayText(name) !== name) continue
      const item = new ZoneCompletion({ name, facts })
      // Zones that are in the same list already are sorted to the end.
      const group = siblings.has(name) ? 1 : 0
      item.sortText = `${group}${String(items.length).padStart(6, '0')}`
      item.insertText = prefix + quoteName(name, zone, file)
      item.range = range
      items.push(item)
    }
    return items
  }

  /** Adds the documentation. VS Code calls this with the item that {@link provideCompletionItems} has returned. */
  resolveCompletionItem(item: ZoneCompletion): ZoneCompletion {
    const { name, facts } = item.zone
    item.documentation = factsText(name, facts, (account) => this.#cachedZones.title(account))
    return item
  }
}

function siblingValues({ references }: CodeFile, zone: ZoneReference): ReadonlySet<string> {
  const { start, listStart } = zone
  const siblings = references.filter((reference) => {
    return listStart !== undefined && reference.listStart === listStart && reference.start !== start
  })
  return new Set(siblings.map(({ value }) => value))
}

/** Returns where a name is inserted, and the space that YAML requires after a colon or a dash. */
function insertionAt(position: vscode.Position, zone: ZoneReference, file: CodeFile) {
  const { text, format } = file
  const isBlank = zone.quote === '' && text.slice(zone.start, zone.end).trim() === ''
  if (!isBlank) return { range: file.rangeOf(zone), prefix: '' }
  const isAtStart = position.isEqual(file.rangeOf(zone).start)
  const needsSpace = format === 'yaml' && /[^\s[,]/.test(text.charAt(zone.start - 1))
  const prefix = isAtStart && needsSpace ? ' ' : ''
  return { range: new vscode.Range(position, position), prefix }
}

function labelOf(name: string, [first]: readonly ZoneFact[]): vscode.CompletionItemLabel {
  const { zone } = first ?? {}
  const description = displayText(joinDescription(zone && otherName(zone, name), zone?.state))
  return { label: escapeIcons(name), description: escapeIcons(description) }
}

/** Quotes a name. Between existing quotes, only escapes it, and adds the closing quote if that is missing. */
function quoteName(
  name: string,
  { quote, isUnclosed }: ZoneReference,
  { format }: CodeFile,
): string {
  const quoted = quoterFor(format === 'terraform' ? 'hcl' : format, quote)(name)
  if (quote === '') return quoted
  return quoted.slice(1, -1) + (isUnclosed ? quote : '')
}
