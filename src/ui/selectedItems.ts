import * as vscode from 'vscode'
import type { Connection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import { CommandError } from './commandErrors.ts'
import type { MachineNode, ZoneNode } from './trees/nodes.ts'

/**
 * Returns the tree items that the user has run a menu command for. Throws if there are none: VS Code passes no items if
 * the view was refreshed while the menu was open.
 */
export function selectedItems<N>(node: N | undefined, selected: N[] | undefined): readonly N[] {
  const nodes = (selected ?? [node]).filter((selectedNode) => selectedNode !== undefined)
  if (nodes.length > 0) return nodes
  throw viewChanged()
}

/**
 * Returns the arguments of a command, in which the connections of rows are replaced by the connections in the settings.
 * Any extension can call a command with a made-up row; with a made-up connection, the user would be asked to enter an
 * API key for a foreign service. Rows are copied, so that a getter or a proxy can’t return another value later. Values
 * in a row that aren’t rows themselves are kept.
 */
export function withCurrentConnections(
  args: readonly unknown[],
  connections: CurrentConnections,
): unknown[] {
  return args.map((argument) =>
    Array.isArray(argument)
      ? Array.from(argument, (element) => withCurrentConnection(element, connections))
      : withCurrentConnection(argument, connections),
  )
}

type CurrentConnections = Pick<Connections, 'current'>

/** The field in which the row of a zone or a machine holds the row above it. */
const parentField: keyof ZoneNode & keyof MachineNode = 'parent'

/**
 * Returns a copy of a row, and of the rows above it, with the connection from the settings. If the settings don’t have
 * the row’s connection, the copy’s field `connection` throws when it is read, not at once, because some commands ignore
 * their rows.
 */
function withCurrentConnection(value: unknown, connections: CurrentConnections): unknown {
  if (!isObject(value)) return value
  if (value instanceof vscode.Uri) return vscode.Uri.from(value)
  const row: Record<string, unknown> = { ...value }
  if (parentField in row) {
    row[parentField] = withCurrentConnection(row[parentField], connections)
  }
  const { connection } = row
  // An argument that isn’t a row has the name of a connection, or no connection. Both are kept.
  if (connection === undefined || typeof connection === 'string') return row
  try {
    return { ...row, connection: connections.current(connection as Connection) }
  } catch {
    return Object.defineProperty(row, 'connection', {
      enumerable: true,
      get: () => {
        throw viewChanged()
      },
    })
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/**
 * Throws if a menu command was run on a tree item that is gone: VS Code then passes undefined as the first argument.
 * From the Command Palette, VS Code passes no arguments, which is allowed.
 */
export function assertItemOrPalette(args: readonly unknown[]): void {
  const isRowGone = args.length > 0 && args[0] === undefined
  if (isRowGone) throw viewChanged()
}

/** Returns the error of a command whose rows VS Code no longer knows, because it refreshes the view. */
export function viewChanged(): CommandError {
  return new CommandError(vscode.l10n.t('The view changed in the meantime. Try again.'))
}
