import * as vscode from 'vscode'
import { ApiError, needsProject, unusableCode } from '../api/errors.ts'
import { ConnectionChangedError, type Connection } from '../connections/connection.ts'
import { commandIds } from '../contributions.ts'
import { errorText } from './errorTexts.ts'
import {
  checkConnectionAction,
  editConnectionsAction,
  commandAction,
  showLogAction,
  showMessage,
  unexpectedErrorText,
  type Action,
} from './messages.ts'

/** An error of a command, with a message for people, and with buttons that help against the error. */
export class CommandError extends Error {
  readonly actions: readonly Action[]

  constructor(message: string, actions: readonly Action[] = []) {
    super(message)
    this.name = 'CommandError'
    this.actions = actions
  }
}

/**
 * Converts an {@link ApiError} to an error for people. Its buttons are those that help against the error, and
 * `actions`. Returns any other error as it is.
 */
export function toCommandError(
  error: unknown,
  connection: Connection,
  ...otherActions: Action[]
): unknown {
  // A cancellation is no error for people, so it is returned as it is, and shown nowhere.
  if (!(error instanceof ApiError) || error.kind === 'cancelled') return error
  return new CommandError(errorText(error, connection), [
    ...recoveryActions(error, connection),
    ...otherActions,
  ])
}

/** Returns what helps against an error: for example, setting the API key. Undefined if only a retry may help. */
export function recoveryKind(error: ApiError): 'key' | 'project' | 'address' | 'check' | undefined {
  const { kind } = error
  if (kind === 'unauthorized') return 'key'
  if (needsProject(error)) return 'project'
  if (unusableCode(error)) return undefined
  if (kind === 'redirected' || kind === 'invalidResponse') return 'address'
  return isNetworkError(error) ? 'check' : undefined
}

export function setKeyAction({ name }: Connection): Action {
  return commandAction(vscode.l10n.t('Set API Key'), commandIds.setApiKey, { connection: name })
}

export function recoveryActions(error: ApiError, connection: Connection): Action[] {
  const args = { connection: connection.name }
  const check = checkConnectionAction(connection)
  switch (recoveryKind(error)) {
    case 'key':
      return [setKeyAction(connection)] // the connection can’t be checked without a valid API key
    case 'project':
      return [commandAction(vscode.l10n.t('Select Project'), commandIds.selectProject, args)]
    case 'address':
      return [editConnectionsAction(), check]
    case 'check':
      return [check]
    case undefined:
      return []
  }
}

/** Returns whether a request failed because of the network, so that a retry may succeed. */
export function isNetworkError({ kind }: ApiError): boolean {
  return kind === 'unreachable' || kind === 'tls'
}

/**
 * Creates the function that runs commands and other actions, such as a drop, and handles their errors: it logs the
 * error, and shows it as a message with buttons.
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
  // Either a bug, or an error of VS Code, such as a settings file that can’t be written.
  log.error(`${name}: ${stackOf(error)}`)
  showMessage('error', unexpectedErrorText(error), [showLogAction()])
}

/** Returns the stack of an error, or its message if it has no stack, for the log. */
function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
