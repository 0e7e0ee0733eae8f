import { deleteOrphanedKeys } from '../../connections/orphanedKeys.ts'
import type { Parts } from '../../parts.ts'
import { registerAddConnection } from './addConnection.ts'
import { registerApiKeyCommands } from './apiKeyCommands.ts'
import { registerManageConnections } from './manageConnections.ts'
import { registerOpenConsole } from './openConsole.ts'
import { registerScope } from './scope.ts'
import { registerSelectProject } from './selectProject.ts'

/** Registers the commands for connections, their keys, and their projects, and shows the active connection. */
export function registerConnectionsFeature(parts: Parts): void {
  registerScope(parts)
  registerKeyMaintenance(parts)
  registerAddConnection(parts)
  registerManageConnections(parts)
  registerApiKeyCommands(parts)
  registerSelectProject(parts)
  registerOpenConsole(parts)
}

/** Reloads what was loaded with an earlier API key, and deletes the keys of connections that are long gone. */
function registerKeyMaintenance(parts: Parts): void {
  const { context, connections, apiKeys, globalState, log } = parts
  // At startup only: while the setting is being edited, a missing name may come back.
  const cleanup = deleteOrphanedKeys(apiKeys, globalState, connections, (line) => log.info(line))
  void cleanup.catch((error: unknown) => log.warn(`Keys of connections: ${String(error)}`))
  const reloadAll = () => {
    parts.capabilities.clear()
    parts.clouds.clear()
    parts.clusters.clear()
    parts.capacityRefusals.clear()
    parts.projects.clear()
    parts.deletionMonitor.pollNow()
  }
  context.subscriptions.push(apiKeys.onDidChange(reloadAll))
}
