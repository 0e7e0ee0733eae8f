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
  for (const fate of ['overdue', 'notTaken'] as const) {
    const pools = completed.filter((one) => one.conclusion === fate).map(({ pool }) => pool)
    reportFate(fate, pools)
  }
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
    case 'replaced':
      return 'unknown'
    case 'overdue':
    case 'notTaken':
      return conclusion
  }
}
