import * as vscode from 'vscode'
import type { CompletedDeletion } from '../../inventory/deletionObserver.ts'
import type { Parts } from '../../parts.ts'
import { recordLastFate } from './deletionHistory.ts'
import type { HasNotifications } from './deletionNotifications.ts'
import { logDeletionEvent } from './deletionReport.ts'
import type { Fate } from './deletionTexts.ts'
import { reportFate } from './fateMessages.ts'

/** Reports how monitored deletions have ended, or what is known about them. */
export async function reportCompleted(
  completed: readonly CompletedDeletion[],
  parts: Parts & HasNotifications,
): Promise<void> {
  for (const one of completed) logDeletionEvent(parts.log, one.pool, `settled ${one.conclusion}`)
  parts.deletionNotifications.complete(completed)
  const concluded = (wanted: CompletedDeletion['conclusion']) =>
    completed.filter(({ conclusion }) => conclusion === wanted).map(({ pool }) => pool)
  reportFate('overdue', concluded('overdue'))
  for (const pool of concluded('notListed'))
    reportFate('unknown', [pool], vscode.l10n.t('The service doesn’t list the machine pool.'))
  for (const one of completed) {
    // That one is recorded with the report.
    if (one.conclusion !== 'overdue') await recordLastFate(parts, one.deletion, concludedFate(one))
  }
}

function concludedFate({ conclusion, deletion }: CompletedDeletion): Fate {
  switch (conclusion) {
    case 'gone':
      return 'deleted'
    case 'indeterminate':
      return deletion.isAccepted ? 'deleted' : 'unknown'
    case 'notListed':
    case 'replaced':
      return 'unknown'
    case 'overdue':
      return conclusion
  }
}
