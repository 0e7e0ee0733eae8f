import * as vscode from 'vscode'
import type { Connection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import { CommandError } from './commandErrors.ts'

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
 * Returns a command’s arguments with copies of the tree items, over the settings’ own connections wherever one stands in
 * them. Any code can call a command with a fake tree item, and the user would be asked for an API key for another
 * service. If the settings don’t have its connection, reading that throws: commands may be called with items that they
 * ignore.
 */
export function ownArguments(args: readonly unknown[], connections: Connections): unknown[] {
  return args.map((value) => withOwnConnections(value, connections))
}

function withOwnConnections(value: unknown, connections: Connections): unknown {
  if (Array.isArray(value)) return ownArguments(value, connections)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof vscode.Uri || value instanceof Error) return value
  const fields = Object.entries(value).map(([name, field]): [string, unknown] => [
    name,
    name === 'connection' ? field : withOwnConnections(field, connections),
  ])
  const copy: { connection?: Connection | string | null } = Object.fromEntries(fields)
  const { connection } = copy
  if (typeof connection !== 'object' || connection === null) return copy // by its name, if at all
  try {
    return { ...copy, connection: connections.current(connection) }
  } catch {
    return {
      ...copy,
      get connection(): never {
        throw viewChanged()
      },
    }
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
