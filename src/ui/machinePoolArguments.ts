import * as v from 'valibot'
import { ApiError } from '../api/errors.ts'
import { documented, requestTo } from '../api/endpoints.ts'
import type { Connections } from '../connections/connections.ts'
import type { MachinePoolRef } from '../inventory/machinePoolRef.ts'
import { ProjectArguments } from '../inventory/places.ts'
import { readPlace } from './arguments.ts'
import { CommandError } from './commandErrors.ts'
import { errorText } from './errorTexts.ts'

const Arguments = v.object({
  provider: v.string(),
  configUid: v.string(),
  machinePoolName: v.string(),
  configLabel: v.optional(v.string()),
  /** The cluster’s project, for a connection without a project. */
  project: v.optional(ProjectArguments),
  /** The connection’s name; the active one by default. */
  connection: v.optional(v.string()),
})

/** Parses the machine pool in a command’s arguments; undefined without arguments. */
export function readMachinePool(
  connections: Connections,
  args: unknown,
): MachinePoolRef | undefined {
  const pool = readPlace(Arguments, args, connections)
  if (pool) machinePoolPath(pool)
  return pool
}

/** Returns the URL path of a machine pool. Throws for invalid names. */
export function machinePoolPath(pool: MachinePoolRef): string {
  const { connection } = pool
  try {
    const { url } = requestTo(connection.baseUrl, documented.machinePool, pool)
    return new URL(url).pathname
  } catch (error) {
    throw error instanceof ApiError ? new CommandError(errorText(error, connection)) : error
  }
}

/** Returns the arguments for a machine pool, with the project in which it was found. */
export function machinePoolArguments(pool: MachinePoolRef): v.InferInput<typeof Arguments> {
  const { connection, provider, configUid, machinePoolName, configLabel } = pool
  const { projectUid: uid } = connection
  const project = uid === undefined ? pool.project : { uid }
  return { connection: connection.name, provider, configUid, machinePoolName, configLabel, project }
}
