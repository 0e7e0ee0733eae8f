import * as vscode from 'vscode'
import type { AcceptedDeletion } from '../../deletion/requestDeletion.ts'
import type { Deletion } from '../../deletion/record.ts'
import { drainProgress, type DrainProgress } from '../../deletion/stage.ts'
import { findConnection, type MachinePoolRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { showMessage } from '../../ui/messages.ts'
import { showOngoingProgress } from '../../ui/progress.ts'
import { progressText } from '../machinePools/poolAppearance.ts'
import { stageText, notifyStage } from './stageTexts.ts'

interface DeletionProgress {
  readonly pool: MachinePoolRef
  readonly progress: ReturnType<typeof showOngoingProgress>
}

/**
 * Creates the notifications of accepted deletions: each shows the progress until the pool is gone, and then says so. VS
 * Code announces notifications to screen readers, but neither rows nor the status bar.
 */
export function createDeletionNotifications({ connections, deletions, deletionMonitor }: Parts) {
  /** The notifications of deletions in progress, by the ID of the record. */
  const progressById = new Map<string, DeletionProgress>()
  /** The IDs of the deletions whose end was reported: the monitor and the progress may both find it. */
  const reportedIds = new Set<string>()
  const subscription = vscode.Disposable.from(
    connections.onDidChange(update),
    deletions.onDidChange(update),
    deletionMonitor.onDidChange(update),
  )
  const dispose = () => {
    subscription.dispose()
    for (const { progress } of progressById.values()) progress.end()
  }
  return { showProgress, notifyDeleted, dispose }

  /** Shows the progress of an accepted deletion, or that its pool is gone already. */
  function showProgress({ pool, recordId: id, stage }: AcceptedDeletion): void {
    if (isObserved(id)) {
      const text = drainText(drainOf(id) ?? {}, pool)
      progressById.set(id, { pool, progress: showOngoingProgress(text) })
    } else if (stage === 'deleted' || findRecord(id)?.end === 'deleted') {
      notifyDeleted(pool, id)
    } else {
      showMessage('info', drainText({}, pool))
    }
  }

  /** Reports that a pool is gone, once. */
  function notifyDeleted(pool: MachinePoolRef, id: string): void {
    if (!reportedIds.has(id)) notifyStage('deleted', pool)
    reportedIds.add(id)
  }

  /** Updates the progress by the records, whichever window has written them. */
  function update(): void {
    for (const [id, { pool, progress }] of progressById) {
      if (isObserved(id)) {
        const drain = drainOf(id)
        // What has ended is about to be recorded, and then ends the progress.
        if (drain) progress.report(drainText(drain, pool))
        continue
      }
      progress.end()
      progressById.delete(id)
      if (findRecord(id)?.end === 'deleted') notifyDeleted(pool, id)
    }
  }

  /** Returns whether a deletion is in progress. Without its connection, it can’t be observed. */
  function isObserved(id: string): boolean {
    const record = findRecord(id)
    if (!record || record.end || record.isOverdueReported) return false
    return findConnection(record, connections.all) !== undefined
  }

  function findRecord(id: string): Deletion | undefined {
    return deletions.all.find((deletion) => deletion.id === id)
  }

  function drainOf(id: string): DrainProgress | undefined {
    const record = findRecord(id)
    return record && drainProgress(deletionMonitor.stage(record))
  }
}

/** Returns the message about a drain. */
function drainText(progress: DrainProgress, pool: MachinePoolRef): string {
  if (progress.isUnlisted) return stageText('unlisted', pool)
  return stageText('draining', pool, progressText(progress) || vscode.l10n.t('progress unknown'))
}
