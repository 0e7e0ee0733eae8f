import type * as vscode from 'vscode'
import { nodeId, type MachinePoolNode, type MachinePoolsNode } from '../views/nodes.ts'

const mostTries = 4
/** How long VS Code may take to say that the row is selected, in milliseconds. */
const answerMs = 500

/**
 * Opens the view and selects the row of a machine pool in it. VS Code does nothing, or throws, where
 * it fills the view at the same time, as when it opens it: so it is told again.
 */
export async function reveal(
  view: vscode.TreeView<MachinePoolsNode>,
  row: MachinePoolNode,
): Promise<void> {
  const tell = async () => view.reveal(row, { select: true, focus: true })
  for (let tries = 0; tries < mostTries; tries += 1) {
    await tell().catch(() => undefined) // what it throws every time is thrown below
    if (await becomesSelected(view, row)) return
  }
  await tell()
}

async function becomesSelected(
  view: vscode.TreeView<MachinePoolsNode>,
  row: MachinePoolNode,
): Promise<boolean> {
  const isRow = (node: MachinePoolsNode) => node.kind === 'machinePool' && idOf(node) === idOf(row)
  if (view.selection.some(isRow)) return true
  return new Promise((resolve) => {
    const end = (isSelected: boolean) => {
      clearTimeout(timer)
      subscription.dispose()
      resolve(isSelected)
    }
    const timer = setTimeout(() => end(false), answerMs)
    const subscription = view.onDidChangeSelection(
      ({ selection }) => selection.some(isRow) && end(true),
    )
  })
}

function idOf({ connection, provider, configUid, machinePoolName }: MachinePoolNode): string {
  return nodeId(connection, provider, configUid, machinePoolName)
}
