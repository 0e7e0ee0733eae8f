import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import type { TreeNode } from '../../ui/trees/nodes.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { showStatus } from '../../ui/messages.ts'

/** The commands in the views’ menus that copy. */
export function viewCommands() {
  return {
    [commandIds.copyName]: (node?: TreeNode, selected?: TreeNode[]) => copy(nameOf, node, selected),
    [commandIds.copyId]: (node?: TreeNode, selected?: TreeNode[]) => copy(idOf, node, selected),
  }
}

/** Copies a text for each selected item, one per line. */
async function copy(
  textOf: (node: TreeNode) => string | undefined,
  node: TreeNode | undefined,
  selected: TreeNode[] | undefined,
): Promise<void> {
  const texts = selectedItems(node, selected)
    .map(textOf)
    .filter((text) => text !== undefined)
  if (texts.length === 0) {
    showStatus(vscode.l10n.t('There is nothing to copy'))
    return
  }
  await vscode.env.clipboard.writeText(texts.join('\n'))
}

/** Returns the name of an item, and the message of a failure. */
function nameOf(node: TreeNode): string | undefined {
  if (node.kind === 'failure') return errorText(node.error, node.connection)
  if ('name' in node) return node.name
  if (node.kind === 'region') return node.account?.name ?? node.region
  return node.kind === 'machinePool' ? node.machinePoolName : undefined
}

function idOf(node: TreeNode): string | undefined {
  switch (node.kind) {
    case 'account':
      return node.cloudAccountUid
    case 'cloudProject':
      return node.project
    case 'project':
    case 'machine':
      return node.uid
    case 'cloudConfig':
      return node.configUid
    case 'zone':
      return node.zoneId
    case 'region':
      return node.account?.cloudAccountUid
    case 'machinePool':
    case 'failure':
    case 'note':
      return undefined
  }
}
