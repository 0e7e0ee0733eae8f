import * as vscode from 'vscode'
import { hostOf } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { namedUid, visible, withoutIcons } from '../../texts.ts'

/**
 * Shows the active connection in the status bar, with a click to switch. Its project’s name appears once
 * something else has loaded it.
 */
export function registerStatusBar({ connections, projects }: Parts): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('connection', vscode.StatusBarAlignment.Left)
  item.name = vscode.l10n.t('Poolkeeper Connection')
  item.command = commandIds.switchConnection
  const show = () => {
    const connection = connections.active
    if (!connection) return item.hide()
    const { projectUid } = connection
    const isReadOnly = connection.protection === 'readOnly'
    const icon = isReadOnly ? '$(lock)' : '$(cloud)'
    item.text = `${icon} ${withoutIcons(visible(connection.name))}`
    item.tooltip = [
      vscode.l10n.t('Poolkeeper connection: {0}', visible(connection.name)),
      hostOf(connection),
      projectUid &&
        vscode.l10n.t('Project: {0}', namedUid(projectUid, projects.nameOf(connection))),
      isReadOnly && vscode.l10n.t('Read-only: deletions are blocked'),
    ]
      .filter(Boolean)
      .join('\n')
    item.show()
  }
  show()
  return vscode.Disposable.from(item, connections.onDidChange(show), projects.onDidChange(show))
}
