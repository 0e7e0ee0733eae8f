import type { Connection } from '../connections/connection.ts'
import type { Result } from '../inventory/cached.ts'
import { errorText } from '../texts.ts'

/** What a service lists, for a prompt; or why it could not be read. */
export interface Listed<T> {
  values: readonly T[]
  problem?: string
}

/**
 * Makes of what a service lists what a prompt offers. A lookup that is not offered lists nothing, and
 * the prompt goes on with what is typed; a failure is said.
 */
export async function listed<V, T>(
  result: Promise<Result<V | undefined>>,
  connection: Connection,
  toValues: (value: V) => readonly T[],
): Promise<Listed<T>> {
  const settled = await result
  if ('error' in settled) return { values: [], problem: errorText(settled.error, connection) }
  return { values: settled.value === undefined ? [] : toValues(settled.value) }
}
