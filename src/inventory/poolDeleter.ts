import * as vscode from 'vscode'
import { ApiError } from '../api/errors.ts'
import { withDeadline } from '../api/deadline.ts'
import { resendRedirects } from '../api/errorResponse.ts'
import type { ServiceFor } from '../connections/services.ts'
import type { SentDeletion } from './deletions.ts'
import type { KnownBefore } from './deletionWriter.ts'
import type { DeletionMonitor } from './deletionMonitor.ts'
import { stallMs } from './drain.ts'
import type { MachineWatch } from './machineWatch.ts'
import { failed, type DeletionObserver, type ObserverParts } from './deletionObserver.ts'
import {
  configIdentity,
  configIdentityOf,
  machinePoolIdentity,
  scoped,
  type MachinePoolRef,
} from './machinePoolRef.ts'

/** The timeout of the check after a deletion, in milliseconds. */
const verificationTimeoutMs = 5_000

/** The outcome of a delete request: exactly one of three. */
export type DeletionOutcome = (
  | {
      readonly kind: 'done'
      /** True if the service still lists the pool, as its machines drain first; undefined if unknown. */
      readonly isListed?: boolean | undefined
    }
  | {
      readonly kind: 'refused'
      readonly error: ApiError
      /** After a 404, which proves nothing: whether the service lists the pool, if known. */
      readonly isListed?: boolean | undefined
      /** True if an earlier deletion may still be in progress, which may be the reason. */
      readonly isEarlierOpen?: boolean
    }
  /** It may have been deleted. */
  | { readonly kind: 'unknown'; readonly error: ApiError }
) & {
  /** The ID of its record; undefined if nothing was sent. */
  readonly id?: string | undefined
  /** True if it couldn’t be saved: after a reload, the pool counts as one that may have been deleted. */
  readonly isUnsaved?: boolean
}

/** The state of a pending deletion, as the tree item of its pool shows it. */
export interface DeletionState {
  /**
   * `deleting` until the service no longer lists the pool; `unknown` without a definite response; `overdue` if
   * the pool should be gone by now.
   */
  readonly kind: 'deleting' | 'unknown' | 'overdue'
  readonly nodesLeft?: number | undefined
  /** The time without progress of an accepted deletion, in ms; undefined if too short or unknown. */
  readonly stalledMs?: number | undefined
}

interface DeleterParts extends Omit<ObserverParts, 'clusters' | 'capabilities'> {
  serviceFor: ServiceFor
  observer: DeletionObserver
  deletionMonitor: DeletionMonitor
}

/** Deletes machine pools, and records and monitors the deletions. */
export class PoolDeleter implements vscode.Disposable {
  readonly #parts: DeleterParts
  /** The pools with a confirmed deletion, until it has ended. */
  readonly #confirmed = new Set<MachinePoolRef>()
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #subscription: vscode.Disposable

  /** Fires when a deletion begins, changes, or ends. */
  readonly onDidChange = this.#changed.event

  constructor(parts: DeleterParts) {
    this.#parts = parts
    this.#subscription = parts.deletionMonitor.onDidChange(() => this.#changed.fire())
  }

  /**
   * Returns the names of the other pools in the cluster that count as gone: deletions that are pending in any
   * window, or confirmed here.
   */
  otherPoolsBeingDeleted(pool: MachinePoolRef): ReadonlySet<string> {
    const identity = configIdentity(pool)
    const confirmed = [...this.#confirmed].filter((one) => configIdentity(one) === identity)
    const all = [...confirmed, ...this.#parts.deletions.pendingIn(pool).map((one) => one.pool)]
    const names = new Set(all.map(({ machinePoolName }) => machinePoolName))
    names.delete(pool.machinePoolName)
    return names
  }

  /** Counts pools as being deleted, until the returned function is called. */
  confirm(pools: readonly MachinePoolRef[]): () => void {
    for (const pool of pools) this.#confirmed.add(pool)
    return () => {
      for (const pool of pools) this.#confirmed.delete(pool)
    }
  }

  /**
   * Returns the names of pools by deletion ID, for all deletions sent in a pool’s cluster from any window,
   * completed or not.
   */
  deletionsSentIn(pool: MachinePoolRef): ReadonlyMap<string, string> {
    const identity = configIdentity(pool)
    const own = this.#parts.deletions.all.filter((one) => configIdentityOf(one) === identity)
    return new Map(own.map(({ id, machinePoolName }) => [id, machinePoolName]))
  }

  /** Returns the names of pools whose deletions were sent in a pool’s cluster since `sent`, the IDs known then. */
  deletionsSentSince(pool: MachinePoolRef, sent: ReadonlySet<string>): string[] {
    return [...this.deletionsSentIn(pool)].flatMap(([id, name]) => (sent.has(id) ? [] : name))
  }

  /** Returns the state of an earlier deletion for the guard, also of a dismissed one, which marks nothing. */
  earlierDeletion(pool: MachinePoolRef): DeletionState | undefined {
    return this.deletionState(pool, this.#parts.deletions.allPendingOf(pool)[0])
  }

  /** Returns the state of the deletion that marks a pool. */
  deletionState(
    pool: MachinePoolRef,
    deletion = this.#parts.deletions.pendingOf(pool),
  ): DeletionState | undefined {
    if (this.#parts.observer.sending.has(machinePoolIdentity(pool))) return { kind: 'deleting' }
    if (!deletion) return undefined
    const watch = this.#parts.deletionMonitor.machineWatch(pool)
    const failures = this.#parts.observer.failures.get(deletion.id) ?? 0
    const seen = failures > 0 ? undefined : watch // what was observed before is old
    const nodesLeft = seen?.count
    const isInProgress = this.#parts.deletions.isInProgress(deletion)
    if (!deletion.isAccepted)
      return isInProgress ? { kind: 'deleting', nodesLeft } : { kind: 'unknown' }
    const stalledMs = seen && stalledTime(deletion, seen)
    if (isInProgress) return { kind: 'deleting', nodesLeft, stalledMs }
    return { kind: 'overdue', nodesLeft, stalledMs }
  }

  /** The number of deletions that are being sent or tracked, without those whose outcome is unknown. */
  get inProgressCount(): number {
    const inProgress = new Set(this.#parts.observer.sending)
    for (const pool of this.#parts.deletionMonitor.monitoredPools) {
      if (this.deletionState(pool)?.kind === 'deleting') inProgress.add(machinePoolIdentity(pool))
    }
    return inProgress.size
  }

  /**
   * Sends and records one deletion. Rejects only if nothing was sent. Check {@link earlierDeletion} first:
   * deleting a pool whose deletion is in progress is a bug.
   */
  async delete(
    pool: MachinePoolRef,
    signal: AbortSignal,
    known?: KnownBefore,
  ): Promise<DeletionOutcome> {
    const key = machinePoolIdentity(pool)
    if (this.#parts.observer.sending.has(key))
      throw new Error('This machine pool is being deleted already')
    this.#parts.observer.sending.add(key)
    this.#changed.fire()
    try {
      const { deletion, outcome: sent, isSaved = true } = await this.#send(pool, signal, known)
      if (!deletion) return sent
      if (!wasSent(sent)) {
        const forget = () => this.#parts.deletionWriter.forget(deletion.id)
        return { ...sent, isUnsaved: !(await this.#trySave(forget)) }
      }
      const verified = await this.#verifyOutcome(pool, deletion, sent, signal)
      const isEarlierOpen =
        verified.kind === 'refused' &&
        verified.isListed !== false &&
        this.#parts.deletions.allPendingOf(pool).some(({ id }) => id !== deletion.id)
      const outcome = isEarlierOpen ? { ...verified, isEarlierOpen } : verified
      const isRecorded = await this.#trySave(() => this.#recordOutcome(pool, outcome, deletion))
      // A look at the pool may be writing at this moment, which is no failure.
      const isUnsaved = !isRecorded || (!isSaved && this.#parts.deletions.unsaved.has(deletion.id))
      return { ...outcome, id: deletion.id, isUnsaved }
    } finally {
      this.#parts.observer.sending.delete(key)
      this.#changed.fire()
    }
  }

  dispose(): void {
    this.#subscription.dispose()
    this.#changed.dispose()
  }

  /**
   * Sends a deletion after recording it; without a record, it isn’t sent. Never rejects after the request.
   */
  async #send(
    pool: MachinePoolRef,
    signal: AbortSignal,
    known: KnownBefore | undefined,
  ): Promise<{
    deletion?: SentDeletion | undefined
    outcome: DeletionOutcome
    isSaved?: boolean
  }> {
    let deletion: SentDeletion | undefined
    try {
      const service = await this.#parts.serviceFor(scoped(pool))
      deletion = await this.#parts.deletionWriter.begin(pool, {
        ...known,
        skewMs: service.skewMs(),
      })
      await service.deleteMachinePool(pool, signal)
    } catch (error) {
      if (error instanceof ApiError) {
        return {
          deletion,
          outcome: { kind: error.mayHaveTakenEffect ? 'unknown' : 'refused', error },
        }
      }
      if (!deletion) throw error
      const unknown = new ApiError('invalidResponse', String(error), { mayHaveTakenEffect: true })
      return { deletion, outcome: { kind: 'unknown', error: unknown } }
    }
    const { id } = deletion
    const accepted = { isSending: false, isAccepted: true, fate: 'accepted' }
    const isSaved = await this.#trySave(() => this.#parts.deletionWriter.update(id, accepted))
    return { deletion: { ...deletion, ...accepted }, outcome: { kind: 'done' }, isSaved }
  }

  /** Checks the pool if that tells more: whether the machines drain, or what a refusal meant. Never rejects. */
  async #verifyOutcome(
    pool: MachinePoolRef,
    deletion: SentDeletion,
    outcome: DeletionOutcome,
    signal: AbortSignal,
  ): Promise<DeletionOutcome> {
    const isDone = outcome.kind === 'done'
    if (!isDone && !provesNothing(outcome)) return outcome
    // The outcome is known by now, and must not depend on this check or wait long for it.
    const observed = await withDeadline(verificationTimeoutMs, signal, async (soon) =>
      soon.race(this.#parts.observer.observe(pool, [{ pool, deletion }], soon.signal)),
    ).catch(() => undefined)
    const seen = observed?.get(deletion.id) ?? failed
    const { kind } = seen
    if (isDone) return { kind: 'done', isListed: kind === 'failed' ? undefined : kind === 'listed' }
    if (kind === 'gone' && deletion.wasListed) return { kind: 'done', isListed: false }
    if (kind === 'listed' && seen.watch?.isLeaving) return { kind: 'unknown', error: outcome.error }
    const isTold = outcome.error.kind === 'notFound' && (kind === 'listed' || kind === 'gone')
    return isTold ? { ...outcome, isListed: kind === 'listed' } : outcome
  }

  async #recordOutcome(
    pool: MachinePoolRef,
    outcome: DeletionOutcome,
    deletion: SentDeletion,
  ): Promise<void> {
    switch (outcome.kind) {
      case 'done':
        if (outcome.isListed !== false) return this.#parts.deletionMonitor.monitor(pool)
        await this.#parts.deletionWriter.completeAll(pool, { isGone: true })
        return undefined
      case 'refused':
        // It had no effect; an earlier one is unchanged.
        if (outcome.isListed === false)
          await this.#parts.deletionWriter.completeAll(pool, { isGone: true })
        else await this.#parts.deletionWriter.complete(deletion.id)
        return undefined
      case 'unknown':
        await this.#parts.deletionWriter
          .update(deletion.id, { isSending: false })
          .finally(() => this.#parts.deletionMonitor.monitor(pool, 'first'))
    }
  }

  /** Records an outcome. Resolves to whether it could be saved. */
  async #trySave(write: () => Promise<void>): Promise<boolean> {
    try {
      await write()
      return true
    } catch (error) {
      this.#parts.log.error(`Couldn’t save a deletion: ${String(error)}`)
      return false
    }
  }
}

function stalledTime({ progress }: SentDeletion, watch: MachineWatch): number | undefined {
  const ms = progress ? watch.seenAt - progress.at : 0
  return ms >= stallMs ? ms : undefined
}

type Refused = Extract<DeletionOutcome, { kind: 'refused' }>

/**
 * Returns whether a refusal proves nothing: it may be the response to a second request, because a proxy may have
 * sent the deletion twice, or a redirect by what passed it on.
 */
function provesNothing(outcome: DeletionOutcome): outcome is Refused {
  const statuses = [404, 409, 410, ...resendRedirects]
  return outcome.kind === 'refused' && statuses.includes(outcome.error.status ?? 0)
}

/** Returns whether a request was sent. */
function wasSent(outcome: DeletionOutcome): boolean {
  if (outcome.kind !== 'refused') return true
  const { kind, status } = outcome.error
  return status !== undefined || !['unauthorized', 'invalidInput', 'cancelled'].includes(kind)
}
