import type { Parts } from '../../parts.ts'
import { addConnectionCommands } from './addConnection.ts'
import { apiKeyCommands } from './apiKeyCommands.ts'
import { registerConnectionMaintenance } from './connectionMaintenance.ts'
import { manageConnectionsCommands } from './manageConnections.ts'
import { openConsoleCommands } from './openConsole.ts'
import { registerScope } from './scope.ts'
import { selectProjectCommands } from './selectProject.ts'

/** Connections, their keys and projects, and where they are shown. */
export function connectionsFeature(parts: Parts) {
  parts.context.subscriptions.push(registerScope(parts), registerConnectionMaintenance(parts))
  return {
    ...addConnectionCommands(parts),
    ...manageConnectionsCommands(parts),
    ...apiKeyCommands(parts),
    ...selectProjectCommands(parts),
    ...openConsoleCommands(parts),
  }
}
