import * as vscode from 'vscode'
import { ApiError } from '../../api/errors.ts'
import type { Service } from '../../connections/services.ts'
import type { Danger } from '../../deletion/guard.ts'
import { assess, type Inspected } from '../../deletion/inspection.ts'
import { newId, type Deletion } from '../../deletion/record.ts'
import { requestDeletion } from '../../deletion/requestDeletion.ts'
import { scoped } from '../../model/refs.ts'
import { losses } from '../../deletion/remainder.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import { alreadyFailure, assertAllowed, assertProject } from './deletionFailures.ts'
import { createInspector } from './inspectPool.ts'
import { logAttempt, tellUnsaved, type Attempt } from './tellOutcome.ts'

/** The validity of an inspection, in milliseconds. */
const inspectionLifetimeMs = 5_000
/** The maximum duration of an inspection in milliseconds, with a margin. If it took longer, the computer has slept. */
const maxInspectionMs = 60_000

/** Why a confirmed deletion must be confirmed again. */
export type News = 'changed' | 'unchecked'

/** What a confirmation doesn’t cover; nothing was sent. */
interface Uncovered {
  readonly news: News
  readonly inspected: Inspected
}

/**
 * Creates the function that sends a confirmed deletion, once, unless the confirmation doesn’t cover what is known now:
 * the inspection, and earlier deletions of the pool whose end is unknown.
 */
export function createSender(parts: Parts) {
  const { deletions, serviceFor, log } = parts
  const { inspectNow } = createInspector(parts)
  /** Of two confirmations in this window, one is second. */
  let turn: Promise<unknown> = Promise.resolve()
  return async (
    agreed: Inspected,
    earlier: readonly Deletion[],
    modelCall: AbortSignal | undefined,
  ): Promise<Attempt | Uncovered> => {
    const name = visible(agreed.pool.machinePoolName)
    const title = vscode.l10n.t('Deleting machine pool “{0}”…', name)
    return withDelayedProgress(
      title,
      async (signal) => {
        const sent = await send(agreed, earlier, signal, modelCall)
        if (!('news' in sent)) logAttempt(log, sent)
        return sent
      },
      { hasMessage: true },
    )
  }

  /**
   * Inspects a pool again whose inspection is some seconds old, records the deletion, counts what other windows have
   * recorded, and sends it: of two windows, at least one counts what the other deletes.
   */
  async function send(
    agreed: Inspected,
    earlier: readonly Deletion[],
    signal: AbortSignal,
    modelCall: AbortSignal | undefined,
  ): Promise<Attempt | Uncovered> {
    const { pool } = agreed
    // A language model’s call prevents a request, but doesn’t interrupt one.
    const unsent = modelCall ? AbortSignal.any([signal, modelCall]) : signal
    let id: string | undefined
    let service: Service
    let own: Deletion
    try {
      service = await serviceFor(scoped(pool))
      let inspected = agreed
      let lifetimeMs: number | undefined
      // The dialog may have been open for long, and the computer may have slept, also during the inspection.
      while (!isFresh(inspected.loadedAt, lifetimeMs)) {
        inspected = await inspectNow(pool, unsent)
        service = await serviceFor(scoped(pool)) // the key may be another one by now
        lifetimeMs = maxInspectionMs
      }
      assertProject(inspected, parts)
      const startedAt = Date.now()
      id = newId()
      const { deletion, assessed } = await record(id, inspected)
      own = deletion
      const knownIds = [id, ...earlier.map((one) => one.id)]
      const hasNews = deletions
        .recentIn(pool, agreed.loadedAt)
        .filter((one) => one.machinePoolName === pool.machinePoolName)
        .some((one) => one.end !== undefined || !knownIds.includes(one.id))
      // Saving the record may have taken long, too.
      const late = isFresh(startedAt) ? undefined : 'unchecked'
      const news = hasNews ? 'changed' : (newsSince(agreed, assessed) ?? late)
      if (news) {
        await deletions.withdraw(id)
        // Whoever declines now hears of nothing else.
        if (deletions.isUnsaved(id)) tellUnsaved(pool)
        return { news, inspected: assessed }
      }
      assertAllowed(pool, parts)
      if (unsent.aborted) throw new ApiError('cancelled', 'The deletion was canceled')
    } catch (error) {
      if (id !== undefined) await deletions.withdraw(id)
      return { pool, id, stage: 'notDeleted', ...reasonOf(error, unsent) }
    }
    // Nothing is awaited between these checks and the request.
    const outcome = await requestDeletion({ pool, deletion: own }, service, signal, parts)
    return { pool, id, ...outcome }
  }

  /** Records the deletion, and inspects the pool again with what is recorded by then. */
  async function record(id: string, inspected: Inspected) {
    const { pool, machineUids, liveUids, zones, status } = inspected
    const known = {
      machineUids,
      nodes: liveUids?.length,
      zones,
      wasListed: status === 'listed',
    }
    const recording = turn.then(async () => {
      const deletion = await deletions.begin(id, pool, known).catch((error: unknown) => {
        log.warn(`A deletion was not sent: ${String(error)}`)
        throw new CommandError(
          vscode.l10n.t(
            'The delete request was not sent because Poolkeeper couldn’t save a record of it. Check your disk’s free space and permissions, and try again.',
          ),
        )
      })
      if (deletions.isInProgress(pool, deletion)) throw alreadyFailure(pool)
      return { deletion, assessed: assess(inspected, deletions) }
    })
    turn = recording.catch(() => {})
    return recording
  }
}

/** Returns whether an inspection is still valid. The clock may have been set back. */
function isFresh(inspectedAt: number, lifetimeMs = inspectionLifetimeMs): boolean {
  const age = Date.now() - inspectedAt
  return age >= 0 && age <= lifetimeMs
}

/**
 * Returns what the confirmation doesn’t cover: the pool has become more dangerous to delete, has more nodes, was recreated
 * under the same name, or couldn’t be checked again. Undefined if it covers all that is known now.
 */
function newsSince(agreed: Inspected, now: Inspected): News | undefined {
  const isThere = now.status === 'listed' || now.status === 'unknown'
  const isChanged = isAnother(now, agreed) || hasGrown(now, agreed) || losesMore(now, agreed)
  if (!isThere || isChanged) return 'changed'
  const added = now.dangers.filter((danger) => !agreed.dangers.includes(danger))
  if (added.some((danger) => unchecked.includes(danger))) return 'unchecked'
  if (added.length > 0) return 'changed'
  // Then it may have more machines, or others.
  return agreed.liveUids && !now.liveUids ? 'unchecked' : undefined
}

/** The dangers of a pool that couldn’t be checked. */
const unchecked: readonly Danger[] = ['lookFailed', 'lookUnsupported']

/**
 * Returns whether a pool has lost all machines from before, or has others of another type: it may be a new one. Or its
 * cluster has another name, which may lock it.
 */
function isAnother(now: Inspected, before: Inspected): boolean {
  const { liveUids, configured, cluster, config } = now
  const isRenamed = (name: string | undefined, earlier: string | undefined) =>
    name !== undefined && earlier !== undefined && name !== earlier
  if (isRenamed(cluster, before.cluster) || isRenamed(config?.name, before.config?.name))
    return true
  const earlier = before.liveUids ?? []
  const hasNone = earlier.length > 0 && liveUids?.every((uid) => !earlier.includes(uid))
  if (hasNone || !configured || !before.configured) return hasNone === true
  return configured.instanceType !== before.configured.instanceType
}

/** Returns whether the cluster loses more than the dialog has shown, or all nodes of another zone. */
function losesMore({ remainder, byZone }: Inspected, before: Inspected): boolean {
  const left = byZone && new Map(byZone.zones.map(({ name, after }) => [name, after]))
  const isEmptied = (zone: { name: string; after: number }) =>
    zone.after > 0 && !left?.get(zone.name)
  if (left && before.byZone?.zones.some(isEmptied)) return true
  return losses.some((key) => {
    const shown = before.remainder?.[key]
    return shown !== undefined && remainder?.[key]?.some((one) => !shown.includes(one)) === true
  })
}

/** Machines may be unknown, or not there yet. */
function hasGrown({ machines, configured }: Inspected, before: Inspected): boolean {
  const isMore = (count = 0, earlier = Infinity) => count > earlier
  return (
    isMore(machines?.count, before.machines?.count) ||
    isMore(configured?.size, before.configured?.size)
  )
}

/** Returns why a deletion wasn’t sent. */
function reasonOf(error: unknown, signal: AbortSignal): Pick<Attempt, 'why' | 'error'> {
  if (signal.aborted) return { why: vscode.l10n.t('The operation was canceled.') }
  if (error instanceof ApiError) return { error }
  return { why: error instanceof Error ? error.message : String(error) }
}
