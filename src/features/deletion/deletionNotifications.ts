import * as vscode from 'vscode'
import type { PendingDeletion } from '../../inventory/deletion/deletions.ts'
import type { Deletion } from '../../inventory/deletion/record.ts'
import { connectionOf } from '../../inventory/machinePoolRef.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription } from '../../texts.ts'
import { showOngoingProgress, type OngoingProgress } from '../../ui/progress.ts'
import { nodesLeftText, stallText } from '../machinePools/poolAppearance.ts'
import { stageText } from './stageTexts.ts'
import { tellStage, type Attempt } from './tellOutcome.ts'

/** The accepted deletions of one request, of which one at least is in progress. */
interface Request {
  readonly progress: OngoingProgress
  readonly accepted: readonly Attempt[]
}

/**
 * Creates the notifications of accepted deletions: each request has one, which shows the progress until all of its pools
 * are gone, and then says so. VS Code announces notifications to screen readers, but neither rows nor the status bar.
 */
export function createDeletionNotifications({ connections, deletions, deletionMonitor }: Parts) {
  const requests = new Set<Request>()
  /** The IDs of deletions that are known to have deleted their pool; of many, the records are gone at once. */
  const deleted = new Set<string>()
  /** The IDs of those that were told. */
  const told = new Set<string>()
  const subscriptions = [connections, deletionMonitor].map((one) => one.onDidChange(update))
  const dispose = () => {
    for (const one of subscriptions) one.dispose()
    for (const { progress } of requests) progress.end()
  }
  return { follow, tellDeleted, dispose }

  /** Shows the progress of the accepted deletions of a request, and which of its pools are gone already. */
  function follow(all: readonly Attempt[]): void {
    for (const { id = '', stage } of all) if (stage === 'deleted') deleted.add(id)
    // Some have ended while the rest of the request was sent, which was told.
    const accepted = all.filter(({ id = '' }) => !told.has(id))
    if (accepted.some(isOpen)) {
      requests.add({ accepted, progress: showOngoingProgress(progressText(accepted)) })
      return
    }
    tell(accepted)
    const unseen = accepted.filter(({ id = '' }) => !deleted.has(id) && !find(id)?.end)
    for (const { pool } of unseen) tellStage('draining', [pool], unknownProgress())
  }

  /** Tells which pools are gone, unless the notification of their request does. */
  function tellDeleted(gone: readonly PendingDeletion[]): void {
    for (const { deletion } of gone) deleted.add(deletion.id)
    const followed = new Set([...requests].flatMap(({ accepted }) => accepted.map(({ id }) => id)))
    const all = gone.map(({ pool, deletion: { id } }) => ({ pool, id }))
    tell(all.filter(({ id }) => !followed.has(id)))
    update()
  }

  /** Updates the progress by the records, whichever window has written them. */
  function update(): void {
    const over: Attempt[] = []
    for (const request of requests) {
      const { accepted, progress } = request
      progress.report(progressText(accepted))
      if (accepted.some(isOpen)) continue
      requests.delete(request)
      progress.end()
      over.push(...accepted)
    }
    tell(over)
  }

  /** Tells which of these have deleted their pool, each once. */
  function tell(all: readonly Pick<Attempt, 'pool' | 'id'>[]): void {
    const gone = all.filter(({ id = '' }) => isDeleted(id) && !told.has(id))
    for (const { id = '' } of gone) told.add(id)
    if (gone.length > 0)
      tellStage(
        'deleted',
        gone.map(({ pool }) => pool),
      )
  }

  function isDeleted(id: string): boolean {
    return deleted.has(id) || find(id)?.end === 'deleted'
  }

  /** Returns whether a deletion is in progress; without its connection, nobody follows it. */
  function isOpen({ id = '' }: Attempt): boolean {
    const record = find(id)
    if (!record || record.end || deleted.has(id)) return false
    return !record.isToldOverdue && connectionOf(record, connections.all) !== undefined
  }

  function find(id: string): Deletion | undefined {
    return deletions.all.find((one) => one.id === id)
  }

  function progressText(accepted: readonly Attempt[]): string {
    const open = new Set(accepted.filter(isOpen).map(({ id }) => id))
    const gone = accepted.filter(({ id = '' }) => isDeleted(id))
    const drains = deletions
      .pendingOver(connections.all)
      .filter(({ deletion }) => open.has(deletion.id))
      .map(({ deletion }) => deletionMonitor.stage(deletion))
      .flatMap((stage) => ('nodesLeft' in stage ? stage : []))
    const counts = drains.flatMap(({ nodesLeft }) => nodesLeft ?? [])
    const nodes = counts.reduce((sum, count) => sum + count, 0)
    const stalledMs = accepted.length === 1 ? drains[0]?.stalledMs : undefined
    const text = joinDescription(
      accepted.length > 1 && vscode.l10n.t('{0} of {1} deleted', gone.length, accepted.length),
      counts.length === open.size && nodesLeftText(nodes),
      stalledMs !== undefined && stallText(stalledMs),
    )
    const pools = accepted.map(({ pool }) => pool)
    return stageText('draining', pools, text || unknownProgress())
  }
}

function unknownProgress(): string {
  return vscode.l10n.t('progress unknown')
}
