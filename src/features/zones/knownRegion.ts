import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { accountTitle } from '../../inventory/accounts.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import type { RegionRef } from '../../inventory/refs.ts'
import { regionsInUse } from '../../inventory/regions.ts'
import type { TrackedItems } from '../../inventory/trackedItems.ts'
import { joinDescription } from '../../texts.ts'
import { choose } from '../../ui/prompts/quickInput.ts'

/**
 * Prompts for a pinned region, or one with cached zones, without a request. `another` stands for any other
 * region; undefined if canceled.
 */
export async function askKnownRegion(
  title: string,
  connection: Connection,
  tracked: TrackedItems,
  clouds: Clouds,
): Promise<RegionRef | 'another' | undefined> {
  const regions = regionsInUse(connection, tracked, clouds)
  if (regions.length === 0) return 'another'
  const choices = regions.map((ref) => ({
    label: ref.region,
    description: joinDescription(accountTitle(tracked, clouds, ref), ref.provider, ref.project),
    value: ref,
  }))
  return choose<RegionRef | 'another'>(title, {
    placeholder: vscode.l10n.t('Select a region'),
    choices,
    last: { label: vscode.l10n.t('Another Region…'), value: 'another' },
  })
}
