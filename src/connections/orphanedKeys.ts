import * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import type { GlobalState } from '../state/globalState.ts'
import type { ApiKeys } from './apiKeys.ts'
import { settingIds } from '../contributions.ts'

/** The global state key for when connections were first missing in the setting, in epoch ms. */
const missingConnectionsKey = 'missingConnections'
const retentionDays = 28
const dayMs = 24 * 60 * 60_000
/** The maximum time that counts between two starts, in case the clock was set forward. */
const maxGapMs = 21 * dayMs

/** When a connection was first and last seen missing, in epoch ms. */
interface Missing {
  readonly since: number
  readonly seenAt: number
}

/**
 * Deletes the keys of connections that have been missing in the setting for weeks. An entry that is missing
 * today may be commented out or half typed, and its key may be impossible to get again.
 */
export async function deleteOrphans(
  apiKeys: ApiKeys,
  state: GlobalState,
  isInSetting: (name: string) => boolean,
  log: (line: string) => void,
): Promise<void> {
  const gone = apiKeys.names.filter((name) => !isInSetting(name))
  const before = state.entries<Missing>(missingConnectionsKey)
  if ((gone.length === 0 && before.size === 0) || !isReadable()) return
  const today = clock.now()
  const missing = gone.map((name) => [name, updateMissing(today, before.get(name))] as const)
  const isDue = ([, { since }]: (typeof missing)[number]) => today - since >= retentionDays * dayMs
  const left = missing.filter((one) => !isDue(one))
  await state.update(missingConnectionsKey, () =>
    left.length > 0 ? Object.fromEntries(left) : undefined,
  )
  for (const [name] of left.filter(([one]) => !before.has(one))) {
    log(
      `Connection “${name}” is not in the setting: its key is kept for at least ${retentionDays} more days`,
    )
  }
  for (const [name] of missing.filter(isDue)) {
    await apiKeys.clearAll(name)
    log(
      `Connection “${name}” was not in the setting for ${retentionDays} days: its key was removed`,
    )
  }
}

/** Returns the updated record of a missing connection. */
function updateMissing(today: number, before: Missing = { since: today, seenAt: today }): Missing {
  const { since, seenAt } = before
  // A date in the future was stored before the clock was set back.
  const gap = today - Math.min(seenAt, today)
  return { since: Math.min(since + Math.max(0, gap - maxGapMs), today), seenAt: today }
}

/** Returns whether the setting is a list or not set. Anything else doesn’t show which connections it had. */
function isReadable(): boolean {
  const setting = vscode.workspace.getConfiguration().inspect(settingIds.connections)
  return setting?.globalValue === undefined || Array.isArray(setting.globalValue)
}
