import * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import { withDeadline } from '../../api/deadline.ts'
import { ApiError } from '../../api/errors.ts'
import type { Machines } from '../../api/lookups.ts'
import { isSameConnection } from '../../connections/connection.ts'
import { settingIds } from '../../contributions.ts'
import { labelOf } from '../../inventory/configs.ts'
import { loneDangers, type LoneDanger } from '../../inventory/deletionGuard.ts'
import { inspect, type Inspected } from '../../inventory/inspection.ts'
import type { DeletionOutcome } from '../../inventory/poolDeleter.ts'
import { findCluster } from '../../inventory/poolSearch.ts'
import {
  configIdentity,
  machinePoolIdentity,
  type MachinePoolRef,
} from '../../inventory/machinePoolRef.ts'
import type { Parts } from '../../parts.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { confirmDeletion, lookFailureText } from './confirmDeletion.ts'
import { visible } from '../../texts.ts'
import { completeStep } from '../help/walkthrough.ts'
import type { DeletionHistory } from './activity.ts'
import { logDeletion, reportDeletions, notifyGone, type Deletion } from './deletionReport.ts'
import { isMachinePoolNode } from '../../ui/rows.ts'
import { machinePoolPath } from '../../ui/machinePoolArguments.ts'
import { withCancellableProgress, withDelayedProgress } from '../../ui/progress.ts'
import { CommandError } from '../../ui/failures.ts'
import { editConnectionsAction } from '../../ui/messages.ts'

/** How it ended; where nothing was deleted for another reason, that was thrown. */
export type DeletionResult =
  /** With an outcome for each pool. */
  | { readonly kind: 'ended'; readonly deletions: readonly Deletion[] }
  /** The user did not confirm it, or set no key. */
  | { readonly kind: 'declined' }
  /** The service lists none of the pools any more. */
  | { readonly kind: 'gone' }
  /** A question about one of the pools stands already. */
  | { readonly kind: 'asked' }

/** On whose behalf machine pools are deleted. */
export interface DeletionRequest {
  /** Whether a language model asks for it. */
  readonly isForModel?: boolean
  /** Nothing is asked, and no sending begins, once it has aborted. */
  readonly signal?: AbortSignal
}

/**
 * Deletes machine pools once the user has confirmed it, and tells what came of it. Whoever calls it: it
 * asks, by a dialog that names the whole scope.
 */
export type DeletePools = (
  wanted: readonly MachinePoolRef[],
  request?: DeletionRequest,
) => Promise<DeletionResult>

/** What the user has confirmed; `release` is to be called when all of it has ended. */
interface Confirmed {
  readonly pools: readonly Inspected[]
  /** When they were looked at, in epoch ms. */
  readonly lookedAt: number
  /** The ids of all deletions in their clusters that were known of then. */
  readonly sent: ReadonlySet<string>
  readonly release: () => void
}

/** How long a question may take to appear before the Enter key may be meant for something else, in ms. */
const promptMs = 1_000
/** How long a question waits for the machines of its pools to be counted, in ms. */
const countTimeoutMs = 3_000
/** How long what was looked at before a question holds, in ms. */
const inspectionLifetimeMs = 5_000
/** How often one is tried to be sent while other windows send theirs in the same moment. */
const maxAttempts = 3

/** The one way to a deletion, for commands and tools. */
export function createDeletion(parts: Parts & { activity: DeletionHistory }): DeletePools {
  const { connections, apiKeys, tracked, clusters, poolDeleter, projects, activity, log } = parts
  /** What a question stands about. */
  const promptedPools = new Set<string>()
  /** How many questions stand: VS Code shows one after the other. */
  let openDialogs = 0
  return async (wanted, request = {}) => {
    const begunAt = clock.elapsed('attention')
    await poolDeleter.refresh()
    for (const pool of wanted) {
      assertDeletable(pool)
      machinePoolPath(pool)
    }
    const keys = wanted.map(machinePoolIdentity)
    // A double click, or a key that repeats: a second question would be answered by the next Enter.
    if (keys.some((key) => promptedPools.has(key))) return { kind: 'asked' }
    for (const key of keys) promptedPools.add(key)
    const confirmation = await confirmed(wanted, request, begunAt).finally(() => {
      for (const key of keys) promptedPools.delete(key)
    })
    if ('kind' in confirmation) return confirmation
    const { pools, release } = confirmation
    try {
      // Check again: the dialog may have been open for an hour.
      throwIfAborted(request.signal)
      for (const { pool } of pools) assertDeletable(pool)
      const deletions = await deleteAll(confirmation)
      reportDeletions(deletions, tracked)
      return { kind: 'ended', deletions }
    } finally {
      release()
    }
  }

  /**
   * The pools that are to be deleted, as the user has confirmed them, or why none are. What was known
   * when it was confirmed holds when this returns: otherwise it is looked at, and asked, once more.
   */
  async function confirmed(
    wanted: readonly MachinePoolRef[],
    { isForModel = false, signal }: DeletionRequest,
    begunAt: number,
  ): Promise<Confirmed | Exclude<DeletionResult, { kind: 'ended' }>> {
    for (const connection of new Set(wanted.map((pool) => pool.connection))) {
      if (!(await ensureApiKey(connection, apiKeys))) return { kind: 'declined' }
    }
    let agreed: readonly Inspected[] = []
    for (;;) {
      const isAskedAgain = agreed.length > 0
      const sent = new Set(wanted.flatMap((pool) => [...poolDeleter.sentIn(pool).keys()]))
      // Once it was confirmed in a project, or without one, it stays so, whatever is known by then.
      const inspected = isAskedAgain
        ? await look(agreed.map(({ pool }) => pool))
        : await look(wanted, inCluster)
      const isPrompt = clock.elapsed('attention') - begunAt <= promptMs
      const lookedAt = clock.now()
      if (inspected.length === 0) return { kind: 'gone' }
      // Nobody waits for it any more: there is nothing left to ask, but who has confirmed it must hear.
      if (isAskedAgain) throwIfAborted(signal)
      else if (signal?.aborted) return { kind: 'declined' }
      if (!isAskedAgain || !isCovered(inspected, agreed)) {
        // One that stands behind another appears with the key that answers that.
        const isFirst = openDialogs === 0
        openDialogs += 1
        const isConfirmed = await confirmDeletion({
          pools: inspected,
          projectName,
          earlier: (pool) => poolDeleter.deletionState(pool)?.kind,
          mustType: isForModel || isAskedAgain || !isPrompt || !isFirst,
          isForModel,
          isAskedAgain,
        }).finally(() => {
          openDialogs -= 1
        })
        completeStep('hasSeenConfirmation')
        if (!isConfirmed) return { kind: 'declined' }
        agreed = inspected
      }
      await poolDeleter.refresh()
      // Nothing is awaited between this and what tells others: of two answers at once, one is second.
      if (isFresh(lookedAt) && !inspected.some((one) => hasNews(one, sent))) {
        const release = poolDeleter.confirm(inspected.map(({ pool }) => pool))
        return { pools: inspected, lookedAt, sent, release }
      }
    }
  }

  /**
   * Whether other pools of the cluster go by now that were not known to when it was looked at, or
   * anything was sent since: the service may have deleted it by now.
   */
  function hasNews(one: Inspected, sent: ReadonlySet<string>): boolean {
    const going = [...poolDeleter.goingBeside(one.pool)]
    return going.some((name) => !one.going.has(name)) || sentBeside(one, sent).length > 0
  }

  /** Looks at the pools before a question. Those that are gone are told, and left out. */
  async function look(
    wanted: readonly MachinePoolRef[],
    place: (pool: MachinePoolRef, signal: AbortSignal) => Promise<MachinePoolRef> = async (pool) =>
      pool,
  ): Promise<Inspected[]> {
    const title = vscode.l10n.t('Checking the current state before deleting…')
    const all = await withDelayedProgress(title, async (signal) => {
      const pools = await Promise.all(wanted.map((pool) => place(pool, signal)))
      return inspectNow(pools, signal)
    })
    for (const { pool, status } of all) if (status === 'hybrid') throw hybridFailure(pool)
    for (const { pool, status } of all) {
      // An earlier deletion of it has ended with this.
      if (status === 'gone' && !(await poolDeleter.settleGone(pool))) notifyGone(pool, tracked)
    }
    const there = all.filter(({ status }) => status !== 'gone')
    if (there.length > 1) assertBatchAllowed(there)
    return there
  }

  /** All that is known of the pools now, with others in their clusters counted as going. */
  async function inspectNow(
    pools: readonly MachinePoolRef[],
    signal: AbortSignal,
    others: readonly string[] = [],
  ): Promise<Inspected[]> {
    const inspected = await inspect(pools, {
      look: (pool) => clusters.look(pool, signal),
      known: (pool) => clusters.known(pool),
      machines: (pool) => machinesSoon(pool, signal),
      going: (pool) => new Set([...poolDeleter.goingBeside(pool), ...others]),
    })
    // What only adds to the question fails in silence, when it is canceled too.
    if (signal.aborted) throw new ApiError('cancelled', 'The look was canceled')
    return inspected
  }

  /** A pool with the project and the name of its cluster, which may not have been listed yet. */
  async function inCluster(pool: MachinePoolRef, signal: AbortSignal): Promise<MachinePoolRef> {
    if (pool.connection.projectUid === undefined && !clusters.inProject(pool).project) {
      await withDeadline(countTimeoutMs, signal, (soon) =>
        soon.race(findCluster(pool, clusters, soon.signal)),
      ).catch(() => undefined)
    }
    const configLabel = pool.configLabel ?? labelOf(pool, { tracked, clusters })
    return { ...clusters.inProject(pool), configLabel }
  }

  /** The question is about the pool: it waits for no list that stalls. */
  async function machinesSoon(
    pool: MachinePoolRef,
    signal: AbortSignal,
  ): Promise<Machines | undefined> {
    return withDeadline(countTimeoutMs, signal, (soon) =>
      soon.race(clusters.machines(pool, soon.signal)),
    ).catch(() => undefined)
  }

  function projectName({ connection, project }: MachinePoolRef): string | undefined {
    return connection.projectUid === undefined ? project?.name : projects.nameOf(connection)
  }

  /** Throws where a pool must not be deleted now: nothing was sent, and why. */
  function assertDeletable(pool: MachinePoolRef): void {
    const name = visible(pool.machinePoolName)
    const connection = connections.find(pool.connection.name)
    if (connection?.readOnly) {
      throw new CommandError(
        vscode.l10n.t(
          'The delete request was not sent because connection “{0}” is read-only. To allow deletions, change “readOnly” in the {1} setting.',
          visible(connection.name),
          settingIds.connections,
        ),
        [editConnectionsAction()],
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
      throw new CommandError(vscode.l10n.t('Machine pool “{0}” is already being deleted.', name))
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

  /** One after the other: what Cancel leaves unsent is then clear. */
  async function deleteAll(agreed: Confirmed): Promise<Deletion[]> {
    const all = agreed.pools
    const [first, ...others] = all
    const title =
      others.length === 0
        ? vscode.l10n.t('Deleting machine pool “{0}”…', visible(first?.pool.machinePoolName ?? ''))
        : vscode.l10n.t('Deleting {0} machine pools…', all.length)
    return withCancellableProgress(title, async (signal, report) => {
      const deletions: Deletion[] = []
      for (const one of all) {
        const { pool } = one
        if (others.length > 0) report(visible(pool.machinePoolName))
        const deletion = { pool, outcome: await deleteOne(one, agreed, signal) }
        logDeletion(log, deletion)
        await activity.add(deletion)
        deletions.push(deletion)
      }
      return deletions
    })
  }

  /**
   * The pools of a pool's cluster whose deletions were sent since what is in `sent`, other than those
   * that counted as going all the same, or that have these names.
   */
  function sentBeside(
    { pool, going }: Inspected,
    sent: ReadonlySet<string>,
    names: readonly string[] = [],
  ): string[] {
    const all = [...poolDeleter.sentIn(pool)].filter(([id]) => !sent.has(id))
    return all.map(([, name]) => name).filter((name) => !going.has(name) && !names.includes(name))
  }

  /** Whether a deletion of the pool itself was sent since what is in `sent`. */
  function wasSentItself(pool: MachinePoolRef, sent: ReadonlySet<string>): boolean {
    const all = [...poolDeleter.sentIn(pool)]
    return all.some(([id, name]) => !sent.has(id) && name === pool.machinePoolName)
  }

  /**
   * Looks again at one; throws where what was agreed to does not cover what is known now, with others
   * counted as going.
   */
  async function assertUnchanged(
    agreed: Inspected,
    others: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const [now] = await inspectNow([agreed.pool], signal, others)
    const isThere = now?.status === 'listed' || now?.status === 'unknown'
    if (now && isThere && isCovered([now], [agreed])) return
    throw changedFailure()
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
      // Nothing was sent. What came of those before it must be told all the same.
      if (signal.aborted) return cancelled
      if (!(error instanceof Error)) return { kind: 'notSent', why: String(error) }
      const { cause, message } = error
      if (cause instanceof Error) log.warn(`A deletion was not sent: ${cause.message}`)
      return { kind: 'notSent', why: message }
    }
  }

  /** Sends one, unless what was agreed to covers it no more; rejects where nothing was sent. */
  async function sendOne(
    one: Inspected,
    agreed: Confirmed,
    signal: AbortSignal,
  ): Promise<DeletionOutcome> {
    const { pool, machineUids, status } = one
    // Those before it may have taken long, and the computer may have slept meanwhile.
    await poolDeleter.refresh()
    assertDeletable(pool)
    const together = namesBeside(one, agreed.pools)
    let { sent } = agreed
    // It was deleted by itself before its turn, here or in another window: one is enough.
    if (wasSentItself(pool, sent)) throw changedFailure()
    let mustLook = !isFresh(agreed.lookedAt) || sentBeside(one, sent, together).length > 0
    /** Those that other windows are about to send: a mark that is taken back may come again. */
    const others: string[] = []
    for (let attempt = 1; ; attempt++) {
      if (mustLook) {
        sent = new Set(poolDeleter.sentIn(pool).keys())
        await assertUnchanged(one, others, signal)
      }
      let news: string[] = []
      const known = {
        ...(machineUids && { machineUids }),
        wasListed: status === 'listed',
        isOutdated: () => {
          news = sentBeside(one, sent, [...together, ...others, pool.machinePoolName])
          return news.length > 0
        },
      }
      try {
        return await poolDeleter.delete(pool, signal, known)
      } catch (error) {
        // Another window sends one in the same moment: with both known, both may be right.
        if (news.length === 0 || attempt === maxAttempts) throw error
        others.push(...news)
        mustLook = true
      }
    }
  }
}

/** Whether what was looked at then still holds; the clock may have been set back. */
function isFresh(lookedAt: number): boolean {
  const age = clock.now() - lookedAt
  return age >= 0 && age <= inspectionLifetimeMs
}

/**
 * Whether what was agreed to covers what is known now: no pool has become more dangerous to delete, or
 * is another one by now that was made anew under the same name.
 */
function isCovered(now: readonly Inspected[], agreed: readonly Inspected[]): boolean {
  return now.every((one) => {
    const { pool, dangers } = one
    const before = agreed.find((other) => {
      return machinePoolIdentity(other.pool) === machinePoolIdentity(pool)
    })
    if (!before || isAnother(one, before)) return false
    return dangers.every((danger) => before.dangers.includes(danger))
  })
}

/** Whether a pool has machines, and none of those that it had before. */
function isAnother({ machineUids = [] }: Inspected, before: Inspected): boolean {
  const earlier = new Set(before.machineUids)
  return earlier.size > 0 && machineUids.length > 0 && !machineUids.some((uid) => earlier.has(uid))
}

/** The names of the others in a pool's cluster that are deleted together with it. */
function namesBeside({ pool }: Inspected, all: readonly Inspected[]): string[] {
  const identity = configIdentity(pool)
  const names = all
    .filter((one) => configIdentity(one.pool) === identity)
    .map((one) => one.pool.machinePoolName)
  return names.filter((name) => name !== pool.machinePoolName)
}

function changedFailure(): CommandError {
  return new CommandError(
    vscode.l10n.t('The cluster changed in the meantime or couldn’t be checked. Try again.'),
  )
}

function hybridFailure({ machinePoolName }: MachinePoolRef): CommandError {
  return new CommandError(
    vscode.l10n.t(
      'Nothing was deleted because “{0}” is a hybrid pool. Delete it in the management console.',
      visible(machinePoolName),
    ),
  )
}

/** Throws if one of several pools can't be deleted along with others. */
function assertBatchAllowed(all: readonly Inspected[]): void {
  for (const danger of loneDangers) {
    const found = all.find(({ dangers }) => dangers.includes(danger))
    if (found) throw new CommandError(aloneText(danger, found))
  }
}

function aloneText(danger: LoneDanger, { pool, look }: Inspected): string {
  const name = visible(pool.machinePoolName)
  switch (danger) {
    case 'controlPlane':
      return vscode.l10n.t(
        'Nothing was deleted because “{0}” is a control plane pool. Delete it on its own.',
        name,
      )
    case 'lastSystemPool':
      return vscode.l10n.t(
        'Nothing was deleted because the cluster of “{0}” would have no system pool left. Delete the last one on its own.',
        name,
      )
    case 'lookFailed':
      return vscode.l10n.t(
        'Nothing was deleted because “{0}” couldn’t be checked. Delete this machine pool on its own. {1}',
        name,
        lookFailureText(pool, look),
      )
    case 'lastWorker':
      return vscode.l10n.t(
        'Nothing was deleted because the cluster of “{0}” would have no worker pool left. Delete the last one on its own.',
        name,
      )
  }
}

/** Throws where who asked for the deletion does not want it any more. */
function throwIfAborted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return
  throw new CommandError(vscode.l10n.t('Nothing was deleted because the deletion was canceled.'))
}
