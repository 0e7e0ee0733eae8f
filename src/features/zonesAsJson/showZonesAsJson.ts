import { commandIds } from '../../contributions.ts'
import { accountTitle } from '../../inventory/accounts.ts'
import type { Parts } from '../../parts.ts'
import type { JsonDocuments } from '../../ui/jsonDocuments.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import type { ZonesNode } from '../../ui/trees/nodes.ts'
import { uriOf } from './zonesUri.ts'

/** Show Zones as JSON: opens a read-only document for each selected region and account. */
export function showZonesAsJsonCommands({
  clouds,
  tracked,
  zonesDocuments,
}: Pick<Parts, 'clouds' | 'tracked'> & { zonesDocuments: JsonDocuments }) {
  return {
    [commandIds.showZonesAsJson]: async (node?: ZonesNode, selected?: ZonesNode[]) => {
      const nodes = selectedItems(node, selected).filter(
        (one) => one.kind === 'region' || one.kind === 'account',
      )
      for (const one of nodes) {
        const known = one.kind === 'region' ? clouds.zones.peek(one) : undefined
        // What failed is loaded again.
        if (one.kind === 'region' && known && 'error' in known) clouds.zones.invalidate(one)
        const uri = uriOf(one, accountTitle(tracked, clouds, one))
        await zonesDocuments.show(uri, { preview: nodes.length === 1 })
      }
    },
  }
}
