import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { consoleStart } from '../../connections/consoleUrl.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { requireConnection } from '../../ui/activeConnection.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { editConnectionsAction } from '../../ui/messages.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import { consoleLink } from '../../ui/trees/consoleLink.ts'
import type { CloudConfigNode, ProjectNode } from '../../ui/trees/nodes.ts'

/**
 * Open Management Console, which opens the start page, and Open in Management Console, which opens the page
 * of a tree item if the connection’s console URL has placeholders for it.
 */
export function openConsoleCommands({ connections }: Parts) {
  return {
    [commandIds.openConsole]: async (row?: { connection?: Connection }) => {
      const { consoleUrl, ...connection } = connectionOf(row?.connection)
      if (consoleUrl === undefined) {
        throw new CommandError(
          vscode.l10n.t(
            'Connection “{0}” has no console URL. Run “Edit Connections” to add one.',
            visible(connection.name),
          ),
          [editConnectionsAction()],
        )
      }
      await open(consoleStart(consoleUrl, connection))
    },

    [commandIds.openInConsole]: async (node?: ProjectNode | CloudConfigNode) => {
      const [item] = selectedItems(node, undefined)
      const page = item && consoleLink(item, connectionOf(item.connection))
      if (item && page === undefined) {
        throw new CommandError(
          vscode.l10n.t(
            'Couldn’t open “{0}” in the management console because the service doesn’t list every UID that the console URL needs.',
            visible(item.name),
          ),
        )
      }
      if (page !== undefined) await open(page)
    },
  }

  /** Returns the connection in the settings, because any code can call a command. */
  function connectionOf(shown: Connection | undefined): Connection {
    return (shown && connections.find(shown.name)) ?? requireConnection(connections)
  }
}

async function open(url: string): Promise<void> {
  await vscode.env.openExternal(vscode.Uri.parse(url, true))
}
