import { commandIds } from '../../contributions.ts'
import type { ZonesNode } from '../../ui/trees/nodes.ts'
import type { ZonesDocuments } from './zonesDocuments.ts'
import { selectedItems } from '../../ui/selectedItems.ts'

/** Show Zones as JSON: opens a read-only document for each selected region and account. */
export function showZonesAsJsonCommands({ zonesDocuments }: { zonesDocuments: ZonesDocuments }) {
  return {
    [commandIds.showZonesAsJson]: async (node?: ZonesNode, selected?: ZonesNode[]) => {
      const nodes = selectedItems(node, selected).filter(
        (one) => one.kind === 'region' || one.kind === 'account',
      )
      const options = { preview: nodes.length === 1 }
      for (const one of nodes) await zonesDocuments.show(one, options)
    },
  }
}
