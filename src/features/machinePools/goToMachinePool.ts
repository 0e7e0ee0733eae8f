import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { requireActiveConnection } from '../../ui/activeConnection.ts'
import { machinePoolArguments } from '../../ui/arguments.ts'
import { commandAction, showMessage } from '../../ui/messages.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { askListedPool } from './askListedPool.ts'
import { poolsNeedingAttention } from './poolAttention.ts'

/**
 * Go to Machine Pool…: prompts for a pool, which can be found by its name, cluster, project, or provider, and reveals
 * it. Pools that need attention are listed first.
 */
export function registerGoToMachinePool(parts: Parts): void {
  const { commands, connections } = parts
  commands.register(commandIds.goToMachinePool, async () => {
    const connection = requireActiveConnection(connections)
    if (!(await ensureApiKey(connection, parts))) return
    const answer = await askListedPool({
      title: vscode.l10n.t('Go to Machine Pool'),
      connection,
      sources: parts,
      attention: poolsNeedingAttention(connection, parts),
    })
    if (answer?.kind === 'noPools') {
      const text = vscode.l10n.t('No machine pools found. Pin one to add it to the view.')
      const pin = commandAction(vscode.l10n.t('Pin Machine Pool'), commandIds.pin)
      return showMessage('info', text, [pin])
    }
    if (answer?.kind !== 'pool') return
    const args = machinePoolArguments(answer.pool)
    await vscode.commands.executeCommand(commandIds.revealInView, args)
  })
}
