import * as vscode from 'vscode'
import type { Connection } from '../connections/connection.ts'
import { commandIds, type CommandId } from '../contributions.ts'
import { escapeLinks, displayText, escapeIcons } from '../displayTexts.ts'

/** A button of a message. */
export interface Action {
  title: string
  run: () => unknown
}

/** Creates a button that runs a command. */
export function commandAction(title: string, id: CommandId, args?: unknown): Action {
  // Passes no argument at all instead of undefined, which would look as if the command’s row were gone.
  const passed = args === undefined ? [] : [args]
  return { title, run: () => vscode.commands.executeCommand(id, ...passed) }
}

/**
 * Returns the message of an error that isn’t Poolkeeper’s, such as an error of VS Code when it can’t write the
 * settings.
 */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Returns the label of the buttons that repeat what has failed. */
export function retryLabel(): string {
  return vscode.l10n.t('Retry')
}

export function checkConnectionAction({ name }: Connection): Action {
  const args = { connection: name }
  return commandAction(vscode.l10n.t('Check Connection'), commandIds.checkConnection, args)
}

export function editConnectionsAction(): Action {
  return commandAction(vscode.l10n.t('Edit Connections'), commandIds.editConnections)
}

export function showLogAction(): Action {
  return commandAction(vscode.l10n.t('Show Log'), commandIds.showLog)
}

/**
 * Asks a question in a dialog that blocks VS Code. Resolves to true only if the user presses the confirming button;
 * pressing the button of another action runs that action, and resolves to false. Enter presses the first button, so
 * with a default action, which comes first, Enter doesn’t confirm.
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

/** The buttons of a dialog in addition to the confirming button, in their order. */
interface ModalActions {
  /** The first button, which Enter presses. */
  readonly defaultAction?: Action
  readonly otherActions?: readonly Action[]
}

/** Shows a text in the status bar for a few seconds. Icons in the text are escaped. */
export function showStatus(text: string): void {
  vscode.window.setStatusBarMessage(escapeIcons(text), 5000)
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
    const pressed = await show<string>(escapeLinks(message), ...titles)
    await actions.find(({ title }) => title === pressed)?.run()
  }
  runPressed().catch((error: unknown) => showMessage('error', unexpectedErrorText(error)))
}

/** Returns the message for an error that Poolkeeper doesn’t expect, such as an error of VS Code. */
export function unexpectedErrorText(error: unknown): string {
  return vscode.l10n.t('An unexpected error occurred: {0}', displayText(errorMessage(error)))
}
