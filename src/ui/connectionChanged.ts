import * as vscode from 'vscode'
import { visible } from '../texts.ts'
import { CommandError } from './commandErrors.ts'
import type { Action } from './messages.ts'

/** Returns the error for a connection that isn’t the one anymore that a prompt was about. */
export function connectionChanged(name: string, actions: readonly Action[] = []): CommandError {
  return new CommandError(
    vscode.l10n.t(
      'Connection “{0}” was not changed because it was changed or removed in the meantime. Try again.',
      visible(name),
    ),
    actions,
  )
}
