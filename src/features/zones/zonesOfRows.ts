import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { omittedFrom, withOmitted } from '../../api/omitted.ts'
import { viewIds, type CommandId, type ViewId } from '../../contributions.ts'
import { regionTitle } from '../../inventory/accounts.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import { keyOf, type RegionRef } from '../../inventory/refs.ts'
import { sameZone } from '../../inventory/regions.ts'
import { isFailed } from '../../inventory/results.ts'
import type { TrackedItems } from '../../inventory/trackedItems.ts'
import { visible } from '../../texts.ts'
import type { ZoneNode, ZonesNode } from '../../ui/trees/nodes.ts'
import { withDelayedProgress, withViewProgress } from '../../ui/progress.ts'
import { toCommandError } from '../../ui/commandErrors.ts'
import { runAction, tryAgain } from '../../ui/messages.ts'

/**
 * Returns the zones of nodes and of regions among them, in order, without duplicates; for those that couldn’t
 * be read, see {@link omittedFrom}. Loads missing regions, and those of zones from before a failed refresh;
 * `again` is the command that retries after an error.
 */
export async function zonesOfRows(
  nodes: readonly ZonesNode[],
  tracked: TrackedItems,
  clouds: Clouds,
  again?: CommandId,
): Promise<Zone[]> {
  const zones = new Map<string, Zone>()
  const omitted = new Map<string, number>()
  const kept = new Set(
    nodes.flatMap((node) =>
      node.kind === 'zone' && isFailed(clouds.zones.peek(node.of))
        ? [keyOf('region', node.of)]
        : [],
    ),
  )
  for (const node of nodes) {
    if (node.kind === 'zone') {
      if (!kept.has(keyOf('region', node.of))) add(node)
      else {
        const fresh = await zonesOfRegion(node.of, tracked, clouds, again, viewIds.zones)
        const found = sameZone(node, fresh)
        if (found) add({ of: node.of, ...found })
      }
    }
    if (node.kind !== 'region') continue
    const read = await zonesOfRegion(node, tracked, clouds, again, viewIds.zones)
    omitted.set(keyOf('region', node), omittedFrom(read))
    for (const [position, zone] of read.entries()) add({ of: node, position, ...zone })
  }
  const count = [...omitted.values()].reduce((sum, one) => sum + one, 0)
  return withOmitted([...zones.values()], count)

  function add({ of, position, name, state, zoneId }: Omit<ZoneNode, 'kind'>): void {
    const facts = {
      ...(state !== undefined && { state }),
      ...(zoneId !== undefined && { zoneId }),
    }
    zones.set(`${keyOf('region', of)} ${position}`, { name, ...facts })
  }
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
