import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { omittedFrom, withOmitted } from '../../api/omitted.ts'
import { viewIds, type CommandId, type ViewId } from '../../contributions.ts'
import { regionTitle } from '../../inventory/accounts.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import { keyOf, type RegionRef } from '../../inventory/refs.ts'
import { indexOfZone } from '../../inventory/regions.ts'
import type { TrackedItems } from '../../inventory/trackedItems.ts'
import { visible } from '../../texts.ts'
import type { ZonesNode } from '../../ui/trees/nodes.ts'
import { withDelayedProgress, withViewProgress } from '../../ui/progress.ts'
import { toCommandError } from '../../ui/commandErrors.ts'
import { runAction, tryAgain } from '../../ui/messages.ts'

/**
 * Returns the zones of nodes and of regions among them, as they are by now, in order, without duplicates; for those
 * that couldn’t be read, see {@link omittedFrom}. `again` is the command that retries after an error.
 */
export async function zonesOfRows(
  nodes: readonly ZonesNode[],
  tracked: TrackedItems,
  clouds: Clouds,
  again?: CommandId,
): Promise<Zone[]> {
  const zones = new Map<string, Zone>()
  const omitted = new Map<string, number>()
  for (const node of nodes) {
    if (node.kind !== 'zone' && node.kind !== 'region') continue
    const of = node.kind === 'zone' ? node.of : node
    const key = keyOf('region', of)
    const all = await zonesOfRegion(of, tracked, clouds, again, viewIds.zones)
    if (node.kind === 'region') omitted.set(key, omittedFrom(all))
    for (const index of node.kind === 'zone' ? [indexOfZone(node, all)] : all.keys()) {
      const zone = all[index]
      if (zone) zones.set(`${key} ${index}`, zone)
    }
  }
  const count = [...omitted.values()].reduce((sum, one) => sum + one, 0)
  return withOmitted([...zones.values()], count)
}

/** Returns a region’s zones, loaded if not cached. The progress is shown in the view, if given. */
export async function zonesOfRegion(
  of: RegionRef,
  tracked: TrackedItems,
  clouds: Clouds,
  again?: CommandId,
  viewId?: ViewId,
) {
  const title = vscode.l10n.t('Listing zones for {0}…', visible(regionTitle(tracked, clouds, of)))
  const list = async () => clouds.zones.getOrRetry(of)
  const result = await (viewId ? withViewProgress(viewId, list) : withDelayedProgress(title, list))
  if ('value' in result) return result.value
  const ways = again ? [runAction(tryAgain(), again, of)] : []
  throw toCommandError(result.error, of.connection, ...ways)
}
