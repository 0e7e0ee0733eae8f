import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { hasRegions } from '../../api/providers.ts'
import { isAvailable } from '../../api/zones.ts'
import type { RegionRef } from '../../model/refs.ts'
import { joinDescription, displayText } from '../../displayTexts.ts'
import { agoText, ageText, oldDateText } from '../../ui/ageTexts.ts'
import { asCode } from '../../ui/markup.ts'
import { refusedText } from '../../ui/listTexts.ts'
import type { ZoneFact } from './zoneFacts.ts'

/** Formats facts about a zone as Markdown, one line per account, with external text escaped. */
export function factsText(
  name: string,
  facts: readonly ZoneFact[],
  titleOf: (account: RegionRef) => string,
): vscode.MarkdownString {
  const lines = facts.map((fact) => `- ${code(titleOf(fact.ref))}: ${factText(name, fact)}`)
  const refsWithRegion = facts.map(({ ref }) => ref).filter(({ provider }) => hasRegions(provider))
  const regions = new Set(refsWithRegion.map(({ region }) => region))
  const regionList = [...regions].map(code).join(', ')
  const title = regionList
    ? vscode.l10n.t('Zone {0} in {1}', code(name), regionList)
    : vscode.l10n.t('Zone {0}', code(name))
  return new vscode.MarkdownString(`${title}\n\n${lines.join('\n')}`)
}

/**
 * Formats the line of an account: the zone of a name, the newest refusal of capacity in it, and the age of the list.
 */
function factText(name: string, { zone, listedAt, refusal }: ZoneFact): string {
  const texts = [zone ? zoneText(zone, name) : vscode.l10n.t('no zone with this name')]
  if (refusal) texts.push(refusedText(refusal, agoText(refusal.at)))
  const age = ageText(listedAt)
  if (age !== undefined) texts.push(vscode.l10n.t('updated {0}', age))
  return texts.join(', ')
}

/** Returns the hint beside a zone’s name; undefined if nothing is known of the zone, or accounts disagree on it. */
export function hintText(name: string, facts: readonly ZoneFact[]): string | undefined {
  const [text, ...otherTexts] = facts.map(({ zone }) => zone && shortZoneText(zone, name))
  if (!text || otherTexts.some((otherText) => otherText !== text)) return undefined
  const isUnusual = facts.some(({ zone }) => zone && !hasNormalState(zone))
  const oldestAt = Math.min(...facts.map(({ listedAt }) => listedAt))
  return joinDescription(text, isUnusual && oldDateText(oldestAt, 'short'))
}

function zoneText(zone: Zone, name: string): string {
  const other = otherName(zone, name)
  const state = zone.state === undefined ? vscode.l10n.t('unknown state') : code(zone.state)
  return other === undefined ? state : `${code(other)}, ${state}`
}

/** Formats the zone’s ID (or its name, if the text has the ID), and its state if it isn’t available. */
function shortZoneText(zone: Zone, name: string): string {
  const other = otherName(zone, name)
  return joinDescription(
    other && displayText(other),
    !hasNormalState(zone) && displayText(`⚠ ${zone.state}`),
  )
}

/** Returns the ID of a zone for its name, and its name for its ID. */
export function otherName(zone: Zone, name: string): string | undefined {
  return zone.zoneId === name ? zone.name : zone.zoneId
}

function hasNormalState({ state }: Zone): boolean {
  return state === undefined || isAvailable(state)
}

function code(text: string): string {
  return asCode(displayText(text))
}

/** Returns the sentence about regions that couldn’t be checked, and that are only counted. */
export function otherRegionsText(count: number): string {
  return vscode.l10n.t('Other regions that couldn’t be checked: {0}.', count)
}
