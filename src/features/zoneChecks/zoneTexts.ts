import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { hasRegions } from '../../api/providers.ts'
import { isAvailable } from '../../api/zones.ts'
import type { RegionRef } from '../../model/refs.ts'
import { joinDescription, visible } from '../../texts.ts'
import { asCode } from '../../ui/markup.ts'
import { agoText, ageText, oldDateText } from '../../ui/ageTexts.ts'
import { refusedText } from '../../ui/refusalTexts.ts'
import type { ZoneFact } from './knownZones.ts'

/** Formats facts about a zone as Markdown, one line per account, with external text escaped. */
export function factsText(
  name: string,
  facts: readonly ZoneFact[],
  titleOf: (account: RegionRef) => string,
): vscode.MarkdownString {
  const lines = facts.map(({ ref, zone, at, refusal }) => {
    const age = ageText(at)
    const said = zone ? zoneText(zone, name) : vscode.l10n.t('no zone with this name')
    const read = age === undefined ? [] : [vscode.l10n.t('updated {0}', age)]
    const refused = refusal ? [refusedText(refusal, agoText(refusal.at))] : []
    return `- ${code(titleOf(ref))}: ${[said, ...refused, ...read].join(', ')}`
  })
  const named = facts.flatMap(({ ref }) => (hasRegions(ref.provider) ? ref.region : []))
  const regions = [...new Set(named)].map(code).join(', ')
  const title = regions
    ? vscode.l10n.t('Zone {0} in {1}', code(name), regions)
    : vscode.l10n.t('Zone {0}', code(name))
  return new vscode.MarkdownString(`${title}\n\n${lines.join('\n')}`)
}

/** Returns what a hint beside a name says; undefined if nothing is known, or accounts differ. */
export function hintText(name: string, facts: readonly ZoneFact[]): string | undefined {
  const [text, ...others] = facts.map(({ zone }) => zone && otherText(name, zone))
  if (!text || others.some((other) => other !== text)) return undefined
  const isOdd = facts.some(({ zone }) => zone && !hasNormalState(zone))
  return joinDescription(
    text,
    isOdd && oldDateText(Math.min(...facts.map(({ at }) => at)), 'short'),
  )
}

/** Formats a zone’s other name and its state. */
function zoneText(zone: Zone, asked: string): string {
  const other = otherName(zone, asked)
  const state = zone.state === undefined ? vscode.l10n.t('unknown state') : code(zone.state)
  return other === undefined ? state : `${code(other)}, ${state}`
}

function otherText(asked: string, zone: Zone): string {
  const other = otherName(zone, asked)
  return joinDescription(
    other && visible(other),
    !hasNormalState(zone) && visible(`⚠ ${zone.state}`),
  )
}

/** Returns the ID of a zone that goes by its name, and the name of one that goes by its ID. */
export function otherName({ name, zoneId }: Zone, asked: string): string | undefined {
  return zoneId === asked ? name : zoneId
}

function hasNormalState({ state }: Zone): boolean {
  return state === undefined || isAvailable(state)
}

function code(text: string): string {
  return asCode(visible(text))
}
