import * as vscode from 'vscode'
import { isLocked } from '../../connections/locks.ts'
import { settingIds } from '../../contributions.ts'
import { mustBeTyped } from '../../deletion/guard.ts'
import type { Inspection } from '../../deletion/inspection.ts'

/** Returns whether a button isn’t enough for what an inspection has found, or by the settings as they are now. */
export function isTypingRequired(inspection: Inspection): boolean {
  const { pool, config, dangers } = inspection
  const { cluster, clusterUid } = inspection.loaded.cached
  const setting = vscode.workspace.getConfiguration().get(settingIds.confirmation)
  const { connection, machinePoolName } = pool
  // The list of clusters has the UID in place of a missing name. The cloud config was loaded later, and may have a newer one.
  const listedName = cluster === clusterUid ? undefined : cluster
  const names = [listedName, config?.name ?? cluster]
  const isPoolLocked = names.some((name) => isLocked(connection, name, machinePoolName))
  // Any protection but `none` asks for typing, so that an unknown value of it doesn’t ask for less.
  const isProtected = connection.protection !== 'none' || isPoolLocked
  // An unknown value of the setting counts as `typeName`, for the same reason.
  return mustBeTyped(dangers) || isProtected || setting !== 'button'
}
