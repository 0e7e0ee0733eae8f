import * as vscode from 'vscode'
import type { Connection } from '../connections/connection.ts'
import { configIdentity, type MachinePoolRef } from '../model/refs.ts'
import type { Pins } from '../pins/pins.ts'
import type { PendingDeletion } from './pendingDeletion.ts'
import { observePools, type ObserverServices } from './observePools.ts'
import type { Deletion, End } from './record.ts'
import type { ObservedMachines } from './observedMachines.ts'
import { respondsWithin } from './storageWait.ts'
import {
  msWithoutProgress,
  computeStage,
  machinesOf,
  type Observation,
  type Stage,
} from './stage.ts'

/**
 * The delay before the next poll as a part of the time for which no machine was lost. If nothing has happened for 20
 * minutes, the next poll is a minute later.
 */
const delayPerIdleTime = 1 / 20
const maxDelayMs = 5 * 60_000
/** The mean interval between the requests of this window about one cluster, in milliseconds. */
const requestIntervalMs = 2_000

/** The maximum time for which the end of a deletion isn’t reported because its pool is being unpinned, in milliseconds. */
const maxUnpinningMs = 1_000

/** What this window reports about a deletion that was sent before. */
export interface DeletionStatusChange extends PendingDeletion {
  readonly stage: Stage
  /** True unless the service lists the pool. */
  readonly isUnlisted: boolean
}

/** The times of the polls of a cloud config, in ms by a monotonic clock. */
interface PollTimes {
  /** When the last poll began. */
  readonly lastAt: number
  /** The earliest time of the next poll, so that the requests about a cluster keep to their mean interval. */
  readonly allowedAt: number
}

interface MonitorServices extends ObserverServices {
  connections: { readonly all: readonly Connection[] }
  pins: Pins
}

/**
 * Monitors pending deletions, of all windows, until they have ended: polls their cloud configs. The records are stored, so
 * the next session continues.
 */
export class DeletionMonitor implements vscode.Disposable {
  readonly #services: MonitorServices
  /** The last observations, by deletion ID. */
  readonly #observations = new Map<string, Observation>()
  /** The machines when they were listed last, by deletion ID: a poll may fail in between. */
  readonly #lastMachines = new Map<string, ObservedMachines>()
  /** When each cloud config was polled last, and may be polled next, by its identity. */
  readonly #pollTimes = new Map<string, PollTimes>()
  /** The polls in progress, by the identity of the cloud config. */
  readonly #polls = new Map<string, AbortController>()
  /** The timer of the next poll. */
  #timer: ReturnType<typeof setTimeout> | undefined
  #isDisposed = false
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #statusChanged = new vscode.EventEmitter<DeletionStatusChange>()

  /** Fires when {@link stageOf} may have changed although no record has. */
  readonly onDidChange = this.#changed.event
  /** Fires with the changes that this window must report to the user: of all windows, one reports each change. */
  readonly onDidChangeStatus = this.#statusChanged.event

  constructor(parts: MonitorServices) {
    this.#services = parts
  }

  /** Returns how far a deletion is. */
  stage(deletion: Deletion): Stage {
    return computeStage(deletion, this.#observations.get(deletion.id), Date.now())
  }

  /** Returns how far the deletion is that the row of a pool shows; undefined without one. */
  stageOf(pool: MachinePoolRef): Stage | undefined {
    const deletion = this.#services.deletions.shownDeletion(pool)
    return deletion && this.stage(deletion)
  }

  /** Polls pending deletions when they are due. */
  schedulePolls(): void {
    this.#schedule((identity) => this.#delayMs(identity))
  }

  /** Polls all pending deletions now, also those that are being polled. */
  pollNow(): void {
    for (const identity of [...this.#pollTimes.keys(), ...this.#polls.keys()]) {
      this.#cancelPoll(identity)
    }
    this.#schedule(() => 0)
  }

  /**
   * Observes the pools of pending deletions in one cloud config. Resolves to the observations by deletion ID; to none if
   * canceled.
   */
  async observe(
    pending: readonly PendingDeletion[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Observation>> {
    const [first] = pending
    if (!first) return new Map()
    const lastAt = performance.now()
    let requestCount = 0
    const onRequest = () => {
      requestCount += 1
    }
    const observations = await observePools(
      first.pool,
      pending,
      this.#lastMachines,
      this.#services,
      { signal, onRequest },
    )
    if (!signal.aborted) {
      for (const [id, observation] of observations) this.#setObservation(id, observation)
    }
    const retryAfterMs = retryDelayMs(observations.get(first.deletion.id))
    const pauseMs = Math.max(Math.max(1, requestCount) * requestIntervalMs, retryAfterMs)
    const identity = configIdentity(first.pool)
    const allowedAt = Math.max(lastAt, this.#pollTimes.get(identity)?.allowedAt ?? lastAt)
    this.#pollTimes.set(identity, { lastAt, allowedAt: allowedAt + pauseMs })
    return signal.aborted ? new Map() : observations
  }

  /**
   * Records that all deletions of a pool have ended, and `end` as the end of the latest. If the service doesn’t list the pool
   * any more, it is also unpinned. Resolves to whether this window is the one that reports the end.
   */
  async endPool(
    pool: MachinePoolRef,
    end: End,
    { isUnlisted }: { isUnlisted: boolean },
  ): Promise<boolean> {
    const { deletions, pins, log } = this.#services
    const [latest, ...earlier] = deletions.allPending(pool)
    const isReportedHere = latest ? await this.#endDeletion(latest, end) : false
    for (const deletion of earlier) {
      const { isAccepted, drain } = deletion
      const hadNoEffect = end === 'noEffect' && !isAccepted && drain?.lostAt === undefined
      await this.#endDeletion(deletion, hadNoEffect ? 'noEffect' : 'unknown')
    }
    if (isUnlisted) {
      // A pin that can’t be removed must not keep the end from being reported.
      const unpinning = pins.remove(pool).catch((error: unknown) => {
        log.warn(`Couldn’t unpin a deleted pool: ${String(error)}`)
      })
      await respondsWithin(maxUnpinningMs, unpinning)
    }
    return isReportedHere
  }

  dispose(): void {
    this.#isDisposed = true
    clearTimeout(this.#timer)
    for (const controller of this.#polls.values()) controller.abort()
    this.#changed.dispose()
    this.#statusChanged.dispose()
  }

  /** The latest pending deletion of each pool that can be observed. */
  get #pending(): readonly PendingDeletion[] {
    const { deletions, connections } = this.#services
    return deletions.pendingOver(connections.all)
  }

  #pendingIn(identity: string): readonly PendingDeletion[] {
    return this.#pending.filter(({ pool }) => configIdentity(pool) === identity)
  }

  /** Sets the timer for the next poll of those that aren’t in progress. Cancels those whose deletions have ended. */
  #schedule(delayMsOf: (identity: string) => number): void {
    if (this.#isDisposed) return // a deletion may end after the window was closed
    const identities = new Set(this.#pending.map(({ pool }) => configIdentity(pool)))
    for (const identity of [...this.#pollTimes.keys(), ...this.#polls.keys()]) {
      if (!identities.has(identity)) this.#cancelPoll(identity)
    }
    clearTimeout(this.#timer)
    const waits = [...identities]
      .filter((identity) => !this.#polls.has(identity))
      .map((identity) => ({ identity, delayMs: delayMsOf(identity) }))
    if (waits.length === 0) return
    const nextMs = Math.min(...waits.map(({ delayMs }) => delayMs))
    this.#timer = setTimeout(() => {
      for (const { identity, delayMs } of waits) {
        if (delayMs === nextMs) void this.#poll(identity)
      }
      this.schedulePolls()
    }, nextMs)
  }

  #cancelPoll(identity: string): void {
    this.#polls.get(identity)?.abort()
    this.#polls.delete(identity)
    this.#pollTimes.delete(identity)
  }

  /** Returns the delay until the next poll in milliseconds. A pool whose deletion was just sent isn’t polled at once. */
  #delayMs(identity: string): number {
    const times = this.#pollTimes.get(identity)
    const now = Date.now()
    const idleTimes = this.#pendingIn(identity).map(({ deletion }) =>
      msWithoutProgress(deletion, now),
    )
    const idleMs = Math.min(...idleTimes)
    // The idle time is negative if the clock was set back since the request.
    if (!times) return Math.max(0, requestIntervalMs - Math.max(0, idleMs))
    const delayMs = Math.min(idleMs * delayPerIdleTime, maxDelayMs)
    const dueAt = Math.max(times.allowedAt, times.lastAt + delayMs)
    return Math.max(0, dueAt - performance.now())
  }

  async #poll(identity: string): Promise<void> {
    const { deletions, log } = this.#services
    const controller = new AbortController()
    const { signal } = controller
    this.#polls.set(identity, controller)
    try {
      // Not every file system reports what other windows write, and a recorded response must not be overlooked.
      await deletions.refresh().catch(() => {})
      // The time is taken before the requests: if the computer sleeps during them, the responses show an earlier state.
      const at = Date.now()
      const observations = await this.observe(this.#pendingIn(identity), signal)
      // The deletions that are pending by now: meanwhile, one may have ended, or another one was sent.
      for (const pending of signal.aborted ? [] : this.#pendingIn(identity)) {
        if (observations.has(pending.deletion.id)) await this.#conclude(pending, at)
      }
    } catch (error) {
      log.warn(`Couldn’t track a deletion: ${String(error)}`)
    }
    if (signal.aborted) return
    this.#polls.delete(identity)
    this.schedulePolls()
    this.#changed.fire()
  }

  /** Records the end of a deletion, or that it is overdue, and fires the event if this window is the one to report it. */
  async #conclude(pending: PendingDeletion, at: number): Promise<void> {
    const { pool, deletion } = pending
    const observation = this.#observations.get(deletion.id)
    const stage = computeStage(deletion, observation, at)
    const isUnlisted = observation?.kind !== 'listed'
    let isReportedHere = false
    if ('isEnd' in stage) {
      isReportedHere = await this.endPool(pool, stage.kind, { isUnlisted })
    } else if (isNewlyOverdue(deletion, stage, observation)) {
      isReportedHere = await this.#services.deletions.recordOverdue(deletion)
    }
    if (isReportedHere && !deletion.isDismissed) {
      this.#statusChanged.fire({ pool, deletion, stage, isUnlisted })
    }
  }

  #setObservation(id: string, observation: Observation): void {
    this.#observations.set(id, observation)
    const machines = machinesOf(observation)
    const lastMachines = this.#lastMachines.get(id)
    if (machines) this.#lastMachines.set(id, machines)
    // Nobody has seen whether the machines kept running during a poll that failed.
    else if (lastMachines)
      this.#lastMachines.set(id, { ...lastMachines, unchangedSince: undefined })
  }

  async #endDeletion(deletion: Deletion, end: End): Promise<boolean> {
    const isReportedHere = await this.#services.deletions.recordEnd(deletion, end)
    this.#observations.delete(deletion.id)
    this.#lastMachines.delete(deletion.id)
    return isReportedHere
  }
}

/** Returns the delay that the service has asked for, up to the maximum, in milliseconds. */
function retryDelayMs(observation: Observation | undefined): number {
  if (observation?.kind !== 'failed') return 0
  return Math.min(observation.retryAfterMs ?? 0, maxDelayMs)
}

/**
 * Returns whether a deletion is overdue and nobody has reported that. After sleep, the network may be missing for a while,
 * and the pool may be gone: then it isn’t overdue yet.
 */
function isNewlyOverdue(
  { isOverdueReported }: Deletion,
  stage: Stage,
  observation: Observation | undefined,
): boolean {
  if (stage.kind !== 'overdue' || isOverdueReported) return false
  return observation?.kind !== 'failed' || observation.isReached
}
