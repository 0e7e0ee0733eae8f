import * as vscode from 'vscode'
import type { Connection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import { commandIds } from '../contributions.ts'
import { displayText } from '../displayTexts.ts'
import { CommandError } from './commandErrors.ts'
import { editConnectionsAction, commandAction, type Action } from './messages.ts'

/** The error of a command that needs a connection if there is none. {@link runWithConnection} catches it. */
class NoConnectionError extends CommandError {}

/**
 * Runs a command. If the command needs a connection and there is none, prompts the user to add one, and runs the
 * command again.
 */
export async function runWithConnection<T>(
  connections: Connections,
  run: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof NoConnectionError)) throw error
    await vscode.commands.executeCommand(commandIds.addConnection)
    return connections.active && run()
  }
}

/**
 * Throws if there is no connection. For commands that remove something, for which adding a connection wouldn’t help.
 */
export function assertConnection({ all, problems }: Connections): void {
  if (all.length > 0 || problems.length > 0) return
  throw new CommandError(noConnectionText(), [addConnectionAction()])
}

/**
 * Returns the active connection. If there is none, throws an error that makes {@link runWithConnection} prompt for a
 * connection.
 */
export function requireActiveConnection(connections: Connections): Connection {
  const { active } = connections
  if (active) return active
  if (connections.problems.length > 0) {
    throw new CommandError(
      vscode.l10n.t('This workspace’s connection can’t be used. Correct it in the settings.'),
      [editConnectionsAction()],
    )
  }
  throw new NoConnectionError(noConnectionText(), [addConnectionAction()])
}

function noConnectionText(): string {
  return vscode.l10n.t('No connections yet. Add one to get started.')
}

function addConnectionAction(): Action {
  return commandAction(vscode.l10n.t('Add Connection'), commandIds.addConnection)
}

/** Returns the connection with a name, or the active connection if `name` is undefined. Throws if there is none. */
export function resolveConnection(connections: Connections, name: string | undefined): Connection {
  if (name === undefined) return requireActiveConnection(connections)
  const found = connections.find(name)
  if (found) return found
  throw new CommandError(vscode.l10n.t('Connection “{0}” doesn’t exist.', displayText(name)))
}
