import * as vscode from 'vscode'
import { ApiError } from '../api/errors.ts'
import { ConnectionChangedError } from '../connections/connection.ts'
import { visible } from '../texts.ts'
import { CommandError, toCommandError } from './commandErrors.ts'
import { reasonOf, showLogAction, showMessage } from './messages.ts'

/**
 * Creates the error handler for commands and other actions, such as a drop: it runs an action, and turns an
 * error into a log line, a message, and buttons.
 */
export function createErrorHandler(log: vscode.LogOutputChannel) {
  return async <T>(name: string, run: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await run()
    } catch (error) {
      report(name, error, log)
      return undefined
    }
  }
}

function report(name: string, error: unknown, log: vscode.LogOutputChannel): void {
  if (error instanceof ApiError && error.kind === 'cancelled') return
  if (error instanceof ConnectionChangedError) {
    return report(name, toCommandError(error, error.connection), log)
  }
  if (error instanceof CommandError) {
    log.warn(`${name}: ${error.message}`)
    return showMessage('error', error.message, error.actions)
  }
  // A bug, or an error of VS Code, such as a settings file that can’t be written.
  log.error(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  const text = vscode.l10n.t('An unexpected error occurred: {0}', visible(reasonOf(error)))
  showMessage('error', text, [showLogAction()])
}
