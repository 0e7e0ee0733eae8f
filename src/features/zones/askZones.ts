import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import type { List } from '../../api/list.ts'
import { notShown } from '../../ui/listTexts.ts'
import { chooseSeveral } from '../../ui/prompts/quickInput.ts'
import { joinDescription, displayText, escapeIcons } from '../../displayTexts.ts'

/** Prompts for zones of a region; undefined if canceled, empty if none are selected. */
export async function askZones<Z extends Zone>(
  region: string,
  { items: zones, unreadable }: List<Z>,
  placeHolder: string,
  isPicked: (zone: Z) => boolean = () => false,
): Promise<readonly Z[] | undefined> {
  const items = zones.map((zone) => ({
    label: escapeIcons(displayText(zone.name)),
    description: zoneDescription(zone),
    picked: isPicked(zone),
    zone,
  }))
  const title = vscode.l10n.t('Zones in {0}', displayText(region))
  const selected = await chooseSeveral(items, {
    title: joinDescription(title, unreadable > 0 && notShown.zones(unreadable)),
    placeHolder,
    matchOnDescription: true,
    // A click outside, or a view that takes the focus, must not discard what the user has selected or entered.
    ignoreFocusOut: true,
  })
  return selected?.map(({ zone }) => zone)
}

function zoneDescription({ zoneId, state }: Zone): string {
  return escapeIcons(joinDescription(zoneId && displayText(zoneId), state && displayText(state)))
}

export function haveDifferentStates(zones: readonly Zone[]): boolean {
  return new Set(zones.map(({ state }) => state)).size > 1
}
