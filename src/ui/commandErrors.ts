import * as vscode from 'vscode'
import { ApiError, needsProject } from '../api/errors.ts'
import type { Connection } from '../connections/connection.ts'
import { commandIds } from '../contributions.ts'
import { errorText } from './errorTexts.ts'
import { checkConnectionAction, editConnectionsAction, runAction, type Action } from './messages.ts'

/** An error of a command, with a message for people and the commands that help. */
export class CommandError extends Error {
  readonly actions: readonly Action[]

  constructor(message: string, actions: readonly Action[] = []) {
    super(message)
    this.name = 'CommandError'
    this.actions = actions
  }
}

/** Converts an {@link ApiError} to an error for people; returns other errors as they are. */
export function toCommandError(error: unknown, connection: Connection, ...ways: Action[]): unknown {
  // Cancellation isn’t an error.
  if (!(error instanceof ApiError) || error.kind === 'cancelled') return error
  return new CommandError(errorText(error, connection), [
    ...recoveryActions(error, connection),
    ...ways,
  ])
}

/** Returns the buttons for an error. */
export function recoveryActions(error: ApiError, connection: Connection): Action[] {
  const { kind } = error
  const args = { connection: connection.name }
  const setKey = runAction(vscode.l10n.t('Set API Key'), commandIds.setApiKey, args)
  const check = checkConnectionAction(connection)
  if (kind === 'unauthorized') return [setKey]
  if (needsProject(error)) {
    return [runAction(vscode.l10n.t('Select Project'), commandIds.selectProject, args)]
  }
  if (error.keyMayBeWrong) return [setKey, check]
  const isWrongAddress = kind === 'redirected' || kind === 'invalidResponse'
  if (!isWrongAddress && !isNetworkError(error)) return []
  return isWrongAddress ? [editConnectionsAction(), check] : [check]
}

/** Returns whether the network failed, so that a retry may succeed. */
export function isNetworkError({ kind }: ApiError): boolean {
  return kind === 'unreachable' || kind === 'tls'
}
