import { clock } from '../../api/clock.ts'
import { ApiError } from '../../api/errors.ts'
import { viewIds } from '../../contributions.ts'
import type { Inspected } from '../../inventory/inspection.ts'
import { scoped, type MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import type { Parts } from '../../parts.ts'
import { withDelayedProgress, withProgressOf } from '../../ui/progress.ts'
import { setApiKey } from '../../ui/prompts/apiKey.ts'
import { showPoolDetails, type HasDetails } from '../details/showDetails.ts'
import type { CodeSearch } from '../poolsInCode/codeSearch.ts'
import { confirmDeletion } from './confirmDeletion.ts'
import {
  assertBatchAllowed,
  assertProject,
  hybridFailure,
  throwIfAborted,
} from './deletionFailures.ts'
import type { HasNotifications } from './deletionNotifications.ts'
import { notifyGone } from './deletionReport.ts'
import { isFresh, newsSince } from './inspectionNews.ts'
import { checkingTitle, createInspector, soughtPool } from './inspectPools.ts'
import { locationFacts } from './locationTexts.ts'

/** Options of a deletion. */
export interface DeletionRequest {
  /** True if requested by a language model. */
  readonly isForModel?: boolean
  /** Nothing is asked, and no sending begins, once it has aborted. */
  readonly signal?: AbortSignal
}

/** The confirmed pools; `release` must be called when their deletions have ended. */
export interface ConfirmedPools {
  readonly kind: 'confirmed'
  readonly pools: readonly Inspected[]
  /** When the pools were inspected, in epoch ms. */
  readonly inspectedAt: number
  /** The IDs of all deletions in their clusters that were known then. */
  readonly sent: ReadonlySet<string>
  readonly release: () => void
}

/** The confirmed pools, or why there are none. */
export type Confirmation =
  | ConfirmedPools
  /** Not confirmed, or no API key was set. */
  | { readonly kind: 'declined' }
  /** No longer listed by the service. */
  | { readonly kind: 'gone' }

/** Creates the function that inspects machine pools and has the user confirm their deletion. */
export function createConfirmation(parts: Parts & HasNotifications & HasDetails) {
  const { apiKeys, tracked, poolDeleter, projects, deletionNotifications } = parts
  const { inCluster, inspectNow, newDeletions } = createInspector(parts)
  return inspectAndConfirm

  /**
   * Resolves to the confirmed pools, or to why there are none. If anything changed before the confirmation,
   * the pools are inspected and confirmed again.
   */
  async function inspectAndConfirm(
    wanted: readonly MachinePoolRef[],
    { isForModel = false, signal }: DeletionRequest,
    search: CodeSearch,
  ): Promise<Confirmation> {
    for (const connection of new Set(wanted.map((pool) => pool.connection))) {
      const key = await withProgressOf(checkingTitle(), apiKeys.get(connection))
      // A model must not make a prompt for a key appear.
      if (key === undefined && isForModel) throw new ApiError('unauthorized', 'No API key is set')
      if (key === undefined && !(await setApiKey(connection, parts))) return { kind: 'declined' }
    }
    let agreed: readonly Inspected[] = []
    for (;;) {
      const isAskedAgain = agreed.length > 0
      const sent = new Set(wanted.flatMap((pool) => [...poolDeleter.deletionsSentIn(pool).keys()]))
      // Once confirmed with or without a project, it stays that way.
      const inspected = isAskedAgain
        ? await inspectBeforeDialog(agreed.map(({ pool }) => pool))
        : await inspectBeforeDialog(wanted, inCluster)
      const inspectedAt = clock.now()
      if (inspected.length === 0) return { kind: 'gone' }
      const locations = await search.locationsOf(inspected.map(soughtPool))
      // Nobody waits for it any more: there is nothing left to ask, but who has confirmed it must hear.
      if (isAskedAgain) throwIfAborted(signal)
      else if (signal?.aborted) return { kind: 'declined' }
      const news = isAskedAgain ? newsSince(agreed, inspected) : undefined
      if (!isAskedAgain || news) {
        const isConfirmed = await confirmDeletion({
          pools: inspected,
          projectName,
          earlier: (pool) => poolDeleter.earlierDeletion(pool)?.kind,
          isForModel,
          news,
          locations: new Map(inspected.map((one, index) => [one, locations[index] ?? []])),
          showDetails: async () =>
            showPoolDetails(
              inspected.map(({ pool }, nth) => [pool, (locations[nth] ?? []).map(locationFacts)]),
              parts,
            ),
        })
        if (!isConfirmed) return { kind: 'declined' }
        agreed = inspected
      }
      await withProgressOf(checkingTitle(), parts.deletions.refresh())
      // Nothing is awaited between this check and the record for others, so that of two simultaneous
      // confirmations one is second.
      if (isFresh(inspectedAt) && !inspected.some((one) => hasNews(one, sent))) {
        const release = poolDeleter.confirm(inspected.map(({ pool }) => pool))
        return { kind: 'confirmed', pools: inspected, inspectedAt, sent, release }
      }
    }
  }

  /**
   * Returns whether other pools of the cluster are being deleted that weren’t known at the inspection, or any
   * deletion was sent since, after which the service may have deleted the pool.
   */
  function hasNews(one: Inspected, sent: ReadonlySet<string>): boolean {
    const poolsBeingDeleted = [...poolDeleter.otherPoolsBeingDeleted(one.pool)]
    return (
      poolsBeingDeleted.some((name) => !one.poolsBeingDeleted.has(name)) ||
      newDeletions(one, sent).length > 0
    )
  }

  /** Inspects the pools before the dialog. Reports those that are gone, and leaves them out. */
  async function inspectBeforeDialog(
    wanted: readonly MachinePoolRef[],
    resolve: typeof inCluster = async (pool) => pool,
  ): Promise<Inspected[]> {
    const all = await withDelayedProgress(
      checkingTitle(),
      async (signal) => {
        const pools = await Promise.all(wanted.map((pool) => resolve(pool, signal)))
        return inspectNow(pools, signal)
      },
      deletionNotifications.isInSight(wanted) ? { viewId: viewIds.machinePools } : {},
    )
    for (const { pool, status } of all) if (status === 'hybrid') throw hybridFailure(pool)
    for (const one of all) assertProject(one, parts)
    for (const { pool, status } of all) {
      // This completes an earlier deletion.
      if (status === 'gone' && !(await parts.deletionMonitor.completeGone(pool)))
        notifyGone(pool, tracked)
    }
    const there = all.filter(({ status }) => status !== 'gone')
    if (there.length > 1) assertBatchAllowed(there)
    return there
  }

  /** Returns the name in the service’s list: that of a row may be any caller’s. */
  function projectName(pool: MachinePoolRef): string | undefined {
    return projects.nameOf(scoped(pool))
  }
}
