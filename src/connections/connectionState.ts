import type { ApiKeys } from './apiKeys.ts'
import type { Connection } from './connection.ts'
import type { Connections } from './connections.ts'

/** The state of a connection’s key: `ready`, or why there is none for its URL. */
export type KeyState = 'noKey' | 'addressChanged' | 'ready'

/** The state of the active connection: `ready`, or why it can’t be used. */
export type ConnectionState = 'noConnection' | KeyState

/** Returns the active connection and whether it can be used. */
export async function connectionState(
  connections: Connections,
  apiKeys: ApiKeys,
): Promise<{ state: ConnectionState; connection?: Connection }> {
  const connection = connections.active
  if (!connection) return { state: 'noConnection' }
  return { state: await keyState(connection, apiKeys), connection }
}

/** Returns whether a connection has a key, and if not, why. */
export async function keyState(connection: Connection, apiKeys: ApiKeys): Promise<KeyState> {
  if ((await apiKeys.get(connection)) !== undefined) return 'ready'
  return (await apiKeys.isSetForOtherOrigin(connection)) ? 'addressChanged' : 'noKey'
}
