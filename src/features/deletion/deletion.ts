import * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import { isSameConnection } from '../../connections/connection.ts'
import type { Danger } from '../../inventory/deletionGuard.ts'
import type { Inspected } from '../../inventory/inspection.ts'
import type { DeletionOutcome } from '../../inventory/poolDeleter.ts'
import {
  configIdentity,
  machinePoolIdentity,
  type MachinePoolRef,
} from '../../inventory/machinePoolRef.ts'
import { viewIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { confirmDeletion, type News } from './confirmDeletion.ts'
import {
  assertBatchAllowed,
  changedFailure,
  hybridFailure,
  throwIfAborted,
  uncheckedFailure,
} from './deletionFailures.ts'
import { visible } from '../../texts.ts'
import { completeStep } from '../help/walkthrough.ts'
import { recordFirstFate } from './deletionHistory.ts'
import type { HasNotifications } from './deletionNotifications.ts'
import { locationFacts } from './locationTexts.ts'
import { showPoolDetails, type HasDetails } from '../machinePools/showDetails.ts'
import type { CodeSearch, SearchCode } from '../poolsInCode/codeSearch.ts'
import type { SoughtPool } from '../poolsInCode/findPools.ts'
import { logDeletion, reportDeletions, notifyGone, type Deletion } from './deletionReport.ts'
import { createInspector } from './inspectPools.ts'
import { isMachinePoolNode } from '../../ui/selectedItems.ts'
import { machinePoolPath } from '../../ui/machinePoolArguments.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { editConnectionAction } from '../../ui/messages.ts'

/** The result of {@link DeletePools}. Every other reason for not deleting is thrown. */
export type DeletionResult =
  | { readonly kind: 'ended'; readonly deletions: readonly Deletion[] }
  /** Not confirmed, or no API key was set. */
  | { readonly kind: 'declined' }
  /** No longer listed by the service. */
  | { readonly kind: 'gone' }
  /** Another dialog for one of the pools is open. */
  | { readonly kind: 'asked' }

/** Options of a deletion. */
export interface DeletionRequest {
  /** True if requested by a language model. */
  readonly isForModel?: boolean
  /** Nothing is asked, and no sending begins, once it has aborted. */
  readonly signal?: AbortSignal
}

/**
 * Deletes machine pools after the user has confirmed a dialog with the whole scope, and reports the outcome.
 */
export type DeletePools = (
  wanted: readonly MachinePoolRef[],
  request?: DeletionRequest,
) => Promise<DeletionResult>

/** A confirmed deletion; `release` must be called when it has ended. */
interface Confirmed {
  readonly pools: readonly Inspected[]
  /** When the pools were inspected, in epoch ms. */
  readonly inspectedAt: number
  /** The IDs of all deletions in their clusters that were known then. */
  readonly sent: ReadonlySet<string>
  readonly release: () => void
}

/** After this time, in milliseconds, the Enter key may be meant for something else than the dialog. */
const promptMs = 1_000
/** The validity of an inspection, in milliseconds. */
const inspectionLifetimeMs = 5_000
/** The maximum number of attempts while other windows send deletions at the same time. */
const maxAttempts = 3

/** The only code that deletes, for commands and tools. */
export function createDeletion(
  parts: Parts & HasNotifications & HasDetails & { searchCode: SearchCode },
): DeletePools {
  const { connections, apiKeys, tracked, poolDeleter, projects, log } = parts
  const { deletionNotifications } = parts
  const { inCluster, inspectNow } = createInspector(parts)
  /** The pools with an open dialog. */
  const promptedPools = new Set<string>()
  /** The number of open dialogs; VS Code shows one at a time. */
  let openDialogs = 0
  return async (wanted, request = {}) => {
    const begunAt = clock.elapsed('attention')
    await parts.deletions.refresh()
    for (const pool of wanted) {
      assertDeletable(pool)
      machinePoolPath(pool)
    }
    const keys = wanted.map(machinePoolIdentity)
    // After a double click or a repeated key, the next Enter would answer a second dialog.
    if (keys.some((key) => promptedPools.has(key))) return { kind: 'asked' }
    for (const key of keys) promptedPools.add(key)
    // While the service is asked, so that the dialog rarely waits for it.
    const search = parts.searchCode(wanted.map(({ machinePoolName }) => machinePoolName))
    const confirmation = await confirmed(wanted, request, begunAt, search).finally(() => {
      search.stop()
      for (const key of keys) promptedPools.delete(key)
    })
    if ('kind' in confirmation) return confirmation
    const { pools, release } = confirmation
    try {
      // Check again: the dialog may have been open for an hour.
      throwIfAborted(request.signal)
      for (const { pool } of pools) assertDeletable(pool)
      // Before the request, which adds an item to the view.
      const isInSight = deletionNotifications.isInSight(pools.map(({ pool }) => pool))
      const deletions = await deleteAll(confirmation, isInSight)
      reportDeletions(deletions, isInSight, parts)
      return { kind: 'ended', deletions }
    } finally {
      release()
    }
  }

  /**
   * Resolves to the confirmed pools, or to why there are none. If anything changed before the confirmation,
   * the pools are inspected and confirmed again.
   */
  async function confirmed(
    wanted: readonly MachinePoolRef[],
    { isForModel = false, signal }: DeletionRequest,
    begunAt: number,
    search: CodeSearch,
  ): Promise<Confirmed | Exclude<DeletionResult, { kind: 'ended' }>> {
    for (const connection of new Set(wanted.map((pool) => pool.connection))) {
      if (!(await ensureApiKey(connection, apiKeys))) return { kind: 'declined' }
    }
    let agreed: readonly Inspected[] = []
    for (;;) {
      const isAskedAgain = agreed.length > 0
      const sent = new Set(wanted.flatMap((pool) => [...poolDeleter.deletionsSentIn(pool).keys()]))
      // Once confirmed with or without a project, it stays that way.
      const inspected = isAskedAgain
        ? await inspectPools(agreed.map(({ pool }) => pool))
        : await inspectPools(wanted, inCluster)
      const inspectedAt = clock.now()
      if (inspected.length === 0) return { kind: 'gone' }
      const locations = await search.locationsOf(inspected.map(soughtPool))
      const isPrompt = clock.elapsed('attention') - begunAt <= promptMs
      // Nobody waits for it any more: there is nothing left to ask, but who has confirmed it must hear.
      if (isAskedAgain) throwIfAborted(signal)
      else if (signal?.aborted) return { kind: 'declined' }
      const news = isAskedAgain ? newsSince(agreed, inspected) : undefined
      if (!isAskedAgain || news) {
        // A dialog behind another one appears with the key that answers the first.
        const isFirst = openDialogs === 0
        openDialogs += 1
        const isConfirmed = await confirmDeletion({
          pools: inspected,
          projectName,
          earlier: (pool) => poolDeleter.deletionState(pool)?.kind,
          mustType: isForModel || isAskedAgain || !isPrompt || !isFirst,
          isForModel,
          news,
          locations: new Map(inspected.map((one, index) => [one, locations[index] ?? []])),
          showDetails: async () =>
            showPoolDetails(
              inspected.map(({ pool }, nth) => [pool, (locations[nth] ?? []).map(locationFacts)]),
              parts,
            ),
        }).finally(() => {
          openDialogs -= 1
        })
        completeStep('hasSeenConfirmation')
        if (!isConfirmed) return { kind: 'declined' }
        agreed = inspected
      }
      await parts.deletions.refresh()
      // Nothing is awaited between this check and the record for others, so that of two simultaneous
      // confirmations one is second.
      if (isFresh(inspectedAt) && !inspected.some((one) => hasNews(one, sent))) {
        const release = poolDeleter.confirm(inspected.map(({ pool }) => pool))
        return { pools: inspected, inspectedAt, sent, release }
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
      newDeletionsSince(one, sent).length > 0
    )
  }

  /** Inspects the pools before the dialog. Reports those that are gone, and leaves them out. */
  async function inspectPools(
    wanted: readonly MachinePoolRef[],
    place: (pool: MachinePoolRef, signal: AbortSignal) => Promise<MachinePoolRef> = async (pool) =>
      pool,
  ): Promise<Inspected[]> {
    const title = vscode.l10n.t('Checking the current state before deleting…')
    const all = await withDelayedProgress(
      title,
      async (signal) => {
        const pools = await Promise.all(wanted.map((pool) => place(pool, signal)))
        return inspectNow(pools, signal)
      },
      deletionNotifications.isInSight(wanted) ? { viewId: viewIds.machinePools } : {},
    )
    for (const { pool, status } of all) if (status === 'hybrid') throw hybridFailure(pool)
    for (const { pool, status } of all) {
      // This completes an earlier deletion.
      if (status === 'gone' && !(await parts.deletionMonitor.completeGone(pool)))
        notifyGone(pool, tracked)
    }
    const there = all.filter(({ status }) => status !== 'gone')
    if (there.length > 1) assertBatchAllowed(there)
    return there
  }

  function projectName({ connection, project }: MachinePoolRef): string | undefined {
    return connection.projectUid === undefined ? project?.name : projects.nameOf(connection)
  }

  /** Throws if a pool must not be deleted now. */
  function assertDeletable(pool: MachinePoolRef): void {
    const name = visible(pool.machinePoolName)
    const connection = connections.find(pool.connection.name)
    if (connection?.protection === 'readOnly') {
      throw new CommandError(
        vscode.l10n.t(
          'The delete request was not sent because connection “{0}” is read-only. To allow deletions, change the protection of the connection.',
          visible(connection.name),
        ),
        [editConnectionAction(connection)],
      )
    }
    if (!isSameConnection(pool.connection, connection)) {
      throw new CommandError(
        vscode.l10n.t(
          'The delete request was not sent because connection “{0}” was changed or removed in the meantime. Try again.',
          visible(pool.connection.name),
        ),
      )
    }
    if (isMachinePoolNode(pool) && pool.isHybrid) throw hybridFailure(pool)
    if (poolDeleter.deletionState(pool)?.kind === 'deleting') {
      throw new CommandError(vscode.l10n.t('Machine pool is already being deleted: “{0}”.', name))
    }
    if (isMachinePoolNode(pool) && pool.isTracked && !isTracked(pool)) {
      throw new CommandError(
        vscode.l10n.t(
          'The delete request was not sent because machine pool “{0}” is no longer in the view.',
          name,
        ),
      )
    }
  }

  function isTracked(pool: MachinePoolRef): boolean {
    return tracked.hasPool(pool) || poolDeleter.deletionState(pool) !== undefined
  }

  /** In sequence, so that it is clear what wasn’t sent after Cancel. */
  async function deleteAll(agreed: Confirmed, isInSight: boolean): Promise<Deletion[]> {
    const all = agreed.pools
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
        const deletion = { pool, outcome: await deleteOne(one, agreed, signal) }
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

  /** Returns the names of pools in the same cluster whose deletions were sent since `sent`. */
  function deletionsSentSince(pool: MachinePoolRef, sent: ReadonlySet<string>): string[] {
    return [...poolDeleter.deletionsSentIn(pool)].flatMap(([id, name]) =>
      sent.has(id) ? [] : name,
    )
  }

  /** Like {@link deletionsSentSince}, without those already counted. */
  function newDeletionsSince(
    { pool, poolsBeingDeleted }: Inspected,
    sent: ReadonlySet<string>,
    names: readonly string[] = [],
  ): string[] {
    return deletionsSentSince(pool, sent).filter(
      (name) => !poolsBeingDeleted.has(name) && !names.includes(name),
    )
  }

  /** Inspects a pool again; throws if the confirmation doesn’t cover what is known now. */
  async function assertUnchanged(
    agreed: Inspected,
    others: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const [now] = await inspectNow([agreed.pool], signal, others)
    const isThere = now?.status === 'listed' || now?.status === 'unknown'
    const news = now && isThere ? newsSince([agreed], [now]) : 'changed'
    if (now && news === 'unchecked') throw uncheckedFailure(now)
    if (news) throw changedFailure()
  }

  async function deleteOne(
    one: Inspected,
    agreed: Confirmed,
    signal: AbortSignal,
  ): Promise<Deletion['outcome']> {
    const cancelled = {
      kind: 'notSent',
      why: vscode.l10n.t('The operation was canceled.'),
    } as const
    if (signal.aborted) return cancelled
    try {
      return await sendOne(one, agreed, signal)
    } catch (error) {
      // Nothing was sent, but the outcomes of the pools before it must be reported.
      if (signal.aborted) return cancelled
      if (!(error instanceof Error)) return { kind: 'notSent', why: String(error) }
      const { cause, message } = error
      if (cause instanceof Error) log.warn(`A deletion was not sent: ${cause.message}`)
      return { kind: 'notSent', why: message }
    }
  }

  /** Sends one deletion, unless the confirmation doesn’t cover it anymore; rejects if nothing was sent. */
  async function sendOne(
    one: Inspected,
    agreed: Confirmed,
    signal: AbortSignal,
  ): Promise<DeletionOutcome> {
    const { pool, machineUids, nodes, zones, status } = one
    // The deletions before it may have taken long, and the computer may have slept. Nothing was awaited
    // between the refresh after the confirmation and the first one.
    if (one !== agreed.pools[0]) await parts.deletions.refresh()
    assertDeletable(pool)
    const together = deletedTogetherWith(one, agreed.pools)
    let { sent } = agreed
    // It was deleted separately before its turn, here or in another window.
    if (deletionsSentSince(pool, sent).includes(pool.machinePoolName)) throw changedFailure()
    let mustInspect =
      !isFresh(agreed.inspectedAt) || newDeletionsSince(one, sent, together).length > 0
    /** Pools that other windows are about to send; a withdrawn record may come again. */
    const others: string[] = []
    for (let attempt = 1; ; attempt++) {
      if (mustInspect) {
        sent = new Set(poolDeleter.deletionsSentIn(pool).keys())
        await assertUnchanged(one, others, signal)
        assertDeletable(pool) // meanwhile, the connection may have become read-only
      }
      let news: string[] = []
      const known = {
        ...(machineUids && { machineUids }),
        nodes,
        zones,
        wasListed: status === 'listed',
        isOutdated: () => {
          news = newDeletionsSince(one, sent, [...together, ...others, pool.machinePoolName])
          return news.length > 0
        },
      }
      try {
        return await poolDeleter.delete(pool, signal, known)
      } catch (error) {
        // Another window sends one at the same moment. With both known, both may be allowed.
        if (news.length === 0 || attempt === maxAttempts) throw error
        others.push(...news)
        mustInspect = true
      }
    }
  }
}

/** Returns the identity of a pool for a search in files. */
export function soughtPool(one: Inspected): SoughtPool {
  const { pool, configName, cluster, clusterUid, isNameShared } = one
  const { machinePoolName, provider, configUid, configLabel } = pool
  const names = [configName, cluster, configLabel].filter((name) => name !== undefined)
  return { machinePoolName, names, configUid, clusterUid, provider, isNameShared }
}

/** Returns whether an inspection is still valid. The clock may have been set back. */
function isFresh(inspectedAt: number): boolean {
  const age = clock.now() - inspectedAt
  return age >= 0 && age <= inspectionLifetimeMs
}

/**
 * Returns what the confirmation doesn’t cover: a pool has become more dangerous to delete, was recreated under
 * the same name, or couldn’t be checked again. Undefined if it covers all that is known now.
 */
function newsSince(agreed: readonly Inspected[], now: readonly Inspected[]): News | undefined {
  const news = now.map((one) => {
    const before = agreed.find((other) => {
      return machinePoolIdentity(other.pool) === machinePoolIdentity(one.pool)
    })
    if (!before || isAnother(one, before)) return 'changed'
    const added = one.dangers.filter((danger) => !before.dangers.includes(danger))
    if (added.length === 0) return undefined
    return added.some((danger) => unchecked.includes(danger)) ? 'unchecked' : 'changed'
  })
  return news.find((one) => one === 'changed') ?? news.find((one) => one === 'unchecked')
}

/** The dangers of a pool that couldn’t be checked. */
const unchecked: readonly Danger[] = ['lookFailed', 'lookUnsupported']

/** Returns whether a pool has machines, but none of those from before, which may still be listed as gone. */
function isAnother({ liveUids = [] }: Inspected, before: Inspected): boolean {
  const earlier = new Set(before.machineUids)
  return earlier.size > 0 && liveUids.length > 0 && !liveUids.some((uid) => earlier.has(uid))
}

/** Returns the names of the other pools in the cluster that are deleted together with a pool. */
function deletedTogetherWith({ pool }: Inspected, all: readonly Inspected[]): string[] {
  const identity = configIdentity(pool)
  const names = all
    .filter((one) => configIdentity(one.pool) === identity)
    .map((one) => one.pool.machinePoolName)
  return names.filter((name) => name !== pool.machinePoolName)
}
