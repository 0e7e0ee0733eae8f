import * as v from 'valibot'
import { ApiError } from '../api/errors.ts'
import { machinePoolUrl } from '../api/endpoints.ts'
import { baseUrlOf } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import type { MachinePoolRef } from '../inventory/machinePoolRef.ts'
import { readPlace } from './arguments.ts'
import { CommandFailure } from './failures.ts'
import { errorText } from './errorTexts.ts'

const Arguments = v.object({
  provider: v.string(),
  configUid: v.string(),
  machinePoolName: v.string(),
  configLabel: v.optional(v.string()),
  /** That of its cluster, for a connection that sets none. */
  project: v.optional(v.object({ uid: v.string(), name: v.optional(v.string()) })),
  /** The connection's name; the active one where left out. */
  connection: v.optional(v.string()),
})

/** Reads the machine pool that code or a keybinding names; undefined where none is named. */
export function readMachinePool(
  connections: Connections,
  args: unknown,
): MachinePoolRef | undefined {
  const pool = readPlace(Arguments, args, connections)
  if (pool) machinePoolPath(pool)
  return pool
}

/** The path that a deletion of the machine pool goes to. Throws where its names make none. */
export function machinePoolPath(pool: MachinePoolRef): string {
  const { connection } = pool
  try {
    return new URL(machinePoolUrl(baseUrlOf(connection), pool)).pathname
  } catch (error) {
    throw error instanceof ApiError ? new CommandFailure(errorText(error, connection)) : error
  }
}

/** The arguments that name a machine pool again, in the project that it was asked for in. */
export function machinePoolArguments(pool: MachinePoolRef): v.InferInput<typeof Arguments> {
  const { connection, provider, configUid, machinePoolName, configLabel } = pool
  const { projectUid: uid } = connection
  const project = uid === undefined ? pool.project : { uid }
  return { connection: connection.name, provider, configUid, machinePoolName, configLabel, project }
}
