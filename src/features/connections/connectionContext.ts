import * as vscode from 'vscode'
import { deleteOrphans } from '../../connections/orphanedKeys.ts'
import { consoleTarget } from '../../connections/consoleUrl.ts'
import { connectionState } from '../../connections/connectionState.ts'
import { contextKeys, contextValues } from '../../contributions.ts'
import { completeRenames } from './changeConnection.ts'
import type { Parts } from '../../parts.ts'
import { connectionProblemText } from '../../ui/problemTexts.ts'

/** The context values of the tree items that a console URL reaches, by its target. */
const consoleRows = {
  none: [],
  project: [contextValues.project],
  cluster: [contextValues.cloudConfig, contextValues.cloudConfigTracked],
}

/**
 * Keeps everything that depends on the connections in sync: the context keys of the views, data loaded with
 * an earlier API key, orphaned API keys, and the log of invalid entries.
 */
export function registerConnectionContext(
  parts: Parts & { inventories: readonly { refresh(): void }[] },
): vscode.Disposable {
  const { connections, apiKeys, globalState, log, inventories } = parts
  let named = ''
  let latest = 0
  const onConnections = () => {
    nameProblems()
    void setState()
  }
  const onApiKeys = () => {
    for (const inventory of inventories) inventory.refresh()
    void setState()
  }
  onConnections()
  // At startup only: while the setting is being edited, a missing name may come back.
  void sweep().catch((error: unknown) => log.warn(`Keys of connections: ${String(error)}`))
  return vscode.Disposable.from(
    connections.onDidChange(onConnections),
    apiKeys.onDidChange(onApiKeys),
  )

  async function sweep(): Promise<void> {
    const isInSetting = (name: string) => connections.has(name)
    await completeRenames(parts)
    await deleteOrphans(apiKeys, globalState, isInSetting, (line) => log.info(line))
  }

  function nameProblems(): void {
    const problems = connections.problems.map(connectionProblemText)
    const lines = problems.map(({ entry, why }) => `“${entry}” cannot be used: ${why}`)
    if (lines.join('\n') !== named) for (const line of lines) log.warn(line)
    named = lines.join('\n')
  }

  async function setState(): Promise<void> {
    const own = ++latest
    const known = await connectionState(connections, apiKeys).catch((error: unknown) => {
      log.warn(`API key: ${String(error)}`)
      // The views show the error, and the next change tries again.
      return { state: 'ready' as const, connection: connections.active }
    })
    if (own !== latest) return // superseded by a later change
    const { state, connection } = known
    const hasConsole = connection?.consoleUrl !== undefined
    await vscode.commands.executeCommand('setContext', contextKeys.state, state)
    await vscode.commands.executeCommand('setContext', contextKeys.hasConsole, hasConsole)
    const reached = consoleRows[consoleTarget(connection?.consoleUrl) ?? 'none']
    await vscode.commands.executeCommand('setContext', contextKeys.consoleRows, reached)
  }
}
