import * as vscode from 'vscode'
import { needsProject } from '../../api/errors.ts'
import { commandIds } from '../../contributions.ts'
import type { FailureNode } from './nodes.ts'

/** What a click on a failure does: it tries again, or selects the project without which it is refused. */
export function failureCommand(node: FailureNode): vscode.Command {
  return lacksProject(node)
    ? {
        command: commandIds.selectProject,
        title: vscode.l10n.t('Select Project'),
        arguments: [{ connection: node.connection.name }],
      }
    : { command: commandIds.retry, title: vscode.l10n.t('Retry'), arguments: [node] }
}

/** Whether what was refused was asked without a project, or is a list, which each project has. */
function lacksProject({ error, connection, retry }: FailureNode): boolean {
  if (!needsProject(error)) return false
  if (typeof retry === 'string') return true
  const own = retry.kind === 'cloudConfig' ? retry.project?.uid : undefined
  return (connection.projectUid ?? own) === undefined
}
