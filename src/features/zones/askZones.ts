import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import type { List } from '../../api/list.ts'
import { notShown } from '../../ui/listTexts.ts'
import { joinDescription, visible, withoutIcons } from '../../texts.ts'

/** Prompts for zones of a region; undefined if none are selected. */
export async function askZones<Z extends Zone>(
  region: string,
  { items: zones, unreadable }: List<Z>,
  placeHolder: string,
  isPicked: (zone: Z) => boolean = () => false,
): Promise<readonly Z[] | undefined> {
  const items = zones.map((zone) => ({
    label: withoutIcons(visible(zone.name)),
    description: withoutIcons(
      joinDescription(zone.zoneId && visible(zone.zoneId), zone.state && visible(zone.state)),
    ),
    picked: isPicked(zone),
    zone,
  }))
  const title = vscode.l10n.t('Zones in {0}', visible(region))
  const chosen = await vscode.window.showQuickPick(items, {
    title: joinDescription(title, unreadable > 0 && notShown.zones(unreadable)),
    placeHolder,
    canPickMany: true,
    matchOnDescription: true,
    // What has been selected here, and asked for before, must not go with a click, or with what the view does beside it.
    ignoreFocusOut: true,
  })
  return chosen && chosen.length > 0 ? chosen.map(({ zone }) => zone) : undefined
}

/** Returns whether zones have different states. */
export function haveStates(zones: readonly Zone[]): boolean {
  return new Set(zones.map(({ state }) => state)).size > 1
}
