import * as vscode from 'vscode'
import { isSameConnection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import type { AcceptedDeletion } from '../../deletion/deletionResult.ts'
import type { Inspection } from '../../deletion/inspection.ts'
import { machinePoolIdentity, type MachinePoolRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { machinePoolArguments } from '../../ui/arguments.ts'
import { isNode } from '../../ui/trees/nodes.ts'

/**
 * The time after a deletion was accepted in which its row may hand over the focus, in milliseconds. VS Code doesn’t tell
 * where the focus is: later, whoever types somewhere else would lose it.
 */
const maxHandoverMs = 10_000

/**
 * Moves the focus from the row of a deleted pool to its neighbor, as long as the user hasn’t gone elsewhere: without it, VS
 * Code would begin at the top of the view again.
 */
export function focusNeighborOnceDeleted(
  { pool, recordId }: AcceptedDeletion,
  { config }: Inspection,
  parts: Parts,
): void {
  const { connections, deletions, machinePoolsTree } = parts
  const neighbor = findNeighbor(pool, config?.pools ?? [], parts)
  if (!neighbor || !isDeletedRowSelected()) return
  const end = () => {
    clearTimeout(timer)
    subscription.dispose()
  }
  const timer = setTimeout(end, maxHandoverMs)
  const subscription = vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(end),
    vscode.window.onDidChangeTextEditorSelection(end),
    vscode.window.onDidChangeActiveTerminal(end),
    vscode.window.onDidChangeWindowState(end),
    machinePoolsTree.onDidChangeSelection(end),
    deletions.onDidChange(handOver),
  )
  handOver()

  function handOver(): void {
    const isDeleted = deletions.all.some(
      ({ id, end: ending }) => id === recordId && ending === 'deleted',
    )
    if (!isDeleted) return
    end()
    // Without the connection, the views show other rows.
    if (!isDeletedRowSelected() || !isSameConnection(pool.connection, connections.active)) return
    void vscode.commands.executeCommand(commandIds.revealInView, neighbor)
  }

  function isDeletedRowSelected(): boolean {
    const [row, ...otherRows] = machinePoolsTree.selection
    const isRow =
      isNode(row, 'machinePool') && machinePoolIdentity(row) === machinePoolIdentity(pool)
    return machinePoolsTree.visible && isRow && otherRows.length === 0
  }
}

/** Returns the pool whose row is below that of a pool, else above it, as arguments of a command; undefined without one. */
function findNeighbor(
  pool: MachinePoolRef,
  pools: readonly { readonly name: string }[],
  { deletions }: Pick<Parts, 'deletions'>,
) {
  const isLeaving = (name: string) =>
    deletions.shownDeletion({ ...pool, machinePoolName: name }) !== undefined
  const names = pools.map(({ name }) => name).sort((a, b) => a.localeCompare(b))
  const index = names.indexOf(pool.machinePoolName)
  const staying = (name: string) => !isLeaving(name)
  const below = names.slice(index + 1).find(staying)
  const name = below ?? names.slice(0, Math.max(index, 0)).findLast(staying)
  return name === undefined ? undefined : machinePoolArguments({ ...pool, machinePoolName: name })
}
