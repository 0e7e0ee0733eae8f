import * as vscode from 'vscode'
import { host } from '../../api/browser.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'

/**
 * Report Issue…: opens VS Code’s issue reporter, or else the repository’s page. It contains versions and the
 * kind of host only: no names, hosts, UIDs, or log lines.
 */
export function reportIssueCommands({ context }: Parts) {
  return {
    [commandIds.reportIssue]: async () => {
      const { version, repository } = context.extension.packageJSON as Manifest
      const facts = factLines(version)
      try {
        await vscode.commands.executeCommand('workbench.action.openIssueReporter', {
          extensionId: context.extension.id,
          issueBody: template(),
          data: facts,
        })
      } catch {
        const page = repository.url.replace(/(\.git)?$/, '/issues/new')
        const body = encodeURIComponent(`${template()}\n\n${facts}`)
        await vscode.env.openExternal(vscode.Uri.parse(`${page}?body=${body}`, true))
      }
    },
  }
}

interface Manifest {
  version: string
  repository: { url: string }
}

/** Facts that identify neither the user nor their work. */
function factLines(version: string): string {
  const { appName, remoteName, uiKind } = vscode.env
  return [
    `Poolkeeper ${version}`,
    `${appName} ${vscode.version}`,
    `UI: ${uiKind === vscode.UIKind.Web ? 'web' : 'desktop'}`,
    `Extension host: ${host.isBrowser ? 'web worker' : 'Node.js'}`,
    `Remote: ${remoteName === undefined ? 'no' : 'yes'}`,
  ].join('\n')
}

function template(): string {
  return vscode.l10n.t(
    'Describe what you did, what you expected, and what happened instead. Don’t include your API key, and check names and hosts before you share them.',
  )
}
