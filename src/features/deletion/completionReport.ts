import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import type { CompletedDeletion } from '../../inventory/deletionObserver.ts'
import type { Parts } from '../../parts.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { recordEnd } from './deletionHistory.ts'
import { logFate, revealAction } from './deletionReport.ts'
import { fates, fateText, type Fate } from './deletionTexts.ts'
import { machinePoolArguments } from '../../ui/machinePoolArguments.ts'
import { runAction, showMessage, type Action } from '../../ui/messages.ts'

/** Reports how monitored deletions have ended, or what is known about them. */
export async function reportCompleted(
  settled: readonly CompletedDeletion[],
  parts: Parts,
): Promise<void> {
  for (const one of settled) logFate(parts.log, one.pool, `settled ${one.status}`)
  for (const status of ['gone', 'overdue', 'notTaken'] as const) {
    const pools = settled.filter((one) => one.status === status).map(({ pool }) => pool)
    tell(status === 'gone' ? 'deleted' : status, pools)
  }
  for (const one of settled) await recordEnd(parts, one.deletion, fateOfCompletion(one))
}

function fateOfCompletion({ status, deletion }: CompletedDeletion): Fate {
  switch (status) {
    case 'gone':
      return 'deleted'
    case 'indeterminate':
      return deletion.isAccepted ? 'deleted' : 'unknown'
    case 'replaced':
      return 'unknown'
    case 'overdue':
    case 'notTaken':
      return status
  }
}

function tell(fate: Fate, pools: readonly MachinePoolRef[]): void {
  const [first, ...others] = pools
  if (!first) return
  const actions = others.length === 0 ? actionsFor(fate, first) : []
  showMessage(fates[fate].severity, fateText(fate, pools), actions)
}

function actionsFor(fate: Fate, pool: MachinePoolRef): Action[] {
  if (fate === 'notTaken') {
    const title = vscode.l10n.t('Delete Machine Pool…')
    const args = machinePoolArguments(pool)
    return [runAction(title, commandIds.deleteMachinePool, args), revealAction(pool)]
  }
  if (fate !== 'overdue') return []
  const { connection } = pool
  const open = runAction(vscode.l10n.t('Open Management Console'), commandIds.openConsole, {
    connection,
  })
  return connection.consoleUrl === undefined ? [revealAction(pool)] : [open, revealAction(pool)]
}
