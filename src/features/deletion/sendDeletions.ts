import * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import { viewIds } from '../../contributions.ts'
import type { Inspected } from '../../inventory/inspection.ts'
import { configIdentity } from '../../inventory/machinePoolRef.ts'
import type { DeletionOutcome } from '../../inventory/poolDeleter.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import {
  assertAllowed,
  assertDeletable,
  assertProject,
  changedFailure,
  slowFailure,
  uncheckedFailure,
} from './deletionFailures.ts'
import { recordFirstFate } from './deletionHistory.ts'
import { logDeletion, type Deletion } from './deletionReport.ts'
import type { ConfirmedPools } from './inspectAndConfirm.ts'
import { isFresh, newsSince } from './inspectionNews.ts'
import { createInspector } from './inspectPools.ts'

/** The maximum number of attempts while other windows send deletions at the same time, or saving is slow. */
const maxAttempts = 3

/** Creates the function that sends confirmed deletions, each unless the confirmation doesn’t cover it anymore. */
export function createSender(parts: Parts) {
  const { poolDeleter, log } = parts
  const { inspectNow, newDeletions } = createInspector(parts)
  return sendDeletions

  /**
   * Sends confirmed deletions in sequence, so that it is clear what wasn’t sent after Cancel. `isInSight` tells whether
   * all tree items are in sight.
   */
  async function sendDeletions(confirmed: ConfirmedPools, isInSight: boolean): Promise<Deletion[]> {
    const all = confirmed.pools
    const [first, ...others] = all
    const title =
      others.length === 0
        ? vscode.l10n.t('Deleting machine pool “{0}”…', visible(first?.pool.machinePoolName ?? ''))
        : vscode.l10n.t('Deleting {0} machine pools…', all.length)
    const run = async (signal: AbortSignal, report: (message: string) => void) => {
      const deletions: Deletion[] = []
      for (const one of all) {
        const { pool } = one
        if (others.length > 0) report(visible(pool.machinePoolName))
        const deletion = { pool, outcome: await deleteOne(one, confirmed, signal) }
        logDeletion(log, deletion)
        await recordFirstFate(parts, deletion)
        deletions.push(deletion)
      }
      return deletions.map(asKnownNow)
    }
    // With a notification, the rest of several can be canceled sooner.
    const isInView = isInSight && others.length === 0
    const viewId = isInView ? viewIds.machinePools : undefined
    return withDelayedProgress(title, run, { viewId, hasMessage: true })
  }

  /** Returns a deletion as done if its outcome was unknown, and the pool was seen to be gone while others were sent. */
  function asKnownNow(deletion: Deletion): Deletion {
    const { pool, outcome } = deletion
    const id = outcome.kind === 'unknown' && outcome.id
    const isGone = parts.deletions.all.some(
      (one) => one.id === id && one.settled?.fate === 'deleted',
    )
    return isGone ? { pool, outcome: { kind: 'done', isListed: false } } : deletion
  }

  /** Inspects a pool again; throws if the confirmation doesn’t cover what is known now. */
  async function assertUnchanged(
    agreed: Inspected,
    others: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const [now] = await inspectNow([agreed.pool], signal, others)
    if (now) assertProject(now, parts)
    const isThere = now?.status === 'listed' || now?.status === 'unknown'
    const news = now && isThere ? newsSince([agreed], [now]) : 'changed'
    if (now && news === 'unchecked') throw uncheckedFailure(now)
    if (news) throw changedFailure()
  }

  async function deleteOne(
    one: Inspected,
    confirmed: ConfirmedPools,
    signal: AbortSignal,
  ): Promise<Deletion['outcome']> {
    const cancelled = {
      kind: 'notSent',
      why: vscode.l10n.t('The operation was canceled.'),
    } as const
    if (signal.aborted) return cancelled
    try {
      return await sendOne(one, confirmed, signal)
    } catch (error) {
      // Nothing was sent, but the outcomes of the pools before it must be reported.
      const isUnsaved = isLeft(error)
      if (signal.aborted) return { ...cancelled, isUnsaved }
      if (!(error instanceof Error)) return { kind: 'notSent', why: String(error) }
      const { cause, message } = error
      if (cause instanceof Error) log.warn(`A deletion was not sent: ${cause.message}`)
      return { kind: 'notSent', why: message, isUnsaved }
    }
  }

  /** Sends one deletion, unless the confirmation doesn’t cover it anymore; rejects if nothing was sent. */
  async function sendOne(
    one: Inspected,
    confirmed: ConfirmedPools,
    signal: AbortSignal,
  ): Promise<DeletionOutcome> {
    const { pool, machineUids, nodes, zones, status } = one
    // The deletions before it may have taken long, and the computer may have slept. Nothing was awaited
    // between the refresh after the confirmation and the first one.
    if (one !== confirmed.pools[0]) await parts.deletions.refresh()
    assertDeletable(pool, parts)
    const together = deletedTogetherWith(one, confirmed.pools)
    let { sent, inspectedAt } = confirmed
    // It was deleted separately before its turn, here or in another window.
    if (poolDeleter.deletionsSentSince(pool, sent).includes(pool.machinePoolName))
      throw changedFailure()
    let mustInspect = !isFresh(inspectedAt) || newDeletions(one, sent, together).length > 0
    /** Pools that other windows are about to send; a withdrawn record may come again. */
    const others: string[] = []
    for (let attempt = 1; ; attempt++) {
      if (mustInspect) {
        sent = new Set(poolDeleter.deletionsSentIn(pool).keys())
        await assertUnchanged(one, others, signal)
        inspectedAt = clock.now()
        assertDeletable(pool, parts) // meanwhile, the connection may have become read-only
      }
      let news: string[] = []
      let isLate = false
      const known = {
        ...(machineUids && { machineUids }),
        nodes,
        zones,
        wasListed: status === 'listed',
        assertUnchanged: () => {
          assertAllowed(pool, parts)
          news = newDeletions(one, sent, [...together, ...others, pool.machinePoolName])
          if (news.length > 0) throw changedFailure()
          isLate = !isFresh(inspectedAt)
          if (isLate) throw slowFailure()
        },
      }
      try {
        return await poolDeleter.delete(pool, signal, known)
      } catch (error) {
        // Another window sends one at the same moment. With both known, both may be allowed.
        const mayTryAgain = (news.length > 0 || isLate) && !isLeft(error)
        if (!mayTryAgain || attempt === maxAttempts) throw error
        others.push(...news)
        mustInspect = true
      }
    }
  }
}

/** Returns whether the record of a deletion that wasn’t sent couldn’t be deleted. */
function isLeft(error: unknown): boolean {
  return (error as { isUnsaved?: boolean }).isUnsaved === true
}

/** Returns the names of the other pools in the cluster that are deleted together with a pool. */
function deletedTogetherWith({ pool }: Inspected, all: readonly Inspected[]): string[] {
  const identity = configIdentity(pool)
  const names = all
    .filter((one) => configIdentity(one.pool) === identity)
    .map((one) => one.pool.machinePoolName)
  return names.filter((name) => name !== pool.machinePoolName)
}
