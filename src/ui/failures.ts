import * as vscode from 'vscode'
import { ApiError, needsProject } from '../api/errors.ts'
import type { Connection } from '../connections/connection.ts'
import { commandIds } from '../contributions.ts'
import { errorText } from './errorTexts.ts'
import { checkConnectionAction, editConnectionsAction, runAction, type Action } from './messages.ts'

/** A command that cannot go on, in words for a person, with the commands that help. */
export class CommandFailure extends Error {
  readonly actions: readonly Action[]

  constructor(message: string, actions: readonly Action[] = []) {
    super(message)
    this.name = 'CommandFailure'
    this.actions = actions
  }
}

/** Turns what the API reports into what a person is told, with ways to go on. */
export function apiFailure(error: unknown, connection: Connection, ...ways: Action[]): unknown {
  // Cancelling is no failure: it ends in silence.
  if (!(error instanceof ApiError) || error.kind === 'cancelled') return error
  return new CommandFailure(errorText(error, connection), [...helpFor(error, connection), ...ways])
}

/** The commands that help with a failure of the API. */
export function helpFor(error: ApiError, connection: Connection): Action[] {
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
  if (!isWrongAddress && !isBelowHttp(error)) return []
  return isWrongAddress ? [editConnectionsAction(), check] : [check]
}

/** Whether the network was in the way: the same may work the next time as it is. */
export function isBelowHttp({ kind }: ApiError): boolean {
  return kind === 'unreachable' || kind === 'tls'
}
