import * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import { sleep } from '../../api/deadline.ts'
import type { Connection } from '../../connections/connection.ts'
import { configIdentity, type CloudConfigRef, type MachinePoolRef } from '../machinePoolRef.ts'
import { keyOf } from '../refs.ts'
import type { TrackedItems } from '../trackedItems.ts'
import type { Deletions, PendingDeletion } from './deletions.ts'
import { PoolObserver, type ObserverParts } from './poolObserver.ts'
import type { Deletion, End } from './record.ts'
import { idleMs, isInProgress, status, type Stage } from './status.ts'

/** The delays between polls in milliseconds: they grow with the time for which nothing happens. */
const minDelayMs = 2_000
const maxDelayMs = 30_000
const maxIdleDelayMs = 5 * 60_000
/** The mean interval between the requests of this window about one cluster, in milliseconds. */
const requestIntervalMs = 2_000
/**
 * The number of failed observations in a row after which nothing is expected soon: about five minutes. They count, not
 * the time, because after sleep the network may come later.
 */
const maxFailures = 12

/** What this window tells about a deletion that was sent before. */
export interface DeletionNews extends PendingDeletion {
  readonly stage: Stage
}

interface MonitorParts extends ObserverParts {
  connections: { readonly all: readonly Connection[] }
  tracked: TrackedItems
}

/**
 * Monitors pending deletions, of all windows, until they have ended: polls their cloud configs. {@link Deletions} stores
 * them, so the next session continues. All polls of a cluster share one mean rate of requests.
 */
export class DeletionMonitor implements vscode.Disposable {
  readonly #parts: MonitorParts
  readonly #deletions: Deletions
  readonly #observer: PoolObserver
  /** The polled cloud configs, and how to stop. */
  readonly #polls = new Map<string, AbortController>()
  /** The earliest time of the next poll, by the identity of the cloud config and a monotonic clock. */
  readonly #dueAt = new Map<string, number>()
  #isDisposed = false
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #told = new vscode.EventEmitter<readonly DeletionNews[]>()

  /** Fires when {@link stageOf} may have changed although no record has. */
  readonly onDidChange = this.#changed.event
  /** Fires with what is to be told. */
  readonly onDidTell = this.#told.event

  constructor(parts: MonitorParts) {
    this.#parts = parts
    this.#deletions = parts.deletions
    this.#observer = new PoolObserver(parts)
  }

  /** Returns how far a deletion is. */
  stage(deletion: Deletion): Stage {
    return status(deletion, this.#observer.seen.get(deletion.id), clock.now())
  }

  /** Returns how far the deletion is that marks a pool; undefined if there is none. */
  stageOf(pool: MachinePoolRef): Stage | undefined {
    const deletion = this.#deletions.pendingOf(pool)
    return deletion && this.stage(deletion)
  }

  /** Returns how far the latest deletion of a pool is for the guard, also a dismissed one, which marks nothing. */
  earlierStage(pool: MachinePoolRef): Stage | undefined {
    const [latest] = this.#deletions.allPendingOf(pool)
    return latest && this.stage(latest)
  }

  /** The number of deletions in progress. */
  get inProgressCount(): number {
    const open = this.#deletions.pendingOver(this.#parts.connections.all)
    return open.filter(({ deletion }) => isInProgress(deletion, clock.now())).length
  }

  /**
   * Starts monitoring pending deletions that this window doesn’t monitor yet. Those in the cloud config of one that was
   * just `sent` are monitored anew: their next poll may be minutes away.
   */
  resume(sent?: CloudConfigRef): void {
    this.#start(false, sent)
  }

  /** Polls all pending deletions now. */
  refresh(): void {
    this.#start(true)
  }

  /** Looks at the pool of a deletion once. Rejects if canceled. */
  async look({ pool, deletion }: PendingDeletion, signal: AbortSignal) {
    const seen = await this.#observer.observe(pool, [{ pool, deletion }], signal)
    return seen.get(deletion.id)
  }

  /** Completes the deletions of a pool that was just seen to be gone, and tells that. Resolves to whether it has. */
  async completeGone(pool: MachinePoolRef): Promise<boolean> {
    const [deletion] = this.#deletions.allPendingOf(pool)
    if (!deletion) return false
    const end = deletion.isAccepted || deletion.wasListed ? 'deleted' : 'unknown'
    const isFirst = await this.endAll(pool, end, true)
    if (isFirst) this.#tell([{ pool, deletion, stage: { kind: end, isEnd: true } }])
    return isFirst
  }

  /** Records that all deletions of a pool have ended, the latest of them so. Resolves to whether this window tells it. */
  async endAll(pool: MachinePoolRef, end: End, isGone: boolean): Promise<boolean> {
    let isFirst = false
    for (const [index, one] of this.#deletions.allPendingOf(pool).entries()) {
      const isLatest = index === 0
      const isSame = end === 'noEffect' && !one.isAccepted && one.drain?.lostAt === undefined
      const isTold = await this.#deletions.end(one, isLatest || isSame ? end : 'unknown')
      isFirst ||= isLatest && isTold
      this.#observer.forget(one)
    }
    if (isGone) await this.#parts.tracked.remove(pool)
    return isFirst
  }

  dispose(): void {
    this.#isDisposed = true
    for (const controller of this.#polls.values()) controller.abort()
    this.#changed.dispose()
    this.#told.dispose()
  }

  #start(isNow: boolean, sent?: CloudConfigRef): void {
    if (this.#isDisposed) return // a deletion may end after the window was closed
    const open = this.#deletions.pendingOver(this.#parts.connections.all)
    for (const [key, config] of new Map(
      open.map(({ pool }) => [keyOf('cloudConfig', pool), pool]),
    )) {
      const isAnew = isNow || (sent && configIdentity(config) === configIdentity(sent))
      if (!isAnew && this.#polls.has(key)) continue
      this.#polls.get(key)?.abort()
      if (isNow) this.#dueAt.delete(configIdentity(config))
      const controller = new AbortController()
      this.#polls.set(key, controller)
      void this.#run(key, config, isNow, controller)
    }
  }

  async #run(
    key: string,
    config: CloudConfigRef,
    isNow: boolean,
    controller: AbortController,
  ): Promise<void> {
    const { signal } = controller
    const identity = configIdentity(config)
    const { name, baseUrl } = config.connection
    const isReachable = () =>
      this.#parts.connections.all.some((one) => one.name === name && one.baseUrl === baseUrl)
    const isOver = () => signal.aborted || this.#deletions.pendingIn(config).length === 0
    for (let isFirst = true; !isOver(); isFirst = false) {
      const dueIn = (this.#dueAt.get(identity) ?? 0) - clock.elapsed('following')
      const delay = isFirst && isNow ? 0 : Math.max(dueIn, this.#delayOf(config, isFirst))
      await sleep(delay, 'following', signal).catch(() => {})
      if (isOver() || !isReachable()) break
      try {
        await this.#poll(config, this.#deletions.pendingIn(config), signal)
      } catch (error) {
        this.#parts.log.warn(`Couldn’t track a deletion: ${String(error)}`)
      }
    }
    // At once, so that what is sent from now on gets a poll of its own.
    if (this.#polls.get(key) === controller) this.#polls.delete(key)
    this.#changed.fire()
  }

  /** Returns the delay until the next poll in milliseconds. One that was just sent isn’t looked at at once. */
  #delayOf(config: CloudConfigRef, isFirst: boolean): number {
    const now = clock.now()
    const idle = this.#deletions.pendingIn(config).map(({ deletion }) => idleMs(deletion, now))
    const shortest = Math.min(...idle)
    if (isFirst) return shortest < minDelayMs ? minDelayMs : 0
    return Math.max(
      minDelayMs,
      Math.min(shortest / 5, maxDelayMs),
      Math.min(shortest / 40, maxIdleDelayMs),
    )
  }

  async #poll(
    config: CloudConfigRef,
    open: readonly PendingDeletion[],
    signal: AbortSignal,
  ): Promise<void> {
    const identity = configIdentity(config)
    const onRequest = () => {
      const dueAt = Math.max(this.#dueAt.get(identity) ?? 0, clock.elapsed('following'))
      this.#dueAt.set(identity, dueAt + requestIntervalMs)
    }
    // The time before the requests, because the computer may have slept meanwhile.
    const at = clock.now()
    const seen = await this.#observer.observe(config, open, signal, onRequest)
    if (signal.aborted) return
    const news: DeletionNews[] = []
    // The current ones: meanwhile, one may have ended, or another one was sent.
    for (const one of this.#deletions.pendingIn(config)) {
      if (seen.has(one.deletion.id)) news.push(...(await this.#conclude(one, at)))
    }
    this.#tell(news)
    this.#changed.fire()
  }

  /** Records the end of a deletion, or that it is overdue. Returns what is to be told. */
  async #conclude(one: PendingDeletion, at: number): Promise<DeletionNews[]> {
    const { deletion } = one
    const seen = this.#observer.seen.get(deletion.id)
    const stage = status(deletion, seen, at)
    if ('isEnd' in stage) {
      const isGone = seen?.kind !== 'listed'
      const isFirst = await this.endAll(one.pool, stage.kind, isGone)
      // Of a pool that another one has replaced, nothing is known.
      return isFirst && (isGone || stage.kind !== 'unknown') ? [{ ...one, stage }] : []
    }
    const isNews = stage.kind === 'overdue' && !deletion.isToldOverdue && this.#isLookedAt(deletion)
    return isNews && (await this.#deletions.tellOverdue(deletion)) ? [{ ...one, stage }] : []
  }

  #tell(news: readonly DeletionNews[]): void {
    const wanted = news.filter(({ deletion }) => !deletion.isDismissed)
    if (wanted.length > 0) this.#told.fire(wanted)
  }

  /** Returns whether a pool was seen, or can’t be: for some minutes, or for good. */
  #isLookedAt({ id }: Deletion): boolean {
    const seen = this.#observer.seen.get(id)
    if (seen?.kind !== 'failed') return seen !== undefined
    return seen.isRefused || (this.#observer.failures.get(id) ?? 0) >= maxFailures
  }
}
