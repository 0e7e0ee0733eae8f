import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { omittedFrom } from '../../api/omitted.ts'
import { notShown } from '../../ui/notShownTexts.ts'
import { visible, withoutIcons } from '../../texts.ts'

/** Prompts for zones of a region; undefined if none are selected. */
export async function askZones<Z extends Zone>(
  region: string,
  zones: readonly Z[],
  placeHolder: string,
  isPicked: (zone: Z) => boolean = () => false,
): Promise<readonly Z[] | undefined> {
  const items = zones.map((zone) => ({
    label: withoutIcons(visible(zone.name)),
    description: [zone.zoneId, zone.state]
      .filter((fact) => fact !== undefined)
      .map((fact) => withoutIcons(visible(fact)))
      .join(' · '),
    picked: isPicked(zone),
    zone,
  }))
  const title = vscode.l10n.t('Zones in {0}', visible(region))
  const omitted = omittedFrom(zones)
  const chosen = await vscode.window.showQuickPick(items, {
    title: [title, ...(omitted > 0 ? [notShown.zones(omitted)] : [])].join(' · '),
    placeHolder,
    canPickMany: true,
    matchOnDescription: true,
    ignoreFocusOut: true,
  })
  return chosen && chosen.length > 0 ? chosen.map(({ zone }) => zone) : undefined
}
