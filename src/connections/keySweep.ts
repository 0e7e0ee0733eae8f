import * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import type { GlobalState } from '../globalState.ts'
import type { ApiKeys } from './apiKeys.ts'
import { missingKey } from './apiKeys.ts'
import { settingIds } from '../contributions.ts'

const missingDays = 28
const missingMs = missingDays * 24 * 60 * 60_000

/**
 * Removes the keys of connections that have not been in the setting for weeks. An entry that is missing
 * today may be commented out, or half typed, and its key can perhaps not be had a second time.
 */
export async function sweepKeys(
  apiKeys: ApiKeys,
  state: GlobalState,
  isInSetting: (name: string) => boolean,
  log: (line: string) => void,
): Promise<void> {
  if (!isReadable()) return
  const gone = apiKeys.names.filter((name) => !isInSetting(name))
  const before = new Map(Object.entries((state.get(missingKey) ?? {}) as Record<string, number>))
  const today = clock.now()
  // A date from the future was written before the clock was set back.
  const missing = gone.map((name) => [name, Math.min(before.get(name) ?? today, today)] as const)
  const isDue = ([, since]: (typeof missing)[number]) => today - since >= missingMs
  const left = missing.filter((one) => !isDue(one))
  await state.update(missingKey, () => (left.length > 0 ? Object.fromEntries(left) : undefined))
  for (const [name] of left.filter(([one]) => !before.has(one))) {
    log(`Connection “${name}” is not in the setting: its key is kept for ${missingDays} days more`)
  }
  for (const [name] of missing.filter(isDue)) {
    await apiKeys.clearAll(name)
    log(`Connection “${name}” was not in the setting for ${missingDays} days: its key was removed`)
  }
}

/** Whether the setting is a list, or there is none: what is no list tells nothing of what was in it. */
function isReadable(): boolean {
  const setting = vscode.workspace.getConfiguration().inspect(settingIds.connections)
  return setting?.globalValue === undefined || Array.isArray(setting.globalValue)
}
