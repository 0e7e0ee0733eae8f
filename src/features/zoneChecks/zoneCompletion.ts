import * as vscode from 'vscode'
import { quoteIn, unquoted } from '../../formats/quoting.ts'
import type { ZoneReference } from '../../formats/zoneReferences.ts'
import type { RegionRef } from '../../inventory/refs.ts'
import { revealed, withoutIcons } from '../../texts.ts'
import type { ZoneFact } from './knownZones.ts'
import type { CodeFile } from '../../ui/codeFile.ts'
import { factsText, otherName } from './zoneTexts.ts'

/** Returns the completion items of zones for a place, those last that its list has already. */
export function zoneItems(
  file: CodeFile,
  place: ZoneReference,
  position: vscode.Position,
  offered: ReadonlyMap<string, readonly ZoneFact[]>,
  titleOf: (account: RegionRef) => string,
): vscode.CompletionItem[] {
  const isSibling = ({ list, start }: ZoneReference) =>
    list !== undefined && list === place.list && start !== place.start
  const taken = new Set(file.references.filter(isSibling).map(({ value }) => value))
  const isBlank = place.quote === '' && file.text.slice(place.start, place.end).trim() === ''
  const range = isBlank ? new vscode.Range(position, position) : file.rangeOf(place)
  // YAML requires a space behind a colon or a dash.
  const isBehind = isBlank && position.isEqual(file.rangeOf(place).start)
  const needsSpace = file.language === 'yaml' && /[^\s[,]/.test(file.text.charAt(place.start - 1))
  const space = isBehind && needsSpace ? ' ' : ''
  return [...offered]
    .filter(([name]) => revealed(name) === name)
    .map(([name, facts], nth) => {
      const item = new vscode.CompletionItem(labelOf(name, facts), vscode.CompletionItemKind.Value)
      item.filterText = name
      item.sortText = `${taken.has(name) ? 1 : 0}${String(nth).padStart(6, '0')}`
      item.documentation = factsText(name, facts, titleOf)
      item.insertText = space + quoted(name, place, file)
      item.range = range
      return item
    })
}

function labelOf(name: string, [first]: readonly ZoneFact[]): vscode.CompletionItemLabel {
  const zone = first?.zone
  const facts = [zone && otherName(zone, name), zone?.state].flatMap((fact) => fact ?? [])
  const description = withoutIcons(facts.map(revealed).join(' · '))
  return { label: withoutIcons(name), description }
}

/** Returns a name as written between the existing quotes. */
function quoted(name: string, { quote, isOpen }: ZoneReference, { isHcl, language }: CodeFile) {
  const text = quoteIn(isHcl ? 'hcl' : language === 'yaml' ? 'yaml' : 'json', quote)(name)
  return quote === '' ? text : unquoted(text) + (isOpen ? quote : '')
}
