import * as vscode from 'vscode'
import { ApiError, needsProject } from '../api/errors.ts'
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

/** An error of a command, with a message for people and the commands that help. */
export class CommandError extends Error {
  readonly actions: readonly Action[]

  constructor(message: string, actions: readonly Action[] = []) {
    super(message)
    this.name = 'CommandError'
    this.actions = actions
  }
}

/**
 * Converts an {@link ApiError} to an error for people, with the actions that help and the given ones. Returns other errors
 * as they are.
 */
export function toCommandError(
  error: unknown,
  connection: Connection,
  ...otherActions: Action[]
): unknown {
  // Cancellation isn’t an error.
  if (!(error instanceof ApiError) || error.kind === 'cancelled') return error
  return new CommandError(errorText(error, connection), [
    ...recoveryActions(error, connection),
    ...otherActions,
  ])
}

/** Returns what helps against an error: to set the key, and so on. Undefined if only a retry may help. */
export function recoveryKind(error: ApiError): 'key' | 'project' | 'address' | 'check' | undefined {
  const { kind } = error
  if (kind === 'unauthorized') return 'key'
  if (needsProject(error)) return 'project'
  if (kind === 'redirected' || kind === 'invalidResponse') return 'address'
  return isNetworkError(error) ? 'check' : undefined
}

/** Returns the buttons for an error. */
export function recoveryActions(error: ApiError, connection: Connection): Action[] {
  const args = { connection: connection.name }
  const setKey = commandAction(vscode.l10n.t('Set API Key'), commandIds.setApiKey, args)
  const check = checkConnectionAction(connection)
  switch (recoveryKind(error)) {
    case 'key':
      return [setKey] // without a valid key, the check would find nothing else
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

/** Returns whether the network failed, so that a retry may succeed. */
export function isNetworkError({ kind }: ApiError): boolean {
  return kind === 'unreachable' || kind === 'tls'
}

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
  log.error(`${name}: ${stackOf(error)}`)
  showMessage('error', unexpectedErrorText(error), [showLogAction()])
}

/** Returns the stack of an error for the log, as far as there is one. */
function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
