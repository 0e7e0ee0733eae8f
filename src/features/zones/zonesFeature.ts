import type { Parts } from '../../parts.ts'
import { registerInsertZones } from './insertZones.ts'
import { registerListZones } from './listZones.ts'
import { createZoneDrag } from './zoneDrag.ts'
import { createTree } from '../../ui/trees/tree.ts'
import type { RegionNode, ZonesNode } from '../../ui/trees/nodes.ts'
import { accountRows } from './accountRows.ts'
import { zoneKinds } from './zoneRows.ts'
import { type RegionRef, ofZoneProvider, accountKey } from '../../model/refs.ts'

/** The Zones view, and listing, inserting, and dragging zones. */
export function registerZonesFeature(parts: Parts) {
  const zonesView = createZonesView(parts)
  const zoneDrag = createZoneDrag(parts)
  parts.context.subscriptions.push(zonesView, zoneDrag)
  registerListZones(parts)
  registerInsertZones(parts)
  return { zonesView, zoneDrag }
}

/** The tree of the Zones view: cloud account → region → availability zone. */
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

  /** Finds the node of a region, and loads its ancestors; undefined if there is none. */
  async function find(of: RegionRef): Promise<RegionNode | undefined> {
    const key = accountKey(ofZoneProvider(of))
    const isInAccount = (row: ZonesNode) =>
      'cloudAccountUid' in row && accountKey(ofZoneProvider(row)) === key
    const isIt = (row: ZonesNode): row is RegionNode =>
      row.kind === 'region' &&
      isInAccount(row) &&
      (row.account !== undefined || row.region === of.region)
    const mayHaveIt = (row: ZonesNode) =>
      isInAccount(row) &&
      (row.kind === 'account' ||
        (row.kind === 'cloudProject' && (of.project ?? row.project) === row.project))
    return tree.search(isIt, mayHaveIt)
  }
}
