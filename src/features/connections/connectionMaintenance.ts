import * as vscode from 'vscode'
import { deleteOrphans } from '../../connections/orphanedKeys.ts'
import type { Parts } from '../../parts.ts'
import { connectionProblemText } from '../../ui/problemTexts.ts'

/**
 * Keeps what depends on the connections in sync: data loaded with an earlier API key, orphaned
 * API keys, and the log of invalid entries.
 */
export function registerConnectionMaintenance(parts: Parts): vscode.Disposable {
  const { connections, apiKeys, globalState, log } = parts
  let named = ''
  nameProblems()
  // At startup only: while the setting is being edited, a missing name may come back.
  void sweep().catch((error: unknown) => log.warn(`Keys of connections: ${String(error)}`))
  return vscode.Disposable.from(
    connections.onDidChange(nameProblems),
    apiKeys.onDidChange(refreshAll),
  )

  function refreshAll(): void {
    parts.capabilities.reset()
    parts.clouds.forget()
    parts.clusters.forget()
    parts.projects.refresh()
    parts.deletionMonitor.follow(true)
  }

  async function sweep(): Promise<void> {
    const isInSetting = (name: string) => connections.has(name)
    await deleteOrphans(apiKeys, globalState, isInSetting, (line) => log.info(line))
  }

  function nameProblems(): void {
    const problems = connections.problems.map(connectionProblemText)
    const lines = problems.map(({ entry, why }) => `“${entry}” cannot be used: ${why}`)
    if (lines.join('\n') !== named) for (const line of lines) log.warn(line)
    named = lines.join('\n')
  }
}
