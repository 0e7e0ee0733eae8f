import * as vscode from 'vscode'
import { raceAbort } from '../../api/deadline.ts'
import type { Observation } from '../../deletion/stage.ts'
import type { MachinePoolRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import type { Action } from '../../ui/messages.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import { revealAction } from './poolActions.ts'
import { notifyStage, stillListedText, unknownAdvice } from './stageTexts.ts'

/** What a check needs. */
export type CheckParts = Pick<Parts, 'deletions' | 'deletionMonitor'>

/**
 * Creates a button that checks what became of a pool whose deletion has no known outcome, and reports what it finds.
 */
export function checkAgainAction(pool: MachinePoolRef, parts: CheckParts): Action {
  return { title: vscode.l10n.t('Check Again'), run: async () => checkAgain(pool, parts) }
}

async function checkAgain(pool: MachinePoolRef, parts: CheckParts): Promise<void> {
  const { deletions, deletionMonitor } = parts
  const observations = await withDelayedProgress(
    vscode.l10n.t('Checking whether the machine pool is being deleted…'),
    async (signal) => raceAbort(deletionMonitor.pollConfig(pool), signal),
    { hasMessage: true },
  )
  // The monitor reports an end.
  const [latest] = deletions.allPending(pool)
  if (!latest) return
  const detail = foundText(observations.get(latest.id))
  const actions = [checkAgainAction(pool, parts), revealAction(pool)]
  notifyStage('unknown', pool, detail, actions, unknownAdvice(latest))
}

/** Returns what a check has found of a pool. */
function foundText(observation: Observation | undefined): string {
  switch (observation?.kind) {
    case 'listed':
      return stillListedText
    case 'unlisted':
      return vscode.l10n.t('The service doesn’t list the machine pool.')
    case 'unsupported':
      return vscode.l10n.t('The service doesn’t support this check.')
    case 'gone': // would have ended the deletion
    case 'failed':
    case undefined:
      return vscode.l10n.t('The machine pool couldn’t be checked.')
  }
}
