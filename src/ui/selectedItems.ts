import * as vscode from 'vscode'
import { isSameService, withProject, type Connection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import { isTreeNode } from './arguments.ts'
import { CommandError } from './commandErrors.ts'
import type { MachinePoolNode } from './trees/nodes.ts'

/**
 * Returns the tree items that a menu command is for. Throws if the view was refreshed under the menu, because
 * then VS Code passes none.
 */
export function selectedItems<N>(node: N | undefined, selected: N[] | undefined): readonly N[] {
  const all = selected ?? [node]
  const there = all.filter((one) => one !== undefined)
  if (there.length > 0) return there
  throw viewChanged()
}

/**
 * Returns a command’s arguments with copies of the tree items, over the settings’ own connections. Any code can
 * call a command with a fake tree item, and the user would be asked for an API key for another service. If the
 * settings don’t have its connection, reading that throws: commands may be called with items that they ignore.
 */
export function ownArguments(args: readonly unknown[], connections: Connections): unknown[] {
  return args.map((value): unknown => {
    if (Array.isArray(value)) return ownArguments(value, connections)
    return isTreeNode(value) ? ownItem(value as AnyItem, connections) : value
  })
}

/** A tree item, with the fields that are a connection or have one. */
interface AnyItem {
  readonly connection?: Connection
  readonly of?: unknown
  readonly retry?: unknown
}

function ownItem({ connection, ...item }: AnyItem, connections: Connections): AnyItem {
  const [of, retry] = ownArguments([item.of, item.retry], connections)
  const own = { ...item, ...(of !== undefined && { of }), ...(retry !== undefined && { retry }) }
  if (!connection) return own
  const known = connections.find(connection.name)
  if (known && isSameService(known, connection))
    return { ...own, connection: withProject(known, connection.projectUid) }
  return {
    ...own,
    get connection(): never {
      throw viewChanged()
    },
  }
}

/**
 * Throws if the tree item of a command is gone: VS Code then passes arguments without one. From the command
 * palette, it passes no arguments.
 */
export function assertItemOrPalette(args: readonly unknown[]): void {
  const isRowGone = args.length > 0 && args[0] === undefined
  if (isRowGone) throw viewChanged()
}

function viewChanged(): CommandError {
  return new CommandError(vscode.l10n.t('The view changed in the meantime. Try again.'))
}

/** Returns whether a value is the node of a machine pool. */
export function isMachinePoolNode(value: unknown): value is MachinePoolNode {
  return (value as { kind?: unknown } | undefined)?.kind === 'machinePool'
}
