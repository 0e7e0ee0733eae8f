import * as vscode from 'vscode'
import type { Connection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import { CommandError } from './commandErrors.ts'
import type { MachineNode, ZoneNode } from './trees/nodes.ts'

/**
 * Returns the tree items that a menu command is for. Throws if the view was refreshed under the menu, because
 * then VS Code passes none.
 */
export function selectedItems<N>(node: N | undefined, selected: N[] | undefined): readonly N[] {
  const nodes = (selected ?? [node]).filter((selectedNode) => selectedNode !== undefined)
  if (nodes.length > 0) return nodes
  throw viewChanged()
}

/**
 * Returns the arguments of a command with the connections of its rows replaced by those of the settings. Any code can
 * call a command with a made-up row, and the user would be asked for an API key for another service. Rows are copied,
 * so that a getter or a proxy can’t answer differently later; what they hold beside other rows stays as it is.
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

/** The field in which a zone or a machine holds the row that it belongs to. */
const parentField: keyof ZoneNode & keyof MachineNode = 'parent'

/**
 * Returns a copy of a row, and of those that it belongs to, over the settings’ own connection. If the settings don’t
 * have its connection, reading that throws: commands may be called with rows that they ignore.
 */
function withCurrentConnection(value: unknown, connections: CurrentConnections): unknown {
  if (!isObject(value)) return value
  if (value instanceof vscode.Uri) return vscode.Uri.from(value)
  const row: Record<string, unknown> = { ...value }
  if (parentField in row) {
    row[parentField] = withCurrentConnection(row[parentField], connections)
  }
  const { connection } = row
  // Arguments that aren’t rows name their connection, or none.
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
