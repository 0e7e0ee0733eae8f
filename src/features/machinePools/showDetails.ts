import { commandIds, detailsScheme } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { JsonDocuments } from '../../ui/jsonDocuments.ts'
import { readMachinePool } from '../../ui/machinePoolArguments.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import type { MachinePoolsNode } from '../../ui/trees/nodes.ts'
import { detailsDocument, DetailsTarget } from './detailsDocument.ts'

/** Creates the documents that show the details of clusters and machine pools as JSON. */
export function createDetailsDocuments(parts: Parts): JsonDocuments<DetailsTarget> {
  return new JsonDocuments({
    scheme: detailsScheme,
    target: DetailsTarget,
    textOf: (target) => detailsDocument(target, parts),
    changes: [parts.machinePoolsView.onDidChangeTreeData],
  })
}

/** Show Details: opens a document for each selected cluster and machine pool, or for a given pool. */
export function showDetailsCommands(
  parts: Parts & { detailsDocuments: JsonDocuments<DetailsTarget> },
) {
  const { connections, clusters, detailsDocuments } = parts
  return {
    [commandIds.showDetails]: async (node?: MachinePoolsNode, selected?: MachinePoolsNode[]) => {
      const given = readMachinePool(connections, node)
      const nodes = given
        ? [{ kind: 'machinePool' as const, ...given }]
        : selectedItems(node, selected).filter(
            (one) => one.kind === 'cloudConfig' || one.kind === 'machinePool',
          )
      for (const one of nodes) {
        const known = clusters.configs.peek(one)
        if (known && 'error' in known) clusters.configs.invalidate(one) // loads again what failed
        const { connection, provider, configUid, project } = one
        const isPool = one.kind === 'machinePool'
        const cluster = isPool ? one.configLabel : one.label
        const target: DetailsTarget = {
          connection: connection.name,
          provider,
          configUid,
          ...(cluster !== undefined && { cluster }),
          ...(project && { project }),
          ...(isPool && { pool: one.machinePoolName }),
        }
        const name = cluster ?? configUid
        const title = isPool ? `${one.machinePoolName} (${name})` : name
        await detailsDocuments.show(target, title, { preview: nodes.length === 1 })
      }
    },
  }
}
