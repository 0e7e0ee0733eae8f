import type { Parts } from '../../parts.ts'
import { registerInsertZones } from './insertZones.ts'
import { registerListZones } from './listZones.ts'
import { createZoneDrag } from './zoneDrag.ts'
import { createTree } from '../../ui/trees/tree.ts'
import type { RegionNode, ZonesNode } from '../../ui/trees/nodes.ts'
import { accountRows } from './accountRows.ts'
import { zoneKinds } from './zoneRows.ts'
import { type RegionRef, ofZoneProvider, accountKey } from '../../model/refs.ts'

/** Creates the Zones view and its drags, and registers the commands that list and insert zones. */
export function registerZonesFeature(parts: Parts) {
  const zonesView = createZonesView(parts)
  const zoneDrag = createZoneDrag(parts)
  parts.context.subscriptions.push(zonesView, zoneDrag)
  registerListZones(parts)
  registerInsertZones(parts)
  return { zonesView, zoneDrag }
}

/** Creates the tree of the Zones view: cloud account → region → availability zone. */
function createZonesView(parts: Parts) {
  const { connections, apiKeys, pins, clouds, clusters, refusals } = parts
  const tree = createTree<ZonesNode>({
    connections,
    apiKeys,
    // Zones show how many of the loaded machine pools are in them.
    changes: [
      pins,
      clouds,
      clusters,
      refusals,
      { onDidChange: (show) => clusters.onDidLoad(show) },
    ],
    hasProblems: true,
    rows: (state) => {
      const { topRows, kinds } = accountRows(parts, state)
      return { topRows, kinds: { ...kinds, ...zoneKinds(parts) } }
    },
  })
  return { ...tree, find }

  /** Finds the row of a region, and loads its ancestors; undefined if there is none. */
  async function find(ref: RegionRef): Promise<RegionNode | undefined> {
    const key = accountKey(ofZoneProvider(ref))
    const isInAccount = (row: ZonesNode) =>
      'cloudAccountUid' in row && accountKey(ofZoneProvider(row)) === key
    const isRegion = (row: ZonesNode): row is RegionNode =>
      row.kind === 'region' &&
      isInAccount(row) &&
      (isWholeAccount(row) || row.region === ref.region)
    const mayContain = (row: ZonesNode) => {
      if (!isInAccount(row)) return false
      if (row.kind === 'account') return true
      return row.kind === 'cloudProject' && [undefined, row.project].includes(ref.project)
    }
    return tree.search(isRegion, mayContain)
  }
}

/** A provider without regions has one row for the account and its only list of zones. */
function isWholeAccount({ account }: RegionNode): boolean {
  return account !== undefined
}
