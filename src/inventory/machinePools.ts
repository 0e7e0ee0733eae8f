import * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import { ApiError } from '../api/errors.ts'
import { withDeadline } from '../api/deadline.ts'
import type { ServiceFor } from '../connections/services.ts'
import type { Deletions } from './deletions.ts'
import type { Following } from './following.ts'
import { machinePoolKey, type MachinePoolRef } from './machinePoolRef.ts'
import type { SentDeletion } from './tracked.ts'
import { followedMs } from './verdict.ts'

/** How long a look after a deletion may take, in milliseconds. */
const lookMs = 5_000

/** What came of a deletion: exactly one of three, and no fourth. */
export type DeletionOutcome =
  | {
      readonly kind: 'done'
      /** Whether the service still lists the pool: its machines drain first. */
      readonly isDraining: boolean
    }
  /** The service has not deleted it. */
  | {
      readonly kind: 'refused'
      readonly error: ApiError
      /** After a 404, which proves nothing: whether the service lists the pool, where it tells. */
      readonly isListed?: boolean | undefined
    }
  /** It may have been deleted. */
  | { readonly kind: 'unknown'; readonly error: ApiError }

/** Where a machine pool's deletion stands. */
export interface DeletionState {
  /**
   * Under way, until the service lists the pool no more; ended without a definite answer; or accepted
   * so long ago that the pool ought to be gone.
   */
  readonly kind: 'deleting' | 'unsure' | 'overdue'
  readonly nodesLeft?: number | undefined
}

/** The deletion of machine pools. */
export class MachinePools implements vscode.Disposable {
  readonly #serviceFor: ServiceFor
  readonly #deletions: Deletions
  readonly #following: Following
  readonly #log: vscode.LogOutputChannel
  readonly #deleting = new Set<string>()
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #subscription: vscode.Disposable

  /** Fires when a deletion begins, goes on or ends. */
  readonly onDidChange = this.#changed.event

  constructor(
    serviceFor: ServiceFor,
    deletions: Deletions,
    following: Following,
    log: vscode.LogOutputChannel,
  ) {
    this.#serviceFor = serviceFor
    this.#deletions = deletions
    this.#following = following
    this.#log = log
    this.#subscription = following.onDidChange(() => this.#changed.fire())
  }

  deletionState(pool: MachinePoolRef): DeletionState | undefined {
    if (this.#deleting.has(machinePoolKey(pool))) return { kind: 'deleting' }
    const deletion = this.#deletions.of(pool)
    if (!deletion) return undefined
    if (!deletion.isAccepted) return { kind: 'unsure' }
    const isOverdue = clock.now() - deletion.sentAt >= followedMs
    return { kind: isOverdue ? 'overdue' : 'deleting', nodesLeft: this.#following.nodesLeft(pool) }
  }

  /** How many deletions are being sent, or followed because they are not over. */
  get underWay(): number {
    const followed = this.#following.followed.filter(
      (pool) => this.deletionState(pool)?.kind !== 'overdue',
    )
    return new Set([...this.#deleting, ...followed.map(machinePoolKey)]).size
  }

  /**
   * Sends one deletion and keeps the books. A deletion of the same pool that is under way is a
   * programming error: ask {@link deletionState} first.
   */
  async delete(pool: MachinePoolRef, signal: AbortSignal): Promise<DeletionOutcome> {
    const key = machinePoolKey(pool)
    if (this.#deleting.has(key)) throw new Error('This machine pool is being deleted already')
    this.#deleting.add(key)
    this.#changed.fire()
    try {
      const earlier = this.#deletions.of(pool)
      const mark = this.#deletions.mark(pool)
      const outcome = await this.#lookAfter(pool, await this.#send(pool, mark, signal), signal)
      await this.#book(pool, outcome, mark, earlier).catch((error: unknown) => {
        this.#log.error(`The list of machine pools could not be saved: ${String(error)}`)
      })
      return outcome
    } finally {
      this.#deleting.delete(key)
      this.#changed.fire()
    }
  }

  dispose(): void {
    this.#subscription.dispose()
    this.#changed.dispose()
  }

  async #send(
    pool: MachinePoolRef,
    mark: SentDeletion,
    signal: AbortSignal,
  ): Promise<DeletionOutcome> {
    try {
      const service = await this.#serviceFor(pool.connection)
      await this.#deletions.keep(pool, mark)
      await service.deleteMachinePool(pool, signal)
      return { kind: 'done', isDraining: true }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { kind: error.mayHaveTakenEffect ? 'unknown' : 'refused', error }
    }
  }

  /** Looks where one look tells more: whether the machines drain, or what a 404 meant. */
  async #lookAfter(
    pool: MachinePoolRef,
    outcome: DeletionOutcome,
    signal: AbortSignal,
  ): Promise<DeletionOutcome> {
    const isDone = outcome.kind === 'done'
    const isNotFound = outcome.kind === 'refused' && outcome.error.kind === 'notFound'
    if (!isDone && !isNotFound) return outcome
    // What came of the deletion is known by now, and must not wait long for it.
    const { kind } = await withDeadline(lookMs, signal, (soon) =>
      this.#following.look(pool, soon.signal),
    )
    if (isDone) return { kind: 'done', isDraining: kind === 'listed' || kind === 'failed' }
    const isTold = kind === 'listed' || kind === 'gone'
    return isTold ? { ...outcome, isListed: kind === 'listed' } : outcome
  }

  async #book(
    pool: MachinePoolRef,
    outcome: DeletionOutcome,
    mark: SentDeletion,
    earlier: SentDeletion | undefined,
  ): Promise<void> {
    switch (outcome.kind) {
      case 'done':
        if (!outcome.isDraining) return this.#following.settleGone(pool)
        await this.#keep(pool, { ...mark, isAccepted: true })
        return this.#following.follow(pool)
      case 'refused':
        if (outcome.isListed === false) return this.#following.settleGone(pool)
        // It did not happen: an earlier one stands as it did.
        if (earlier) return this.#keep(pool, earlier)
        return this.#deletions.close(pool, { isGone: false })
      case 'unknown':
        await this.#keep(pool, mark)
        return this.#following.follow(pool, { atOnce: true })
    }
  }

  /**
   * Keeps the mark, though its row was removed while the request was under way, or another window has
   * overwritten it; not where its connection was removed, and with it all that was kept.
   */
  async #keep(pool: MachinePoolRef, mark: SentDeletion): Promise<void> {
    const isKept = this.#deletions.of(pool) !== undefined
    if (isKept || this.#following.isReachable(pool)) await this.#deletions.keep(pool, mark)
  }
}
