import { commandIds, zonesScheme } from '../../contributions.ts'
import { accountTitle } from '../../inventory/accounts.ts'
import type { Parts } from '../../parts.ts'
import { JsonDocuments } from '../../ui/jsonDocuments.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import type { ZonesNode } from '../../ui/trees/nodes.ts'
import { zonesDocument, ZonesTarget } from './zonesDocument.ts'

/** Creates the documents that show zones as JSON. */
export function createZonesDocuments(parts: Parts): JsonDocuments<ZonesTarget> {
  const { zonesView, clouds } = parts
  return new JsonDocuments({
    scheme: zonesScheme,
    target: ZonesTarget,
    textOf: (target, read) => zonesDocument(target, parts, read),
    changes: [zonesView.onDidChangeTreeData, clouds.zones.onDidLoad],
  })
}

/** Show Zones as JSON: opens a read-only document for each selected region and account. */
export function showZonesAsJsonCommands(
  parts: Parts & { zonesDocuments: JsonDocuments<ZonesTarget> },
) {
  const { clouds, tracked, zonesDocuments } = parts
  return {
    [commandIds.showZonesAsJson]: async (node?: ZonesNode, selected?: ZonesNode[]) => {
      const nodes = selectedItems(node, selected).filter(
        (one) => one.kind === 'region' || one.kind === 'account',
      )
      for (const one of nodes) {
        const { provider, cloudAccountUid: uid } = one
        const account = accountTitle(tracked, clouds, one)
        const name = account === uid ? {} : { name: account }
        const target = { connection: one.connection.name, provider, uid, ...name }
        const options = { preview: nodes.length === 1 }
        if (one.kind === 'account') {
          await zonesDocuments.show(target, account, options)
          continue
        }
        const { project, region } = one
        const known = clouds.zones.peek(one)
        if (known && 'error' in known) clouds.zones.invalidate(one) // loads again what failed
        await zonesDocuments.show({ ...target, project, region }, `${region} (${account})`, options)
      }
    },
  }
}
