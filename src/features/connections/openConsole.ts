import * as vscode from 'vscode'
import { consoleStart } from '../../connections/consoleUrl.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { displayText } from '../../displayTexts.ts'
import { requireActiveConnection } from '../../ui/activeConnection.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { editConnectionsAction } from '../../ui/messages.ts'
import { consoleLink } from '../../ui/trees/items.ts'
import { isNode, type CloudConfigNode, type ProjectNode } from '../../ui/trees/nodes.ts'

/**
 * Open in Management Console: opens the page of a tree item if the connection’s console URL has placeholders for
 * it, else the start page.
 */
export function registerOpenConsole({ commands, connections }: Parts): void {
  commands.register(
    commandIds.openInConsole,
    async (row?: Partial<ProjectNode | CloudConfigNode>) => {
      // The connection of the settings is used, because any code can call a command with any row.
      const rowConnection = row?.connection && connections.find(row.connection.name)
      const connection = rowConnection ?? requireActiveConnection(connections)
      const { consoleUrl } = connection
      if (consoleUrl === undefined) {
        throw new CommandError(
          vscode.l10n.t(
            'Connection “{0}” has no URL for the management console. Run “Edit Connections” to add one.',
            displayText(connection.name),
          ),
          [editConnectionsAction()],
        )
      }
      const page = isNode(row, 'project', 'cloudConfig') ? consoleLink(row, connection) : undefined
      const url = page ?? consoleStart(consoleUrl, { projectUid: connection.projectUid })
      await vscode.env.openExternal(vscode.Uri.parse(url, true))
    },
  )
}
