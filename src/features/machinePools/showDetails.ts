import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { JsonDocuments } from '../../ui/jsonDocuments.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import type { MachinePoolsNode } from '../../ui/trees/nodes.ts'
import { detailsDocument } from './detailsDocument.ts'
import { detailsUri, parseDetailsUri } from './detailsUri.ts'

/** Creates the documents that show the details of clusters and machine pools as JSON. */
export function createDetailsDocuments(parts: Parts): JsonDocuments {
  const textOf = async (uri: vscode.Uri) => {
    const target = parseDetailsUri(uri)
    if (!target) throw vscode.FileSystemError.FileNotFound(uri)
    return detailsDocument(target, parts)
  }
  return new JsonDocuments(textOf, [parts.machinePoolsView.onDidChangeTreeData])
}

/** Show Details: opens a read-only document for each selected cluster and machine pool. */
export function showDetailsCommands({
  clusters,
  detailsDocuments,
}: Pick<Parts, 'clusters'> & { detailsDocuments: JsonDocuments }) {
  return {
    [commandIds.showDetails]: async (node?: MachinePoolsNode, selected?: MachinePoolsNode[]) => {
      const nodes = selectedItems(node, selected).filter(
        (one) => one.kind === 'cloudConfig' || one.kind === 'machinePool',
      )
      for (const one of nodes) {
        const known = clusters.configs.peek(one)
        if (known && 'error' in known) clusters.configs.invalidate(one) // loads again what failed
        await detailsDocuments.show(detailsUri(one), { preview: nodes.length === 1 })
      }
    },
  }
}
