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
  // With an undefined argument, the row of the command would seem to be gone.
  const passed = args === undefined ? [] : [args]
  return { title, run: () => vscode.commands.executeCommand(id, ...passed) }
}

/** Returns the message of a foreign error, such as VS Code’s if it can’t write the settings. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Returns the title of buttons that repeat what has failed. */
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

/** Creates a button for {@link commandIds.showLog}. */
export function showLogAction(): Action {
  return commandAction(vscode.l10n.t('Show Log'), commandIds.showLog)
}

/**
 * Asks a question that blocks VS Code until it is answered. Resolves to true only if its button was pressed; the other
 * actions answer no. Enter presses the first button: with a default action, it doesn’t confirm.
 */
export async function confirmModal(
  question: string,
  detail: string,
  button: string,
  { defaultAction, otherActions = [] }: ModalActions = {},
): Promise<boolean> {
  const options = { modal: true, detail }
  const confirm: Action = { title: button, run: () => undefined }
  const actions = [confirm, ...otherActions]
  if (defaultAction) actions.unshift(defaultAction)
  const titles = actions.map(({ title }) => title)
  const pressed = await vscode.window.showWarningMessage(question, options, ...titles)
  if (pressed === button) return true
  await actions.find(({ title }) => title === pressed)?.run()
  return false
}

/** The actions of a question beside its button, in the order of the buttons. */
interface ModalActions {
  /** The action of the first button, which Enter presses. */
  readonly defaultAction?: Action
  readonly otherActions?: readonly Action[]
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
  const titles = actions.map(({ title }) => title)
  const runPressed = async () => {
    const pressed = await show<string>(plain(message), ...titles)
    await actions.find(({ title }) => title === pressed)?.run()
  }
  runPressed().catch((error: unknown) => showMessage('error', unexpectedErrorText(error)))
}

/** Says that an error is none of those that are expected, such as one of VS Code. */
export function unexpectedErrorText(error: unknown): string {
  return vscode.l10n.t('An unexpected error occurred: {0}', visible(errorMessage(error)))
}
