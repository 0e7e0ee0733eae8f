import * as vscode from 'vscode'
import { needsProject } from '../../api/errors.ts'
import { commandIds } from '../../contributions.ts'
import type { FailureNode } from './nodes.ts'

/**
 * Returns the command of an error’s tree item: Retry, or Select Project if the request requires a project.
 */
export function failureCommand(node: FailureNode): vscode.Command {
  return lacksProject(node)
    ? {
        command: commandIds.selectProject,
        title: vscode.l10n.t('Select Project'),
        arguments: [{ connection: node.connection.name }],
      }
    : { command: commandIds.retry, title: vscode.l10n.t('Retry'), arguments: [node] }
}

/** Returns whether a request without a project was denied, or a list, which every project has. */
function lacksProject({ error, connection, retry }: FailureNode): boolean {
  if (!needsProject(error)) return false
  if (typeof retry === 'string') return true
  const own = retry.kind === 'cloudConfig' ? retry.project?.uid : undefined
  return (connection.projectUid ?? own) === undefined
}
