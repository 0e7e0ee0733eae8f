import * as vscode from 'vscode'
import type { Connection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import { commandIds } from '../contributions.ts'
import { visible } from '../texts.ts'
import { CommandError } from './commandErrors.ts'
import { runAction } from './messages.ts'

/** Returns the active connection; throws if there is none, with the command that adds one. */
export function requireConnection(connections: Connections): Connection {
  const { active } = connections
  if (active) return active
  if (connections.problems.length > 0) {
    throw new CommandError(
      vscode.l10n.t('The active connection can’t be used. Correct it in the settings.'),
      [runAction(vscode.l10n.t('Edit Connections'), commandIds.editConnections)],
    )
  }
  throw new CommandError(vscode.l10n.t('No connections yet. Add one to get started.'), [
    runAction(vscode.l10n.t('Add Connection'), commandIds.addConnection),
  ])
}

/** Returns a connection by name, or the active one without a name; throws if there is none. */
export function connectionFor(connections: Connections, name: string | undefined): Connection {
  if (name === undefined) return requireConnection(connections)
  const found = connections.find(name)
  if (found) return found
  throw new CommandError(vscode.l10n.t('Connection “{0}” doesn’t exist.', visible(name)))
}
