import type { ConnectionState } from '../contributions.ts'
import type { ApiKeys } from './apiKeys.ts'
import type { Connection } from './connection.ts'
import type { Connections } from './connections.ts'

/** Whether the active connection can be used, and which one that is. */
export async function connectionState(
  connections: Connections,
  apiKeys: ApiKeys,
): Promise<{ state: ConnectionState; connection?: Connection }> {
  const connection = connections.active
  if (!connection) return { state: 'noConnection' }
  const apiKey = await apiKeys.get(connection)
  if (apiKey !== undefined) return { state: 'ready', connection }
  return { state: apiKeys.wasSetElsewhere(connection) ? 'addressChanged' : 'noKey', connection }
}
