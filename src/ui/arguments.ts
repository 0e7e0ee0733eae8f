import * as v from 'valibot'
import * as vscode from 'vscode'
import { ApiError } from '../api/errors.ts'
import { createDeleteRequest } from '../api/requests.ts'
import type { Connection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import { reportScheme } from '../contributions.ts'
import type { MachinePoolRef, RegionRef } from '../model/refs.ts'
import { resolveConnection } from './activeConnection.ts'
import { CommandError } from './commandErrors.ts'
import { errorText } from './errorTexts.ts'

/**
 * Parses the arguments of a command that is called by code or a keybinding. Returns undefined without arguments, or for a
 * row. The URI of a report stands for its connection. Throws for invalid arguments.
 */
export function readArguments<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
): v.InferOutput<S> | undefined {
  if (value === undefined || value === null || isTreeNode(value)) return undefined
  // VS Code passes the URI of a report to the buttons of its editor.
  const isReport = value instanceof vscode.Uri && value.scheme === reportScheme
  const parsed = v.safeParse(schema, isReport ? { connection: value.query } : value)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const path = v.getDotPath(issue)
  // Without the value, which may be a key. In English, for those who write keybindings and code.
  throw new CommandError(path ? `Invalid command argument: ${path}.` : 'Invalid command arguments.')
}

/** Parses arguments, and finds the connection that they name: the active one by default. */
export function readConnectionArguments<
  S extends v.GenericSchema<unknown, { connection?: string | undefined }>,
>(
  schema: S,
  value: unknown,
  connections: Connections,
): (Omit<v.InferOutput<S>, 'connection'> & { connection: Connection }) | undefined {
  const parsed = readArguments(schema, value)
  return parsed && { ...parsed, connection: resolveConnection(connections, parsed.connection) }
}

/**
 * Returns whether an argument is a row. VS Code passes the focused row to a command in a view’s title, too, although the
 * command isn’t for that row.
 */
export function isTreeNode(value: unknown): boolean {
  return typeof (value as { kind?: unknown } | null | undefined)?.kind === 'string'
}

/** The arguments of commands for a cloud account or one of its projects. */
export const AccountArguments = v.object({
  /** The connection’s name; the active one by default. */
  connection: v.optional(v.string()),
  provider: v.string(),
  cloudAccountUid: v.string(),
  /** The Google Cloud project. */
  project: v.optional(v.string()),
})

/** The arguments of commands for a region. */
export const RegionArguments = v.object({ ...AccountArguments.entries, region: v.string() })

/** A project of the service. */
export const ProjectArguments = v.object({ uid: v.string(), name: v.optional(v.string()) })

/** Returns the arguments of commands for a region. */
export function regionArguments(
  ref: RegionRef,
): v.InferOutput<typeof RegionArguments> & { connection: string } {
  const { connection, provider, cloudAccountUid, project, region } = ref
  const args = { connection: connection.name, provider, cloudAccountUid, region }
  return project === undefined ? args : { ...args, project }
}

/** The arguments of commands for a machine pool. */
const MachinePoolArguments = v.object({
  provider: v.string(),
  configUid: v.string(),
  machinePoolName: v.string(),
  configLabel: v.optional(v.string()),
  /** The cluster’s project, for a connection without a project. */
  project: v.optional(ProjectArguments),
  /** The connection’s name; the active one by default. */
  connection: v.optional(v.string()),
})

/** Parses the machine pool in a command’s arguments. Returns undefined without arguments, or for a row. */
export function readMachinePool(
  connections: Connections,
  args: unknown,
): MachinePoolRef | undefined {
  const pool = readConnectionArguments(MachinePoolArguments, args, connections)
  if (pool) machinePoolPath(pool) // throws for names that can’t be part of a URL
  return pool
}

/** Returns the URL path of a machine pool. Throws for names that can’t be part of one. */
export function machinePoolPath(pool: MachinePoolRef): string {
  const { connection } = pool
  try {
    const { url } = createDeleteRequest(connection.baseUrl, pool)
    return new URL(url).pathname
  } catch (error) {
    throw error instanceof ApiError ? new CommandError(errorText(error, connection)) : error
  }
}

/** Returns the arguments of commands for a machine pool, with the project in which it was found. */
export function machinePoolArguments(
  pool: MachinePoolRef,
): v.InferInput<typeof MachinePoolArguments> {
  const { connection, provider, configUid, machinePoolName, configLabel } = pool
  const { projectUid: uid } = connection
  const project = uid === undefined ? pool.project : { uid }
  return { connection: connection.name, provider, configUid, machinePoolName, configLabel, project }
}
