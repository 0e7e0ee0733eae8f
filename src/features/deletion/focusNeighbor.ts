import * as vscode from 'vscode'
import { isSameConnection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import type { Inspection } from '../../deletion/inspection.ts'
import { machinePoolIdentity, type MachinePoolRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { machinePoolArguments } from '../../ui/arguments.ts'
import { isNode } from '../../ui/trees/nodes.ts'

/**
 * The time after a deletion was accepted in which its row may hand over the focus, in milliseconds. VS Code doesn’t
 * tell where the focus is: later, whoever types somewhere else would lose it.
 */
const maxHandoverMs = 10_000

/**
 * Moves the focus from the row of a pool to its neighbor once the pool is deleted, as long as the user doesn’t go
 * elsewhere. Without that, VS Code would begin at the top of the view again. It begins when the deletion is confirmed:
 * when the end is recorded, the row may be gone, and the selection with it. `sending` resolves to what comes of the
 * deletion.
 */
export function handOverFocus(
  { pool, config }: Inspection,
  sending: Promise<{ readonly kind: string; readonly recordId?: string | undefined }>,
  parts: Parts,
): void {
  const { connections, deletions, machinePoolsTree } = parts
  const neighbor = findNeighbor(pool, config?.pools ?? [], parts)
  const [selectedRow] = machinePoolsTree.selection
  if (!neighbor || !machinePoolsTree.visible || !isRowOfPool(selectedRow)) return
  let isOver = false
  let acceptedId: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const subscription = vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(end),
    vscode.window.onDidChangeTextEditorSelection(end),
    vscode.window.onDidChangeActiveTerminal(end),
    machinePoolsTree.onDidChangeSelection(({ selection }) => {
      if (!selection.every(isRowOfPool)) end()
    }),
    deletions.onDidChange(handOver),
  )
  sending.then((result) => {
    if (result.kind === 'accepted') follow(result.recordId)
    else end()
  }, end)

  function follow(recordId: string | undefined): void {
    if (isOver) return
    acceptedId = recordId
    timer = setTimeout(end, maxHandoverMs)
    handOver()
  }

  function end(): void {
    isOver = true
    clearTimeout(timer)
    subscription.dispose()
  }

  function handOver(): void {
    const record = deletions.all.find(({ id }) => id === acceptedId)
    if (record?.end !== 'deleted') return
    end()
    // Without the connection, the views show other rows.
    if (!machinePoolsTree.visible || !isSameConnection(pool.connection, connections.active)) return
    void vscode.commands.executeCommand(commandIds.revealInView, neighbor)
  }

  function isRowOfPool(row: unknown): boolean {
    return isNode(row, 'machinePool') && machinePoolIdentity(row) === machinePoolIdentity(pool)
  }
}

/**
 * Returns the pool whose row is below that of a pool, else above it, as arguments of a command; undefined without one.
 */
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
