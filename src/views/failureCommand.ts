import * as vscode from 'vscode'
import { needsProject } from '../api/errors.ts'
import { commandIds } from '../contributions.ts'
import type { FailureNode } from './nodes.ts'

/** What a click on a failure does: it tries again, or selects the project that a list is refused without. */
export function failureCommand(node: FailureNode): vscode.Command {
  return typeof node.retry === 'string' && needsProject(node.error)
    ? {
        command: commandIds.selectProject,
        title: vscode.l10n.t('Select Project'),
        arguments: [{ connection: node.connection.name }],
      }
    : { command: commandIds.retry, title: vscode.l10n.t('Retry'), arguments: [node] }
}
