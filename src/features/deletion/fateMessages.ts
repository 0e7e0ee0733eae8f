import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { machinePoolArguments } from '../../ui/machinePoolArguments.ts'
import { runAction, showMessage, type Action } from '../../ui/messages.ts'
import { fates, fateText, type Fate } from './deletionTexts.ts'

/** Shows what is known of pools with one fate, with buttons if there is only one. */
export function reportFate(fate: Fate, pools: readonly MachinePoolRef[], why?: string): void {
  const [first, ...others] = pools
  if (!first) return
  const actions = others.length === 0 ? actionsFor(fate, first) : []
  showMessage(fates[fate].severity, fateText(fate, pools, why), actions)
}

function actionsFor(fate: Fate, pool: MachinePoolRef): Action[] {
  if (fate === 'accepted') return [revealAction(pool)]
  if (fate !== 'overdue') return []
  const { connection } = pool
  const open = runAction(vscode.l10n.t('Open in Management Console'), commandIds.openInConsole, {
    connection,
  })
  const args = machinePoolArguments(pool)
  const details = runAction(vscode.l10n.t('Show Details'), commandIds.showDetails, args)
  const actions = [revealAction(pool), details]
  return connection.consoleUrl === undefined ? actions : [open, ...actions]
}

/** Creates a button that reveals a machine pool. */
export function revealAction(pool: MachinePoolRef): Action {
  const args = machinePoolArguments(pool)
  return runAction(vscode.l10n.t('Reveal in View'), commandIds.revealInView, args)
}
