import type { CompletedDeletion } from '../../inventory/deletionObserver.ts'
import type { Parts } from '../../parts.ts'
import { recordEnd } from './deletionHistory.ts'
import type { HasNotifications } from './deletionNotifications.ts'
import { logFate } from './deletionReport.ts'
import type { Fate } from './deletionTexts.ts'
import { reportFate } from './fateMessages.ts'

/** Reports how monitored deletions have ended, or what is known about them. */
export async function reportCompleted(
  settled: readonly CompletedDeletion[],
  parts: Parts & HasNotifications,
): Promise<void> {
  for (const one of settled) logFate(parts.log, one.pool, `settled ${one.status}`)
  parts.deletionNotifications.complete(settled)
  for (const status of ['overdue', 'notTaken'] as const) {
    const pools = settled.filter((one) => one.status === status).map(({ pool }) => pool)
    reportFate(status, pools)
  }
  for (const one of settled) {
    // That one is recorded with the report.
    if (one.status !== 'overdue') await recordEnd(parts, one.deletion, fateOfCompletion(one))
  }
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
