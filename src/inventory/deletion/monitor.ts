import * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import type { Connection } from '../../connections/connection.ts'
import { configIdentity, type MachinePoolRef } from '../machinePoolRef.ts'
import type { TrackedItems } from '../trackedItems.ts'
import type { PendingDeletion } from './deletions.ts'
import type { MachineWatch } from './machineWatch.ts'
import { observe, type ObserverParts } from './observe.ts'
import type { Deletion, End } from './record.ts'
import { idleMs, isInProgress, status, type Seen, type Stage } from './status.ts'

/** The delay between polls: a part of the time for which nothing has happened, up to a maximum in milliseconds. */
const idlePart = 1 / 20
const maxDelayMs = 5 * 60_000
/** The mean interval between the requests of this window about one cluster, in milliseconds. */
const requestIntervalMs = 2_000

/** What this window tells about a deletion that was sent before. */
export interface DeletionNews extends PendingDeletion {
  readonly stage: Stage
  /** True unless the service lists the pool. */
  readonly isGone: boolean
}

/** What was seen of a pool whose deletion was sent. */
interface Look {
  readonly seen: Seen
  /** The last observation of its machines. */
  readonly watch?: MachineWatch | undefined
}

/** The polls of a cloud config. */
interface Polls {
  /** When the last one began, in ms by a monotonic clock, and its requests: all about a cluster share one mean rate. */
  last?: { at: number; requests: number }
  /** Cancels the one in progress. */
  running?: AbortController | undefined
  stopTimer?: () => void
}

interface MonitorParts extends ObserverParts {
  connections: { readonly all: readonly Connection[] }
  tracked: TrackedItems
}

/**
 * Monitors pending deletions, of all windows, until they have ended: polls their cloud configs. The records are stored, so
 * the next session continues.
 */
export class DeletionMonitor implements vscode.Disposable {
  readonly #parts: MonitorParts
  /** The last observations, by deletion ID. */
  readonly #looks = new Map<string, Look>()
  /** The polls, by the identity of the cloud config. */
  readonly #polls = new Map<string, Polls>()
  #isDisposed = false
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #told = new vscode.EventEmitter<DeletionNews>()

  /** Fires when {@link stageOf} may have changed although no record has. */
  readonly onDidChange = this.#changed.event
  /** Fires with what is to be told. */
  readonly onDidTell = this.#told.event

  constructor(parts: MonitorParts) {
    this.#parts = parts
  }

  /** Returns how far a deletion is. */
  stage(deletion: Deletion): Stage {
    return status(deletion, this.#looks.get(deletion.id)?.seen, clock.now())
  }

  /** Returns how far the deletion is that marks a pool; undefined if there is none. */
  stageOf(pool: MachinePoolRef): Stage | undefined {
    const deletion = this.#parts.deletions.pendingOf(pool)
    return deletion && this.stage(deletion)
  }

  /** The number of deletions in progress. */
  get inProgressCount(): number {
    return this.#open.filter(({ deletion }) => isInProgress(deletion, clock.now())).length
  }

  /** Polls pending deletions when they are due; with `isNow`, all of them now, also those that are being polled. */
  follow(isNow = false): void {
    if (this.#isDisposed) return // a deletion may end after the window was closed
    const open = new Set(this.#open.map(({ pool }) => configIdentity(pool)))
    for (const identity of this.#polls.keys()) if (!open.has(identity)) this.#stop(identity)
    for (const identity of open) {
      if (isNow) this.#stop(identity)
      const polls = this.#polls.get(identity) ?? {}
      this.#polls.set(identity, polls)
      if (!polls.running) this.#schedule(identity, polls, isNow)
    }
  }

  #schedule(identity: string, polls: Polls, isNow = false): void {
    polls.stopTimer?.()
    const poll = () => void this.#poll(identity, polls)
    polls.stopTimer = clock.after(isNow ? 0 : this.#dueIn(identity, polls), 'following', poll)
  }

  /** Looks once at pools of a cloud config, and returns what is seen by deletion ID: nothing if canceled. */
  async look(
    open: readonly PendingDeletion[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Seen>> {
    const [first] = open
    if (!first) return new Map()
    const all = await observe(first.pool, open, this.#looks, this.#parts, signal)
    if (signal.aborted) return new Map()
    for (const [id, seen] of all) {
      const watch = (seen.kind === 'listed' && seen.watch) || this.#looks.get(id)?.watch
      this.#looks.set(id, { seen, watch })
    }
    return all
  }

  /** Completes the deletions of a pool that was just seen to be gone, and tells that. Resolves to whether it has. */
  async completeGone(pool: MachinePoolRef): Promise<boolean> {
    const [deletion] = this.#parts.deletions.allPendingOf(pool)
    if (!deletion) return false
    this.#looks.set(deletion.id, { seen: { kind: 'gone' } })
    const news = await this.#conclude({ pool, deletion }, clock.now())
    this.#tell(news)
    this.#changed.fire()
    return news.length > 0
  }

  /** Records that all deletions of a pool have ended, the latest of them so. Resolves to whether this window tells it. */
  async endAll(pool: MachinePoolRef, end: End, isGone: boolean): Promise<boolean> {
    const { deletions, tracked, log } = this.#parts
    let isFirst = false
    for (const [index, one] of deletions.allPendingOf(pool).entries()) {
      const isLatest = index === 0
      const isSame = end === 'noEffect' && !one.isAccepted && one.drain?.lostAt === undefined
      const isTold = await deletions.end(one, isLatest || isSame ? end : 'unknown')
      isFirst ||= isLatest && isTold
      this.#looks.delete(one.id)
    }
    // The pin is only left, and the end must be told.
    const left = (error: unknown) => log.warn(`Couldn’t unpin a deleted pool: ${String(error)}`)
    if (isGone) await tracked.remove(pool).catch(left)
    return isFirst
  }

  dispose(): void {
    this.#isDisposed = true
    for (const identity of this.#polls.keys()) this.#stop(identity)
    this.#changed.dispose()
    this.#told.dispose()
  }

  /** The latest pending deletion of each pool that can be observed. */
  get #open(): readonly PendingDeletion[] {
    return this.#parts.deletions.pendingOver(this.#parts.connections.all)
  }

  #openIn(identity: string): readonly PendingDeletion[] {
    return this.#open.filter(({ pool }) => configIdentity(pool) === identity)
  }

  #stop(identity: string): void {
    const { running, stopTimer } = this.#polls.get(identity) ?? {}
    running?.abort()
    stopTimer?.()
    this.#polls.delete(identity)
  }

  /** Returns the delay until the next poll in milliseconds. A pool whose deletion was just sent isn’t polled at once. */
  #dueIn(identity: string, { last }: Polls): number {
    const now = clock.now()
    const idle = Math.min(...this.#openIn(identity).map(({ deletion }) => idleMs(deletion, now)))
    if (!last) return idle < requestIntervalMs ? requestIntervalMs : 0
    const delay = Math.max(last.requests * requestIntervalMs, Math.min(idle * idlePart, maxDelayMs))
    return Math.max(0, last.at + delay - clock.elapsed('following'))
  }

  async #poll(identity: string, polls: Polls): Promise<void> {
    const { signal } = (polls.running = new AbortController())
    const begunAt = clock.elapsed('following')
    polls.last = { at: begunAt, requests: 1 }
    try {
      // Not every file system tells what other windows write, and an answer must not be overlooked.
      await this.#parts.deletions.refresh().catch(() => {})
      const open = this.#openIn(identity)
      // The time before the requests, because the computer may have slept meanwhile.
      const at = clock.now()
      const seen = await this.look(open, signal)
      const pages = open.map(({ deletion: { id } }) => this.#looks.get(id)?.watch?.count ?? 0)
      const requests = pages.reduce((sum, count) => sum + Math.max(1, Math.ceil(count / 50)), 1)
      polls.last = { at: begunAt, requests }
      const news: DeletionNews[] = []
      // The current ones: meanwhile, one may have ended, or another one was sent.
      for (const one of signal.aborted ? [] : this.#openIn(identity)) {
        if (seen.has(one.deletion.id)) news.push(...(await this.#conclude(one, at)))
      }
      this.#tell(news)
      this.#changed.fire()
    } catch (error) {
      this.#parts.log.warn(`Couldn’t track a deletion: ${String(error)}`)
    }
    if (signal.aborted) return
    polls.running = undefined
    // This one alone: one that fails fast mustn’t put off the others.
    if (this.#openIn(identity).length > 0) this.#schedule(identity, polls)
    else this.#stop(identity)
    this.#changed.fire()
  }

  /** Records the end of a deletion, or that it is overdue. Returns what is to be told. */
  async #conclude(one: PendingDeletion, at: number): Promise<DeletionNews[]> {
    const { pool, deletion } = one
    const seen = this.#looks.get(deletion.id)?.seen
    const stage = status(deletion, seen, at)
    const isGone = seen?.kind !== 'listed'
    if ('isEnd' in stage) {
      const isFirst = await this.endAll(pool, stage.kind, isGone)
      return isFirst ? [{ ...one, stage, isGone }] : []
    }
    // After sleep, the network may come later, and the pool may be gone.
    const isReached = seen?.kind !== 'failed' || seen.isReached
    const isNews = stage.kind === 'overdue' && !deletion.isToldOverdue && isReached
    const isTold = isNews && (await this.#parts.deletions.tellOverdue(deletion))
    return isTold ? [{ ...one, stage, isGone }] : []
  }

  #tell(news: readonly DeletionNews[]): void {
    for (const one of news) if (!one.deletion.isDismissed) this.#told.fire(one)
  }
}
