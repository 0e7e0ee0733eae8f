import * as vscode from 'vscode'
import { isSameService, type Connection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
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
 * Throws if a tree item’s connection isn’t in the settings. Any code can call a command with a fake tree
 * item, and the user would be asked for an API key for another service.
 */
export function assertKnownConnections(
  nodes: readonly { readonly connection: Connection }[],
  connections: Connections,
): void {
  const isKnown = (connection: Connection) => {
    const known = connections.find(connection.name)
    return known !== undefined && isSameService(known, connection)
  }
  if (!nodes.every(({ connection }) => isKnown(connection))) throw viewChanged()
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
