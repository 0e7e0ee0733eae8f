import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { commandIds, settingIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { requireConnection } from '../../ui/activeConnection.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { editConnectionsAction } from '../../ui/messages.ts'

/**
 * Open Management Console. The URLs of its pages aren’t documented (contract.md), so this always opens the
 * start page.
 */
export function openConsoleCommands({ connections }: Parts) {
  return {
    [commandIds.openConsole]: async (row?: { connection?: Connection }) => {
      const shown = row?.connection && connections.find(row.connection.name)
      const { name, consoleUrl } = shown ?? requireConnection(connections)
      if (consoleUrl === undefined) {
        throw new CommandError(
          vscode.l10n.t(
            'Connection “{0}” has no console URL. Add “consoleUrl” to it in the {1} setting.',
            visible(name),
            settingIds.connections,
          ),
          [editConnectionsAction()],
        )
      }
      await vscode.env.openExternal(vscode.Uri.parse(consoleUrl, true))
    },
  }
}
