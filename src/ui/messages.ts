import * as vscode from 'vscode'
import type { Connection } from '../connections/connection.ts'
import { commandIds, type CommandId } from '../contributions.ts'
import { plain } from '../texts.ts'

/** A button under a message. */
export interface Action {
  title: string
  run: () => unknown
}

/** A button that runs a command. */
export function runAction(title: string, id: CommandId, args?: unknown): Action {
  const all = args === undefined ? [] : [args] // with one that is undefined, a row would seem to be gone
  return { title, run: () => vscode.commands.executeCommand(id, ...all) }
}

/** The words for doing the same thing once more. */
export function tryAgain(): string {
  return vscode.l10n.t('Try Again')
}

/** A button that finds out what is wrong with a connection. */
export function checkConnectionAction({ name }: Connection): Action {
  const args = { connection: name }
  return runAction(vscode.l10n.t('Check Connection'), commandIds.checkConnection, args)
}

/** A button that opens the setting with the connections. */
export function editConnectionsAction(): Action {
  return runAction(vscode.l10n.t('Edit Connections'), commandIds.editConnections)
}

/** A button that shows the log. */
export function showLogAction(): Action {
  return runAction(vscode.l10n.t('Show Log'), commandIds.showLog)
}

/** Shows a message with buttons; does not wait for the user to press one. */
export function showMessage(
  severity: 'info' | 'warning' | 'error',
  message: string,
  actions: readonly Action[] = [],
): void {
  const show = {
    info: vscode.window.showInformationMessage,
    warning: vscode.window.showWarningMessage,
    error: vscode.window.showErrorMessage,
  }[severity]
  void show<string>(plain(message), ...actions.map(({ title }) => title)).then((pressed) =>
    actions.find(({ title }) => title === pressed)?.run(),
  )
}
