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
 * Parses the arguments of a command that code or a keybinding has called. Returns undefined if there are no arguments,
 * or if the argument is a row. The URI of a Check Connection report stands for the connection of that report. Throws if
 * the arguments are invalid.
 */
export function readArguments<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
): v.InferOutput<S> | undefined {
  if (value === undefined || value === null || isTreeNode(value)) return undefined
  // A button in the title of a report’s editor passes the URI of the report.
  const isReport = value instanceof vscode.Uri && value.scheme === reportScheme
  const parsed = v.safeParse(schema, isReport ? { connection: value.query } : value)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const path = v.getDotPath(issue)
  // The message doesn’t repeat the value, which may be an API key. It is in English, for those who write keybindings
  // and code.
  throw new CommandError(path ? `Invalid command argument: ${path}.` : 'Invalid command arguments.')
}

/**
 * Parses the arguments of a command, and finds the connection that they name. By default, that is the active
 * connection.
 */
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
 * Returns whether an argument is a row. For a button in a view’s title, VS Code passes the focused row, although the
 * command isn’t for that row.
 */
export function isTreeNode(value: unknown): boolean {
  return typeof (value as { kind?: unknown } | null | undefined)?.kind === 'string'
}

/** The arguments of commands for a cloud account, or for one of its Google Cloud projects. */
export const AccountArguments = v.object({
  /** The name of the connection. By default, the active connection. */
  connection: v.optional(v.string()),
  provider: v.string(),
  cloudAccountUid: v.string(),
  /** The ID of the Google Cloud project. */
  project: v.optional(v.string()),
})

export const RegionArguments = v.object({ ...AccountArguments.entries, region: v.string() })

/** A project of the service. */
export const ProjectArguments = v.object({ uid: v.string(), name: v.optional(v.string()) })

/** Returns the arguments with which code can call a command for a region. */
export function regionArguments(
  ref: RegionRef,
): v.InferOutput<typeof RegionArguments> & { connection: string } {
  const { connection, provider, cloudAccountUid, project, region } = ref
  const args = { connection: connection.name, provider, cloudAccountUid, region }
  return project === undefined ? args : { ...args, project }
}

const MachinePoolArguments = v.object({
  provider: v.string(),
  configUid: v.string(),
  machinePoolName: v.string(),
  configLabel: v.optional(v.string()),
  /** The project of the cluster, if the connection has no project. */
  project: v.optional(ProjectArguments),
  /** The name of the connection. By default, the active connection. */
  connection: v.optional(v.string()),
})

/**
 * Parses the machine pool in the arguments of a command. Returns undefined if there are no arguments, or if the
 * argument is a row.
 */
export function readMachinePool(
  connections: Connections,
  args: unknown,
): MachinePoolRef | undefined {
  const pool = readConnectionArguments(MachinePoolArguments, args, connections)
  if (pool) machinePoolPath(pool) // throws for names that can’t be part of a URL
  return pool
}

/** Returns the URL path of a machine pool. Throws if a name can’t be part of a URL. */
export function machinePoolPath(pool: MachinePoolRef): string {
  const { connection } = pool
  try {
    const { url } = createDeleteRequest(connection.baseUrl, pool)
    return new URL(url).pathname
  } catch (error) {
    throw error instanceof ApiError ? new CommandError(errorText(error, connection)) : error
  }
}

/**
 * Returns the arguments with which code can call a command for a machine pool. They include the project in which the
 * pool was found.
 */
export function machinePoolArguments(
  pool: MachinePoolRef,
): v.InferInput<typeof MachinePoolArguments> {
  const { connection, provider, configUid, machinePoolName, configLabel } = pool
  const { projectUid: uid } = connection
  const project = uid === undefined ? pool.project : { uid }
  return { connection: connection.name, provider, configUid, machinePoolName, configLabel, project }
}
