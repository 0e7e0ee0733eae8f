import * as vscode from 'vscode'
import type { PendingDeletion } from '../../inventory/deletion/deletions.ts'
import type { Deletion } from '../../inventory/deletion/record.ts'
import { connectionOf, type MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription } from '../../texts.ts'
import { showOngoingProgress, type OngoingProgress } from '../../ui/progress.ts'
import { nodesLeftText, stallText } from '../machinePools/drainTexts.ts'
import { stageText } from './stageTexts.ts'
import { tellStage, type Attempt } from './tellOutcome.ts'

/** The accepted deletions of one request. */
interface Request {
  readonly progress: OngoingProgress
  readonly pools: readonly MachinePoolRef[]
  /** The pools whose deletion is in progress, by deletion ID. */
  readonly left: Map<string, MachinePoolRef>
  readonly deleted: MachinePoolRef[]
}

/**
 * Creates the notifications of accepted deletions: each request has one, which shows the progress until all of its pools
 * are gone, and then says so. VS Code announces notifications to screen readers, but neither rows nor the status bar.
 */
export function createDeletionNotifications({ connections, deletions, deletionMonitor }: Parts) {
  const requests = new Set<Request>()
  /** The IDs of deletions whose end the notification of their request tells. */
  const followed = new Set<string>()
  /** The IDs of other deletions whose end was told. */
  const told = new Set<string>()
  const subscriptions = [connections, deletionMonitor].map((one) => one.onDidChange(update))
  const dispose = () => {
    for (const one of subscriptions) one.dispose()
    for (const { progress } of requests) progress.end()
  }
  return { follow, tellDeleted, dispose }

  /** Shows the progress of the accepted deletions of a request, and which of its pools are gone already. */
  function follow(accepted: readonly Attempt[]): void {
    const deleted: MachinePoolRef[] = []
    const left = new Map<string, MachinePoolRef>()
    for (const { pool, id = '', stage } of accepted) {
      const record = find(id)
      // Some have ended while the rest of the request was sent, which has been told.
      if (told.has(id)) continue
      if (stage === 'deleted') deleted.push(pool)
      else if (isForgotten(record)) tellStage('draining', [pool], unknownProgress())
      else if (record && !record.end) left.set(id, pool)
    }
    if (left.size === 0) return tell(deleted)
    for (const id of left.keys()) followed.add(id)
    const pools = [...deleted, ...left.values()]
    const request = { pools, left, deleted }
    requests.add({ ...request, progress: showOngoingProgress(progressText(request)) })
    update()
  }

  /** Tells which pools are gone, unless the notification of their request does. */
  function tellDeleted(gone: readonly PendingDeletion[]): void {
    const ids = new Set(gone.map(({ deletion }) => deletion.id))
    for (const { left, deleted } of requests) {
      // If many end together, their records may have left the history already.
      for (const [id, pool] of left) if (ids.has(id) && left.delete(id)) deleted.push(pool)
    }
    const others = gone.filter(({ deletion }) => !followed.has(deletion.id))
    for (const { deletion } of others) told.add(deletion.id)
    tell(others.map(({ pool }) => pool))
    update()
  }

  /** Updates the progress by the records, whichever window has written them. */
  function update(): void {
    const deleted: MachinePoolRef[] = []
    for (const request of requests) {
      for (const [id, pool] of request.left) {
        const record = find(id)
        const isOpen = record && !record.end && !isForgotten(record)
        if (isOpen && !record.isToldOverdue) continue
        request.left.delete(id)
        if (record?.end === 'deleted') request.deleted.push(pool)
        else followed.delete(id)
      }
      request.progress.report(progressText(request))
      if (request.left.size > 0) continue
      requests.delete(request)
      request.progress.end()
      deleted.push(...request.deleted)
    }
    tell(deleted)
  }

  /** Returns whether the connection of a deletion was removed, so that nobody follows it. */
  function isForgotten(record: Deletion | undefined): boolean {
    return record !== undefined && !connectionOf(record, connections.all)
  }

  function find(id: string): Deletion | undefined {
    return deletions.all.find((one) => one.id === id)
  }

  function tell(deleted: readonly MachinePoolRef[]): void {
    if (deleted.length > 0) tellStage('deleted', deleted)
  }

  function progressText({ pools, left, deleted }: Omit<Request, 'progress'>): string {
    const drains = deletions
      .pendingOver(connections.all)
      .filter(({ deletion }) => left.has(deletion.id))
      .map(({ deletion }) => deletionMonitor.stage(deletion))
      .flatMap((stage) => ('nodesLeft' in stage ? stage : []))
    const counts = drains.flatMap(({ nodesLeft }) => nodesLeft ?? [])
    const nodes = counts.reduce((sum, count) => sum + count, 0)
    const stalledMs = pools.length === 1 ? drains[0]?.stalledMs : undefined
    const text = joinDescription(
      pools.length > 1 && vscode.l10n.t('{0} of {1} deleted', deleted.length, pools.length),
      counts.length === left.size && nodesLeftText(nodes),
      stalledMs !== undefined && stallText(stalledMs),
    )
    return stageText('draining', pools, text || unknownProgress())
  }
}

function unknownProgress(): string {
  return vscode.l10n.t('progress unknown')
}
