import * as v from 'valibot'
import * as vscode from 'vscode'
import { hostOf, type Connection } from '../../connections/connection.ts'
import { commandIds, settingIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { choose } from '../../ui/prompts/quickInput.ts'
import { visible } from '../../texts.ts'
import { connectionFor, requireConnection } from '../../ui/activeConnection.ts'
import { readArguments } from '../../ui/arguments.ts'
import { confirmModal } from '../../ui/messages.ts'

/** Switch Connection…, Edit Connections, and Remove Connection…. The first and last take a name. */
export function connectionCommands({ connections, apiKeys, tracked, deletionWriter }: Parts) {
  return {
    [commandIds.switchConnection]: async (args: unknown) => {
      requireConnection(connections)
      const title = vscode.l10n.t('Switch Connection')
      const connection = await chosen(title, args)
      if (connection) await connections.activate(connection.name)
    },

    [commandIds.editConnections]: async () => {
      await vscode.commands.executeCommand('workbench.action.openSettingsJson', {
        revealSetting: { key: settingIds.connections, edit: connections.all.length === 0 },
      })
    },

    [commandIds.removeConnection]: async (args: unknown) => {
      requireConnection(connections)
      const connection = await chosen(vscode.l10n.t('Remove Connection'), args)
      if (!connection || !(await isConfirmed(connection))) return
      // The setting first: if it can’t be written, nothing else is lost.
      await connections.remove(connection.name)
      await apiKeys.clear(connection)
      await tracked.removeConnection(connection)
      await deletionWriter.removeConnection(connection.name, connections.all)
    },
  }

  async function chosen(title: string, args: unknown): Promise<Connection | undefined> {
    const name = readArguments(v.string(), args)
    if (name !== undefined) return connectionFor(connections, name)
    const { active } = connections
    const activeFirst = [...connections.all].sort(
      (a, b) => Number(b === active) - Number(a === active),
    )
    return choose(title, {
      placeholder: vscode.l10n.t('Select a connection'),
      choices: activeFirst.map((connection) => ({
        label: connection.name,
        description:
          connection === active
            ? vscode.l10n.t('{0}, active', hostOf(connection))
            : hostOf(connection),
        value: connection,
      })),
    })
  }
}

async function isConfirmed(connection: Connection): Promise<boolean> {
  const question = vscode.l10n.t('Remove connection “{0}”?', visible(connection.name))
  const detail = vscode.l10n.t(
    'The API key, pinned items, and deletion history of the connection will be removed from VS Code. Nothing changes on {0}.',
    hostOf(connection),
  )
  return confirmModal(question, detail, vscode.l10n.t('Remove Connection'))
}
