// The buttons of messages about a machine pool.

import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import { withEllipsis } from '../../displayTexts.ts'
import type { MachinePoolRef } from '../../model/refs.ts'
import type { Pins } from '../../pins/pins.ts'
import { machinePoolArguments } from '../../ui/arguments.ts'
import { commandAction, type Action } from '../../ui/messages.ts'

/** Creates a button that reveals a machine pool. */
export function revealAction(pool: MachinePoolRef): Action {
  const args = machinePoolArguments(pool)
  return commandAction(vscode.l10n.t('Reveal in View'), commandIds.revealInView, args)
}

/** Creates the buttons for a deletion that isn’t confirmed in time. */
export function overdueActions(pool: MachinePoolRef): Action[] {
  const { connection } = pool
  const args = machinePoolArguments(pool)
  const detailsAction = commandAction(vscode.l10n.t('Show Details'), commandIds.showDetails, args)
  const actions = [revealAction(pool), detailsAction]
  if (connection.consoleUrl === undefined) return actions
  const consoleTitle = vscode.l10n.t('Open in Management Console')
  return [commandAction(consoleTitle, commandIds.openInConsole, { connection }), ...actions]
}

/** Creates a button that begins the deletion of a pool again. */
export function retryAction(pool: MachinePoolRef): Action {
  return { ...deleteAction(pool), title: vscode.l10n.t('Retry') }
}

/** Creates a button that opens the dialog of a pool’s deletion. */
export function deleteAction(pool: MachinePoolRef): Action {
  const title = withEllipsis(vscode.l10n.t('Delete Machine Pool'))
  return commandAction(title, commandIds.deleteMachinePool, machinePoolArguments(pool))
}

/** Creates the button that unpins a pool, if it is pinned. */
export function unpinActions(pool: MachinePoolRef, pins: Pins): Action[] {
  const run = () => pins.remove(pool)
  return pins.hasPool(pool) ? [{ title: vscode.l10n.t('Unpin'), run }] : []
}
