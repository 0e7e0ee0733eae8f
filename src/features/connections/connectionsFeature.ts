import type * as vscode from 'vscode'
import { deleteOrphanedKeys } from '../../connections/orphanedKeys.ts'
import type { Parts } from '../../parts.ts'
import { registerAddConnection } from './addConnection.ts'
import { registerApiKeyCommands } from './apiKeyCommands.ts'
import { registerManageConnections } from './manageConnections.ts'
import { registerOpenConsole } from './openConsole.ts'
import { registerScope } from './scope.ts'
import { registerSelectProject } from './selectProject.ts'

/** Connections, their keys and projects, and where they are shown. */
export function registerConnectionsFeature(parts: Parts): void {
  parts.context.subscriptions.push(registerScope(parts), registerKeyMaintenance(parts))
  registerAddConnection(parts)
  registerManageConnections(parts)
  registerApiKeyCommands(parts)
  registerSelectProject(parts)
  registerOpenConsole(parts)
}

/** Reloads what was loaded with an earlier API key, and deletes the keys of connections that are long gone. */
function registerKeyMaintenance(parts: Parts): vscode.Disposable {
  const { connections, apiKeys, globalState, log } = parts
  // At startup only: while the setting is being edited, a missing name may come back.
  const cleanup = deleteOrphanedKeys(apiKeys, globalState, connections, (line) => log.info(line))
  void cleanup.catch((error: unknown) => log.warn(`Keys of connections: ${String(error)}`))
  return apiKeys.onDidChange(() => {
    parts.capabilities.clear()
    parts.clouds.clear()
    parts.clusters.clear()
    parts.refusals.clear()
    parts.projects.clear()
    parts.deletionMonitor.follow(true)
  })
}
