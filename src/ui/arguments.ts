import * as v from 'valibot'
import * as vscode from 'vscode'
import type { Connection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import { reportScheme } from '../contributions.ts'
import { connectionFor } from './activeConnection.ts'
import { CommandError } from './commandErrors.ts'

/**
 * Parses the arguments of a command that is called by code or a keybinding. Undefined without arguments, or
 * for a tree node; a report’s URI stands for its connection; throws for invalid ones.
 */
export function readArguments<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
): v.InferOutput<S> | undefined {
  if (value === undefined || value === null || isTreeNode(value)) return undefined
  const read = v.safeParse(schema, isReport(value) ? { connection: value.query } : value)
  if (read.success) return read.output
  const issue = read.issues[0]
  const where = issue && v.getDotPath(issue)
  // Without the value, which may be a key. In English, for those who write keybindings and code.
  throw new CommandError(
    where ? `Invalid command argument: ${where}.` : 'Invalid command arguments.',
  )
}

/** Returns whether an argument is the URI of a report, which VS Code passes to the buttons of its editor. */
function isReport(value: unknown): value is vscode.Uri {
  return value instanceof vscode.Uri && value.scheme === reportScheme
}

/** Parses arguments that are about a connection, named or the active one. */
export function readPlace<S extends v.GenericSchema<unknown, { connection?: string | undefined }>>(
  schema: S,
  value: unknown,
  connections: Connections,
): (Omit<v.InferOutput<S>, 'connection'> & { connection: Connection }) | undefined {
  const given = readArguments(schema, value)
  return given && { ...given, connection: connectionFor(connections, given.connection) }
}

/**
 * Returns whether an argument is a tree node. VS Code passes the focused one to a command in a view’s title,
 * although nobody meant it.
 */
export function isTreeNode(value: unknown): boolean {
  return typeof (value as { kind?: unknown } | null | undefined)?.kind === 'string'
}
