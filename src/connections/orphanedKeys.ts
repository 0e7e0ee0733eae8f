import type { ApiKeys } from './apiKeys.ts'
import type { Connections } from './connections.ts'
import type { GlobalState } from '../globalState.ts'

/**
 * The global state stores under this key since when connections are missing in the setting: times in epoch ms, by name.
 */
const missingConnectionsKey = 'missingConnections'
const retentionDays = 28

/**
 * Deletes the keys of connections that have been missing in the setting for weeks. An entry that is missing
 * today may be commented out or half typed, and its key may be impossible to get again.
 */
export async function deleteOrphanedKeys(
  apiKeys: ApiKeys,
  state: GlobalState,
  connections: Pick<Connections, 'has' | 'isReadable'>,
  log: (line: string) => void,
): Promise<void> {
  if (!connections.isReadable) return
  const now = Date.now()
  const stored = state.get<Record<string, number>>(missingConnectionsKey, {})
  const missingBefore = new Map(Object.entries(stored))
  const missing = new Map<string, number>()
  for (const name of await apiKeys.names()) {
    if (connections.has(name)) continue
    // A date in the future was stored before the clock was set back.
    const since = Math.min(missingBefore.get(name) ?? now, now)
    if (now - since < retentionDays * 86_400_000) missing.set(name, since)
    else {
      await apiKeys.clear(name)
      log(
        `Connection “${name}” was not in the setting for ${retentionDays} days: its key was removed`,
      )
    }
  }
  if (missing.size + missingBefore.size > 0) {
    await state.update(missingConnectionsKey, Object.fromEntries(missing))
  }
}
