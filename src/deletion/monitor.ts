import * as vscode from 'vscode'
import { pageSize } from '../api/pages.ts'
import type { Connection } from '../connections/connection.ts'
import { configIdentity, type MachinePoolRef } from '../model/refs.ts'
import type { Pins } from '../pins/pins.ts'
import type { PendingDeletion } from './deletions.ts'
import { observe, type ObserverParts } from './observe.ts'
import type { Deletion, End } from './record.ts'
import { idleMs, status, type Seen, type Stage } from './status.ts'

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

/** The last look at a cloud config, with times in ms by a monotonic clock. */
interface Look {
  readonly at: number
  /** From when the mean rate of the requests about a cluster allows the next one. */
  readonly freeAt: number
}

interface MonitorParts extends ObserverParts {
  connections: { readonly all: readonly Connection[] }
  pins: Pins
}

/**
 * Monitors pending deletions, of all windows, until they have ended: polls their cloud configs. The records are stored, so
 * the next session continues.
 */
export class DeletionMonitor implements vscode.Disposable {
  readonly #parts: MonitorParts
  /** The last observations, by deletion ID. */
  readonly #seen = new Map<string, Seen>()
  /** The last looks, by the identity of the cloud config. */
  readonly #looks = new Map<string, Look>()
  /** The polls in progress, by the identity of the cloud config. */
  readonly #polls = new Map<string, AbortController>()
  /** The timer of the next poll. */
  #timer: ReturnType<typeof setTimeout> | undefined
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
    return status(deletion, this.#seen.get(deletion.id), Date.now())
  }

  /** Returns how far the deletion is that marks a pool; undefined if there is none. */
  stageOf(pool: MachinePoolRef): Stage | undefined {
    const deletion = this.#parts.deletions.pendingOf(pool)
    return deletion && this.stage(deletion)
  }

  /** Polls pending deletions when they are due; with `isNow`, all of them now, also those that are being polled. */
  follow(isNow = false): void {
    if (this.#isDisposed) return // a deletion may end after the window was closed
    const open = new Set(this.#open.map(({ pool }) => configIdentity(pool)))
    for (const identity of [...this.#looks.keys(), ...this.#polls.keys()]) {
      if (open.has(identity) && !isNow) continue
      this.#polls.get(identity)?.abort()
      this.#polls.delete(identity)
      this.#looks.delete(identity)
    }
    clearTimeout(this.#timer)
    const waits = [...open]
      .filter((identity) => !this.#polls.has(identity))
      .map((identity) => ({ identity, ms: isNow ? 0 : this.#dueIn(identity) }))
    if (waits.length === 0) return
    const next = Math.min(...waits.map(({ ms }) => ms))
    this.#timer = setTimeout(() => {
      for (const { identity, ms } of waits) if (ms === next) void this.#poll(identity)
      this.follow()
    }, next)
  }

  /** Looks once at pools of a cloud config, and returns what is seen by deletion ID: nothing if canceled. */
  async look(
    open: readonly PendingDeletion[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Seen>> {
    const [first] = open
    if (!first) return new Map()
    const identity = configIdentity(first.pool)
    const at = performance.now()
    const all = await observe(first.pool, open, this.#seen, this.#parts, signal)
    if (!signal.aborted) for (const [id, seen] of all) this.#seen.set(id, seen)
    const requests = open.reduce((sum, one) => sum + this.#pagesOf(one), 1)
    const last = all.get(first.deletion.id)
    const wanted = last?.kind === 'failed' ? Math.min(last.retryAfterMs ?? 0, maxDelayMs) : 0
    const freeAt = Math.max(at, this.#looks.get(identity)?.freeAt ?? at)
    const ms = Math.max(requests * requestIntervalMs, wanted)
    this.#looks.set(identity, { at, freeAt: freeAt + ms })
    return signal.aborted ? new Map() : all
  }

  /** Records that all deletions of a pool have ended, the latest of them so. Resolves to whether this window tells it. */
  async endAll(pool: MachinePoolRef, end: End, isGone: boolean): Promise<boolean> {
    const { deletions, pins, log } = this.#parts
    let isFirst = false
    for (const [index, one] of deletions.allPendingOf(pool).entries()) {
      const isLatest = index === 0
      const isSame = end === 'noEffect' && !one.isAccepted && one.drain?.lostAt === undefined
      const isTold = await deletions.end(one, isLatest || isSame ? end : 'unknown')
      isFirst ||= isLatest && isTold
      this.#seen.delete(one.id)
    }
    // The pin is only left, and the end must be told.
    const left = (error: unknown) => log.warn(`Couldn’t unpin a deleted pool: ${String(error)}`)
    if (isGone) await pins.remove(pool).catch(left)
    return isFirst
  }

  dispose(): void {
    this.#isDisposed = true
    clearTimeout(this.#timer)
    for (const poll of this.#polls.values()) poll.abort()
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

  /** Returns the delay until the next poll in milliseconds. A pool whose deletion was just sent isn’t polled at once. */
  #dueIn(identity: string): number {
    const last = this.#looks.get(identity)
    const now = Date.now()
    const idle = Math.min(...this.#openIn(identity).map(({ deletion }) => idleMs(deletion, now)))
    // Negative after the clock was set back.
    if (!last) return Math.max(0, requestIntervalMs - Math.max(0, idle))
    const dueAt = Math.max(last.freeAt, last.at + Math.min(idle * idlePart, maxDelayMs))
    return Math.max(0, dueAt - performance.now())
  }

  async #poll(identity: string): Promise<void> {
    const poll = new AbortController()
    const { signal } = poll
    this.#polls.set(identity, poll)
    try {
      // Not every file system tells what other windows write, and an answer must not be overlooked.
      await this.#parts.deletions.refresh().catch(() => {})
      const open = this.#openIn(identity)
      // The time before the requests, because the computer may have slept meanwhile.
      const at = Date.now()
      const seen = await this.look(open, signal)
      // The current ones: meanwhile, one may have ended, or another one was sent.
      for (const one of signal.aborted ? [] : this.#openIn(identity)) {
        if (seen.has(one.deletion.id)) await this.#conclude(one, at)
      }
    } catch (error) {
      this.#parts.log.warn(`Couldn’t track a deletion: ${String(error)}`)
    }
    if (signal.aborted) return
    this.#polls.delete(identity)
    this.follow()
    this.#changed.fire()
  }

  /** Returns the number of pages of a list of machines. */
  #pagesOf({ deletion: { id, nodes = 0 } }: PendingDeletion): number {
    const seen = this.#seen.get(id)
    const count = seen?.kind === 'listed' ? (seen.watch?.count ?? nodes) : nodes
    return Math.max(1, Math.ceil(count / pageSize))
  }

  /** Records the end of a deletion, or that it is overdue, and tells it if this window is the one to tell. */
  async #conclude(one: PendingDeletion, at: number): Promise<void> {
    const { pool, deletion } = one
    const seen = this.#seen.get(deletion.id)
    const stage = status(deletion, seen, at)
    const isGone = seen?.kind !== 'listed'
    // After sleep, the network may come later, and the pool may be gone.
    const isReached = seen?.kind !== 'failed' || seen.isReached
    const isOverdue = stage.kind === 'overdue' && !deletion.isToldOverdue && isReached
    const isFirst =
      'isEnd' in stage
        ? await this.endAll(pool, stage.kind, isGone)
        : isOverdue && (await this.#parts.deletions.tellOverdue(deletion))
    if (isFirst && !deletion.isDismissed) this.#told.fire({ ...one, stage, isGone })
  }
}
