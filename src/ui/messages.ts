import * as vscode from 'vscode'
import type { Connection } from '../connections/connection.ts'
import { commandIds, type CommandId } from '../contributions.ts'
import { plain, visible, withoutIcons } from '../texts.ts'

/** A button of a message. */
export interface Action {
  title: string
  run: () => unknown
}

/** Creates a button that runs a command. */
export function commandAction(title: string, id: CommandId, args?: unknown): Action {
  const all = args === undefined ? [] : [args] // an undefined argument would look like a tree item that is gone
  return { title, run: () => vscode.commands.executeCommand(id, ...all) }
}

/** Returns the message of a foreign error, such as VS Code’s if it can’t write the settings. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function retryLabel(): string {
  return vscode.l10n.t('Retry')
}

/** Creates a button for {@link commandIds.checkConnection}. */
export function checkConnectionAction({ name }: Connection): Action {
  const args = { connection: name }
  return commandAction(vscode.l10n.t('Check Connection'), commandIds.checkConnection, args)
}

/** Creates a button for {@link commandIds.editConnections}. */
export function editConnectionsAction(): Action {
  return commandAction(vscode.l10n.t('Edit Connections'), commandIds.editConnections)
}

export function showLogAction(): Action {
  return commandAction(vscode.l10n.t('Show Log'), commandIds.showLog)
}

/**
 * Asks a question that blocks VS Code until it is answered. True only if its button was pressed; the other
 * actions answer no. Enter presses the first button: with `first`, it doesn’t confirm.
 */
export async function confirmModal(
  question: string,
  detail: string,
  button: string,
  { first, others = [] }: { first?: Action; others?: readonly Action[] } = {},
): Promise<boolean> {
  const options = { modal: true, detail }
  const before = first ? [first] : []
  const titles = [...before.map(({ title }) => title), button, ...others.map(({ title }) => title)]
  const pressed = await vscode.window.showWarningMessage(question, options, ...titles)
  if (pressed === button) return true
  await [...before, ...others].find(({ title }) => title === pressed)?.run()
  return false
}

/** Shows a text, which has no icons, in the status bar for a few seconds. */
export function showStatus(text: string): void {
  vscode.window.setStatusBarMessage(withoutIcons(text), 5000)
}

/** Shows a message with buttons, without waiting for an answer. */
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
  const run = async () => {
    const pressed = await show<string>(plain(message), ...actions.map(({ title }) => title))
    await actions.find(({ title }) => title === pressed)?.run()
  }
  run().catch((error: unknown) => {
    const text = vscode.l10n.t('An unexpected error occurred: {0}', visible(errorMessage(error)))
    showMessage('error', text, [])
  })
}
