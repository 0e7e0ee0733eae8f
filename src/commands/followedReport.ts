import * as vscode from 'vscode'
import { commandIds } from '../contributions.ts'
import type { Settled } from '../inventory/following.ts'
import { logFate } from './deletionReport.ts'
import { fateText, severityOf, type Fate } from './deletionTexts.ts'
import { machinePoolArguments } from './machinePoolArguments.ts'
import { runAction, showMessage } from './runCommand.ts'

/** Tells how deletions that were followed have ended. */
export function reportSettled(settled: readonly Settled[], log: vscode.LogOutputChannel): void {
  for (const { pool, verdict } of settled) logFate(log, pool, `settled ${verdict}`)
  tell('deleted', ofVerdict(settled, 'gone'))
  tell('overdue', ofVerdict(settled, 'overdue'))
  tell('notTaken', ofVerdict(settled, 'notTaken'))
}

function ofVerdict(settled: readonly Settled[], verdict: Settled['verdict']): Settled['pool'][] {
  return settled.filter((one) => one.verdict === verdict).map(({ pool }) => pool)
}

function tell(fate: Fate, pools: readonly Settled['pool'][]): void {
  const [first, ...others] = pools
  if (!first) return
  const title = vscode.l10n.t('Delete Machine Pool…')
  const again = runAction(title, commandIds.deleteMachinePool, machinePoolArguments(first))
  const actions = fate === 'notTaken' && others.length === 0 ? [again] : []
  showMessage(severityOf(fate), fateText(fate, pools), actions)
}
