import * as vscode from 'vscode'
import { isSameService, type Connection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import { CommandFailure } from './failures.ts'
import type { MachinePoolNode } from './trees/nodes.ts'

/** The rows that a menu is about. VS Code gives none where the view was refreshed under the menu. */
export function rows<N>(node: N | undefined, selected: N[] | undefined): readonly N[] {
  const all = selected ?? [node]
  const there = all.filter((one) => one !== undefined)
  if (there.length > 0) return there
  throw viewChanged()
}

/**
 * Throws if rows don't lead where the settings say. Any code can call a command with a row of its own
 * making, and then the user would be asked for the API key of a foreign service.
 */
export function assertOfSettings(
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
 * Throws if a command was called on a row that is gone: then VS Code passes arguments, but no row among
 * them. From the palette, where a command asks what it is about, it passes none.
 */
export function assertRowOrPalette(args: readonly unknown[]): void {
  const isRowGone = args.length > 0 && args[0] === undefined
  if (isRowGone) throw viewChanged()
}

function viewChanged(): CommandFailure {
  return new CommandFailure(vscode.l10n.t('The view changed in the meantime. Try again.'))
}

/** Whether something is the row of a machine pool. */
export function isMachinePoolNode(value: unknown): value is MachinePoolNode {
  return (value as { kind?: unknown } | undefined)?.kind === 'machinePool'
}
