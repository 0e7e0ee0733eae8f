import * as vscode from 'vscode'
import { settlesWithin } from '../../api/deadline.ts'
import type { Connection } from '../../connections/connection.ts'
import { hclText, unquoted, yamlText } from '../../formats/quoting.ts'
import { revealed, withoutIcons } from '../../texts.ts'
import type { ZoneReference, ZoneLanguage } from '../../formats/zoneReferences.ts'
import { referenceAt } from '../../formats/scan.ts'
import {
  checkedLanguage,
  rangeOf,
  referencesBefore,
  referencesIn,
  referencesNear,
  regionsOfNumbers,
} from './zoneDocuments.ts'
import type { NeededZones } from './neededZones.ts'
import type { ZoneFact, ZoneFacts } from './zoneFacts.ts'
import type { PositionRequest } from './zoneProviders.ts'

/** The time to wait for zones that aren’t loaded, in ms: other suggestions wait, too. */
const maxWaitMs = 1_000

/** Returns the zones of a document’s regions, for a position where a zone may be written. */
export async function zoneCompletions(
  { document, position, token }: PositionRequest,
  connection: Connection,
  facts: ZoneFacts,
  needed: NeededZones,
): Promise<vscode.CompletionItem[]> {
  // Nearby text is parsed on each keystroke, the whole document only once.
  const isCancelled = () => token.isCancellationRequested
  const near =
    referencesNear(document, position.line) ?? (await referencesIn(document, isCancelled))
  const all = near && (await referencesBefore(document, isCancelled))
  if (!all) return []
  const reference = referenceAt(near, document.offsetAt(position))
  if (reference?.kind !== 'zone') return []
  await settlesWithin(maxWaitMs, needed.load(connection, [...all, ...near], token))
  if (token.isCancellationRequested) return []
  const taken = siblingValues(reference, near)
  const language = checkedLanguage(document) ?? 'yaml'
  const offered = await facts.offered(connection, [...all, ...near], reference, () =>
    regionsOfNumbers(document, [reference], isCancelled),
  )
  return [...offered]
    .filter(([name]) => revealed(name) === name)
    .map(([name, known], nth) => {
      const item = new vscode.CompletionItem(labelOf(name, known), vscode.CompletionItemKind.Value)
      item.filterText = name
      item.sortText = `${taken.has(name) ? 1 : 0}${String(nth).padStart(6, '0')}`
      item.documentation = facts.text(name, known)
      item.insertText = quoted(name, reference, language)
      item.range = rangeToReplace(document, reference, position)
      return item
    })
}

function labelOf(name: string, [first]: readonly ZoneFact[]): vscode.CompletionItemLabel {
  const { name: own, zoneId, state } = first?.zone ?? {}
  const facts = [zoneId === name ? own : zoneId, state]
    .filter((fact) => fact !== undefined)
    .map(revealed)
  return { label: withoutIcons(name), description: withoutIcons(facts.join(' · ')) }
}

/** Returns the other values in a reference’s list. */
function siblingValues(
  { list, start }: ZoneReference,
  references: readonly ZoneReference[],
): ReadonlySet<string> {
  const others = references.filter((other) => other.list === list && other.start !== start)
  return new Set(list === undefined ? [] : others.map(({ value }) => value))
}

/** Returns a name as written between the existing quotes. */
function quoted(name: string, { quote, isOpen }: ZoneReference, language: ZoneLanguage): string {
  if (quote === '') return textOf(name, language)
  const inner =
    quote === "'"
      ? name.replaceAll("'", "''")
      : unquoted(textOf(name, language === 'yaml' ? 'json' : language))
  return isOpen ? inner + quote : inner
}

function textOf(name: string, language: ZoneLanguage): string {
  if (language === 'yaml') return yamlText(name)
  return language === 'json' ? JSON.stringify(name) : hclText(name)
}

/** Returns the range of the whole value. */
function rangeToReplace(
  document: vscode.TextDocument,
  reference: ZoneReference,
  position: vscode.Position,
): vscode.Range {
  const range = rangeOf(document, reference)
  const isBlank = reference.quote === '' && document.getText(range).trim() === ''
  return isBlank ? new vscode.Range(position, position) : range
}
