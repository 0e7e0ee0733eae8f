import * as vscode from 'vscode'
import { ApiError, needsProject } from '../api/errors.ts'
import type { Connection } from '../connections/connection.ts'
import { commandIds, type CommandId } from '../contributions.ts'
import { errorText } from './errorTexts.ts'
import { plain, visible } from '../texts.ts'

/** A command that cannot go on, in words for a person, with the commands that help. */
export class CommandFailure extends Error {
  readonly actions: readonly Action[]

  constructor(message: string, actions: readonly Action[] = []) {
    super(message)
    this.name = 'CommandFailure'
    this.actions = actions
  }
}

/** A button under a message. */
export interface Action {
  title: string
  run: () => unknown
}

/** What a command does. It throws what goes wrong; see {@link createAttempt}. */
// VS Code calls it with whatever its caller gives.
// oxlint-disable-next-line typescript/no-explicit-any
export type CommandCallback = (...args: any[]) => unknown

/** Commands by their ids: those of these names, and by default every one. */
export type Commands<Name extends keyof typeof commandIds = keyof typeof commandIds> = {
  readonly [N in Name as (typeof commandIds)[N]]: CommandCallback
}

/** Runs what the user has begun. What it throws ends here: a line in the log, a message, a way out. */
export type Attempt = <T>(name: string, run: () => Promise<T>) => Promise<T | undefined>

/** Makes the function that runs commands, and what is none, such as a drop. */
export function createAttempt(log: vscode.LogOutputChannel): Attempt {
  return async (name, run) => {
    try {
      return await run()
    } catch (error) {
      report(name, error, log)
      return undefined
    }
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

function report(name: string, error: unknown, log: vscode.LogOutputChannel): void {
  if (error instanceof ApiError && error.kind === 'cancelled') return
  if (error instanceof CommandFailure) {
    log.warn(`${name}: ${error.message}`)
    return showMessage('error', error.message, error.actions)
  }
  // Our own mistake, or VS Code's refusal, such as a settings file that cannot be written.
  log.error(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  const reason = error instanceof Error ? error.message : String(error)
  showMessage('error', vscode.l10n.t('Poolkeeper could not do this: {0}', visible(reason)), [
    showLogAction(),
  ])
}
