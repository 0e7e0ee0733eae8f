import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { isAvailable } from '../../api/zoneState.ts'
import { visible, withoutIcons } from '../../texts.ts'

/** Returns whether zones have different states. */
export function haveStates(zones: readonly Zone[]): boolean {
  return new Set(zones.map(({ state }) => state)).size > 1
}

/** Prompts for states; resolves to the zones in them, undefined if canceled. */
export async function askStates<Z extends Zone>(
  title: string,
  zones: readonly Z[],
): Promise<readonly Z[] | undefined> {
  const states = [...new Set(zones.map(({ state }) => state))]
  const items = states.map((state) => ({
    label: state === undefined ? vscode.l10n.t('unknown state') : withoutIcons(visible(state)),
    description: String(zones.filter((zone) => zone.state === state).length),
    picked: isAvailable(state),
    state,
  }))
  const chosen = await vscode.window.showQuickPick(items, {
    title,
    canPickMany: true,
    ignoreFocusOut: true,
  })
  if (!chosen || chosen.length === 0) return undefined
  const wanted = new Set(chosen.map(({ state }) => state))
  return zones.filter(({ state }) => wanted.has(state))
}
