import * as v from 'valibot'
import * as vscode from 'vscode'
import { hostOf, type Connection } from '../../connections/connection.ts'
import { isSample } from '../../connections/sample.ts'
import { commandIds, settingIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { assertConnection, connectionFor } from '../../ui/activeConnection.ts'
import { readArguments } from '../../ui/arguments.ts'
import { confirmModal } from '../../ui/messages.ts'
import { chooseConnection } from './chooseConnection.ts'
import { showConnections } from './connectionList.ts'

/**
 * Manage Connections…, Edit Connections, and Remove Connection…. The first and last take a
 * name; the first then only switches.
 */
export function manageConnectionsCommands(parts: Parts) {
  const { connections, apiKeys, tracked, deletions } = parts
  return {
    [commandIds.manageConnections]: async (args: unknown) => {
      const name = readArguments(v.string(), args)
      if (name !== undefined) await connections.activate(connectionFor(connections, name).name)
      else if (connections.all.length + connections.problems.length > 0)
        await showConnections(parts)
      else await vscode.commands.executeCommand(commandIds.addConnection)
    },

    [commandIds.editConnections]: async () => {
      await vscode.commands.executeCommand('workbench.action.openSettingsJson', {
        revealSetting: { key: settingIds.connections, edit: connections.all.length === 0 },
      })
    },

    [commandIds.removeConnection]: async (args: unknown) => {
      const name = readArguments(v.string(), args)
      assertConnection(connections)
      const connection =
        name === undefined
          ? await chooseConnection(connections, vscode.l10n.t('Remove Connection'))
          : connectionFor(connections, name)
      if (!connection) return
      // Nothing of the sample could be missed, but the key of a service that had this connection before.
      const isMissed = !isSample(connection) || (await apiKeys.names()).has(connection.name)
      if (isMissed && !(await isConfirmed(connection))) return
      // By now, another window may have given the name to another service.
      connections.current(connection)
      // The setting first: if it can’t be written, nothing else is lost.
      await connections.remove(connection.name)
      await apiKeys.clear(connection.name)
      await tracked.removeConnection(connection)
      await deletions.removeConnection(connection.name)
    },
  }
}

async function isConfirmed(connection: Connection): Promise<boolean> {
  const question = vscode.l10n.t('Remove connection “{0}”?', visible(connection.name))
  const detail = vscode.l10n.t(
    'The API key, pinned items, and deletion history of the connection will be removed from VS Code. Records of unfinished deletions are kept to prevent a second deletion of the same pool. Nothing changes on {0}.',
    hostOf(connection),
  )
  return confirmModal(question, detail, vscode.l10n.t('Remove Connection'))
}
