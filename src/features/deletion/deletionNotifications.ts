import * as vscode from 'vscode'
import type { AcceptedDeletion } from '../../deletion/deletionResult.ts'
import type { Deletion } from '../../deletion/record.ts'
import { findConnection, type MachinePoolRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription } from '../../texts.ts'
import { showOngoingProgress } from '../../ui/progress.ts'
import { nodesLeftText, stallText } from '../machinePools/poolAppearance.ts'
import { stageText, tellStage } from './stageTexts.ts'

/**
 * Creates the notifications of accepted deletions: each shows the progress until the pool is gone, and then says so. VS
 * Code announces notifications to screen readers, but neither rows nor the status bar.
 */
export function createDeletionNotifications({ connections, deletions, deletionMonitor }: Parts) {
  /** The deletions in progress, by ID. */
  const followed = new Map<
    string,
    { pool: MachinePoolRef; progress: ReturnType<typeof showOngoingProgress> }
  >()
  /** The IDs of those that were told to be deleted: the monitor and the progress may both find that. */
  const told = new Set<string>()
  const subscriptions = vscode.Disposable.from(
    connections.onDidChange(update),
    deletions.onDidChange(update),
    deletionMonitor.onDidChange(update),
  )
  const dispose = () => {
    subscriptions.dispose()
    for (const { progress } of followed.values()) progress.end()
  }
  return { follow, tellDeleted, dispose }

  /** Shows the progress of an accepted deletion, or that its pool is gone already. */
  function follow({ pool, recordId: id, stage }: AcceptedDeletion): void {
    if (isOpen(id)) {
      followed.set(id, { pool, progress: showOngoingProgress(progressText(id, pool)) })
    } else if (stage === 'deleted' || find(id)?.end === 'deleted') {
      tellDeleted(pool, id)
    } else {
      tellStage('draining', pool, unknownProgress())
    }
  }

  /** Tells that a pool is gone, once. */
  function tellDeleted(pool: MachinePoolRef, id: string): void {
    if (!told.has(id)) tellStage('deleted', pool)
    told.add(id)
  }

  /** Updates the progress by the records, whichever window has written them. */
  function update(): void {
    for (const [id, { pool, progress }] of followed) {
      progress.report(progressText(id, pool))
      if (isOpen(id)) continue
      progress.end()
      followed.delete(id)
      if (find(id)?.end === 'deleted') tellDeleted(pool, id)
    }
  }

  /** Returns whether a deletion is in progress; without its connection, nobody follows it. */
  function isOpen(id: string): boolean {
    const record = find(id)
    if (!record || record.end || record.isToldOverdue) return false
    return findConnection(record, connections.all) !== undefined
  }

  function find(id: string): Deletion | undefined {
    return deletions.all.find((one) => one.id === id)
  }

  function progressText(id: string, pool: MachinePoolRef): string {
    const record = find(id)
    const stage = record && deletionMonitor.stage(record)
    const { nodesLeft, stalledMs } = stage && 'nodesLeft' in stage ? stage : {}
    const text = joinDescription(
      nodesLeft !== undefined && nodesLeftText(nodesLeft),
      stalledMs !== undefined && stallText(stalledMs),
    )
    return stageText('draining', pool, text || unknownProgress())
  }
}

function unknownProgress(): string {
  return vscode.l10n.t('progress unknown')
}
