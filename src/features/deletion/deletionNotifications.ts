import * as vscode from 'vscode'
import type { CompletedDeletion } from '../../inventory/deletionObserver.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription } from '../../texts.ts'
import { showMessage, showStatus } from '../../ui/messages.ts'
import { showOngoingProgress, type OngoingProgress } from '../../ui/progress.ts'
import { nodesLeftText, stallText } from '../machinePools/drainTexts.ts'
import { fateText } from './deletionTexts.ts'
import { reportFate } from './fateMessages.ts'

/** The notifications of accepted deletions. */
export type DeletionNotifications = ReturnType<typeof createDeletionNotifications>

export interface HasNotifications {
  readonly deletionNotifications: DeletionNotifications
}

/** The accepted deletions of one request, in one progress notification until the last has ended. */
interface Group {
  readonly progress: OngoingProgress
  readonly pools: readonly MachinePoolRef[]
  /** The pools whose deletion hasn’t ended, by deletion ID. */
  readonly left: Map<string | undefined, MachinePoolRef>
  readonly deleted: MachinePoolRef[]
}

/**
 * Creates the notifications of accepted deletions. If the tree items are in sight, they show the progress by
 * themselves, and the status bar tells the end; otherwise, one notification does both.
 */
export function createDeletionNotifications(parts: Parts) {
  const { deletions, deletionMonitor, poolDeleter } = parts
  const { machinePoolsView, machinePoolsTree } = parts
  const groups = new Set<Group>()
  const subscription = poolDeleter.onDidChange(update)
  const dispose = () => {
    subscription.dispose()
    for (const { progress } of groups) progress.end()
  }
  return { isInSight, follow, complete, tellDeleted, dispose }

  /**
   * Returns whether the tree items of all pools are in sight, as far as VS Code tells: not whether they are
   * scrolled away. VS Code announces notifications to screen readers, but neither spinning icons nor messages
   * in the status bar, which have no accessible label either. Whether a screen reader is in use isn’t known,
   * so only `on` counts, and VS Code offers to set it.
   */
  function isInSight(pools: readonly MachinePoolRef[]): boolean {
    const editor = vscode.workspace.getConfiguration('editor')
    return (
      machinePoolsTree.visible &&
      editor.get('accessibilitySupport') !== 'on' &&
      pools.every((pool) => machinePoolsView.isExpanded(pool))
    )
  }

  /**
   * Shows the progress of accepted deletions, unless their items were in sight before the request and still
   * are. `deleted` are the pools of the same request that are gone already; returns true if they will be
   * reported with the others.
   */
  function follow(
    accepted: readonly MachinePoolRef[],
    deleted: readonly MachinePoolRef[],
    wasInSight: boolean,
  ): boolean {
    // Others have ended while the rest of the request was sent, which has been reported.
    const open = accepted.filter((pool) => idOf(pool) && deletionMonitor.isReachable(pool))
    // Nobody tracks those whose connection was removed meanwhile, unless it comes back.
    const forgotten = accepted.filter((pool) => !deletionMonitor.isReachable(pool))
    const text = fateText('accepted', forgotten, unknownProgress())
    if (forgotten.length > 0) showMessage('info', text)
    if (open.length === 0 || (wasInSight && isInSight(open))) return false
    const group = {
      pools: [...deleted, ...open],
      left: new Map(open.map((pool) => [idOf(pool), pool])),
      deleted: [...deleted],
    }
    groups.add({ ...group, progress: showOngoingProgress(progressText(group)) })
    update()
    return true
  }

  /** Reports which pools were deleted, now or with the last one of their request. */
  function complete(completed: readonly CompletedDeletion[]): void {
    const alone: CompletedDeletion[] = []
    for (const one of completed) {
      const group = [...groups].find(({ left }) => left.delete(one.deletion.id))
      const isDeleted = one.conclusion === 'gone' || one.conclusion === 'indeterminate'
      if (!isDeleted) continue
      if (group) group.deleted.push(one.pool)
      else alone.push(one)
    }
    const pools = [...ended(), ...alone.map(({ pool }) => pool)]
    // Whoever has read a warning, or seen a notification of the progress, gets the end in a notification.
    const isExpected = ({ deletion: { isAccepted, told, fate } }: CompletedDeletion) =>
      isAccepted && !told && fate !== 'unknown'
    tellDeleted(pools, pools.length === alone.length && alone.every(isExpected))
  }

  /** Reports deleted pools. */
  function tellDeleted(pools: readonly MachinePoolRef[], mayBeQuiet: boolean): void {
    if (pools.length === 0) return
    // Nobody sees the status bar while another program has the focus. Before that, the focus doesn’t count:
    // it may not have returned from the dialog yet.
    const isSeen = vscode.window.state.focused && isInSight(pools)
    if (!mayBeQuiet || !isSeen) return reportFate('deleted', pools)
    const text = fateText('deleted', pools).replace(/[.\u3002]$/, '')
    showStatus(text)
  }

  /** Updates the progress, also of deletions that another window has reported or that are no longer monitored. */
  function update(): void {
    if (groups.size === 0) return
    const monitored = new Set(deletionMonitor.monitoredPools.map(idOf))
    for (const { left, deleted } of groups) {
      const untracked: MachinePoolRef[] = []
      for (const [id, pool] of left) {
        const record = deletions.all.find((one) => one.id === id)
        const isTold = record?.told === 'overdue'
        if (monitored.has(id) && !isTold) continue
        left.delete(id)
        // Another window shows the warning.
        if (record?.isOpen && isTold) showStatus(fateText('overdue', [pool]))
        // Without a connection, it was removed with that by the user.
        else if (record?.isOpen && !record.isDismissed && record.connection !== '')
          untracked.push(pool)
        else if (record?.settled?.fate === 'deleted') deleted.push(pool)
      }
      reportFate('accepted', untracked, unknownProgress())
    }
    tellDeleted(ended(), false)
    for (const group of groups) group.progress.report(progressText(group))
  }

  function idOf(pool: MachinePoolRef): string | undefined {
    return deletions.pendingOf(pool)?.id
  }

  /** Closes the notifications of requests that have ended, and returns the deleted pools. */
  function ended(): MachinePoolRef[] {
    const all = [...groups].filter(({ left }) => left.size === 0)
    for (const group of all) {
      groups.delete(group)
      group.progress.end()
    }
    return all.flatMap(({ deleted }) => deleted)
  }

  function progressText({ pools, left, deleted }: Omit<Group, 'progress'>): string {
    const counts = [...left.values()].map((pool) => poolDeleter.deletionState(pool)?.nodesLeft)
    const known = counts.filter((count) => count !== undefined)
    const nodes = known.reduce((sum, count) => sum + count, 0)
    const nodesText = known.length === counts.length && nodesLeftText(nodes)
    const deletedText = vscode.l10n.t('{0} of {1} deleted', deleted.length, pools.length)
    const [only, ...others] = pools
    const state = only && others.length === 0 ? poolDeleter.deletionState(only) : undefined
    const text = joinDescription(
      others.length > 0 && deletedText,
      nodesText,
      state?.stalledMs !== undefined && stallText(state.stalledMs),
    )
    return fateText('draining', pools, text || unknownProgress())
  }
}

function unknownProgress(): string {
  return vscode.l10n.t('progress unknown')
}
