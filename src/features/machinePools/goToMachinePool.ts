import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { askListedPool } from './askListedPool.ts'
import { needsAttention } from './needsAttention.ts'
import { requireConnection } from '../../ui/activeConnection.ts'
import { machinePoolArguments } from '../../ui/machinePoolArguments.ts'
import { runAction, showMessage } from '../../ui/messages.ts'

/** Go to Machine Pool…: finds a pool by its name, cluster, project, or provider, and reveals it. What needs attention comes first. */
export function goToMachinePoolCommands(parts: Parts) {
  const { connections } = parts
  return {
    [commandIds.goToMachinePool]: async () => {
      const connection = requireConnection(connections)
      if (!(await ensureApiKey(connection, parts))) return
      const pool = await askListedPool({
        title: vscode.l10n.t('Go to Machine Pool'),
        placeholder: vscode.l10n.t('Search by machine pool, cluster, project, or provider'),
        connection,
        sources: parts,
        attention: needsAttention(connection, parts),
        withHybrid: true,
      })
      if (pool === 'none') return notifyNoPools()
      if (pool === undefined || pool === 'enter') return
      await vscode.commands.executeCommand(commandIds.revealInView, machinePoolArguments(pool))
    },
  }
}

function notifyNoPools(): void {
  showMessage('info', vscode.l10n.t('No machine pools found. Pin one to add it to the view.'), [
    runAction(vscode.l10n.t('Pin Machine Pool'), commandIds.pin),
  ])
}
