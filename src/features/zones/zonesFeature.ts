import type { Parts } from '../../parts.ts'
import { registerInsertZones } from './insertZones.ts'
import { registerListZones } from './listZones.ts'
import { createZoneDrag } from './zoneDrag.ts'
import { createTree } from '../../ui/trees/tree.ts'
import type { ZonesNode, ZonesParentNode } from '../../ui/trees/nodes.ts'
import { accountKind, accountRows } from './accountRows.ts'
import { cloudProjectKind } from './regionLists.ts'
import { zoneKinds } from './zoneRows.ts'
import { accountKey, withZoneProvider, type RegionRef } from '../../model/refs.ts'

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
  const { connections, apiKeys, pins, clouds, clusters, capacityRefusals } = parts
  const tree = createTree<ZonesNode>({
    connections,
    apiKeys,
    // Each row of a zone shows how many of the loaded machine pools are in the zone, so the tree follows those, too.
    changes: [
      pins,
      clouds,
      clusters,
      capacityRefusals,
      { onDidChange: (listener) => clusters.onDidLoad(listener) },
    ],
    hasProblems: true,
    rows: (state) => ({
      topRows: (connection) => accountRows(connection, parts, state),
      kinds: {
        account: accountKind(parts, state),
        cloudProject: cloudProjectKind(parts, state),
        ...zoneKinds(parts),
      },
    }),
  })
  return { ...tree, find }

  /** Finds the row of a region, and loads the rows above it. Undefined if the view has no such row. */
  async function find(ref: RegionRef): Promise<ZonesParentNode | undefined> {
    const key = accountKey(withZoneProvider(ref))
    const isInAccount = (row: ZonesNode) =>
      'cloudAccountUid' in row && accountKey(withZoneProvider(row)) === key
    const isWanted = (row: ZonesNode): row is ZonesParentNode => {
      if (!isInAccount(row)) return false
      return (
        row.kind === 'regionlessAccount' || (row.kind === 'region' && row.region === ref.region)
      )
    }
    const mayContainIt = (row: ZonesNode) => {
      if (!isInAccount(row)) return false
      if (row.kind !== 'cloudProject') return row.kind === 'account'
      return ref.project === undefined || ref.project === row.project
    }
    return tree.search(isWanted, mayContainIt)
  }
}
