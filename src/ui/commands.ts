import * as vscode from 'vscode'
import { ApiError } from '../api/errors.ts'
import { commandIds } from '../contributions.ts'
import { visible } from '../texts.ts'
import { CommandFailure } from './failures.ts'
import { reasonOf, showLogAction, showMessage } from './messages.ts'

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

function report(name: string, error: unknown, log: vscode.LogOutputChannel): void {
  if (error instanceof ApiError && error.kind === 'cancelled') return
  if (error instanceof CommandFailure) {
    log.warn(`${name}: ${error.message}`)
    return showMessage('error', error.message, error.actions)
  }
  // Our own mistake, or VS Code's refusal, such as a settings file that cannot be written.
  log.error(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  const text = vscode.l10n.t('An unexpected error occurred: {0}', visible(reasonOf(error)))
  showMessage('error', text, [showLogAction()])
}
