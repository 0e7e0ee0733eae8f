import * as vscode from 'vscode'
import { withTimeout } from '../api/deadline.ts'
import type { RequestOptions } from '../cache/asyncCache.ts'
import type { Connection } from '../connections/connection.ts'
import { configIdentity, type CloudConfigRef, type MachinePoolRef } from '../model/refs.ts'
import type { Pins } from '../pins/pins.ts'
import type { PendingDeletion } from './pendingDeletion.ts'
import type { PollingWindows } from './pollingWindows.ts'
import { msSinceProgress, PollPace, retryDelayMs } from './pollPace.ts'
import { observePools, type ObserverServices } from './observePools.ts'
import type { Deletion, End } from './record.ts'
import type { ObservedMachines } from './observedMachines.ts'
import { StorageWait } from './storageWait.ts'
import { ShownStages } from './shownStages.ts'
import { computeStage, isNewlyOverdue, machinesOf, type Observation, type Stage } from './stage.ts'

/** How long the records of other windows count as up to date, in milliseconds. */
const maxRecordAgeMs = 1_000
/** The time after which a poll goes on without the storage, in milliseconds. */
const storageTimeoutMs = 3_000

/** What this window reports about a deletion that was sent before. */
export interface DeletionStatusChange extends PendingDeletion {
  readonly stage: Stage
  /** True unless the service lists the pool. */
  readonly isUnlisted: boolean
}

/** Returns the delay until the next poll of a cloud config with pending deletions, in milliseconds. */
type PollDelay = (identity: string, pending: readonly PendingDeletion[]) => number

interface MonitorServices extends ObserverServices {
  connections: { readonly all: readonly Connection[] }
  pins: Pins
  pollingWindows: Pick<PollingWindows, 'share' | 'update'>
}

/**
 * Monitors pending deletions, of all windows, until they have ended: polls their cloud configs. The records are stored,
 * so the next session continues.
 */
export class DeletionMonitor implements vscode.Disposable {
  readonly #services: MonitorServices
  /** The last observations, by deletion ID. */
  readonly #observations = new Map<string, Observation>()
  /** The machines when they were listed last, by deletion ID: a poll may fail in between. */
  readonly #lastMachines = new Map<string, ObservedMachines>()
  /** The stages that {@link onDidChange} was fired for. */
  readonly #shownStages = new ShownStages()
  /** When the cloud configs may be polled. */
  readonly #pace: PollPace
  /** When the records of other windows were last read, in ms by a monotonic clock. */
  #recordsReadAt = -Infinity
  #recordsReading: Promise<void> | undefined
  /** The polls in progress, by the identity of the cloud config. */
  readonly #polls = new Map<string, AbortController>()
  /** The timer of the next poll. */
  #timer: ReturnType<typeof setTimeout> | undefined
  #isDisposed = false
  readonly #storage = new StorageWait()
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #statusChanged = new vscode.EventEmitter<DeletionStatusChange>()

  /** Fires when {@link stageOf} may have changed although no record has. */
  readonly onDidChange = this.#changed.event
  /** Fires with the changes that this window must report to the user: of all windows, one reports each change. */
  readonly onDidChangeStatus = this.#statusChanged.event

  constructor(parts: MonitorServices) {
    this.#services = parts
    this.#pace = new PollPace(() => parts.pollingWindows.share)
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
    this.#schedule((identity, pending) => this.#pace.delayMs(identity, msSinceProgress(pending)))
  }

  /** Polls all pending deletions now, also those that are being polled. */
  pollNow(): void {
    this.#cancelPolls(() => true)
    this.#schedule(() => 0)
  }

  /** Polls the pending deletions in a cloud config now. Resolves to the observations by deletion ID. Never rejects. */
  async pollConfig(config: CloudConfigRef): Promise<ReadonlyMap<string, Observation>> {
    const identity = configIdentity(config)
    this.#cancelPolls((polled) => polled === identity)
    return this.#poll(identity)
  }

  /**
   * Observes the pools of pending deletions in one cloud config. Resolves to the observations by deletion ID; to none
   * if canceled.
   */
  async observe(
    pending: readonly PendingDeletion[],
    { signal, priority }: Pick<RequestOptions, 'priority'> & { readonly signal: AbortSignal },
  ): Promise<ReadonlyMap<string, Observation>> {
    const [first] = pending
    if (!first) return new Map()
    const beganAt = performance.now()
    let requestCount = 0
    const onRequest = () => {
      requestCount += 1
    }
    const observations = await observePools(
      first.pool,
      pending,
      this.#lastMachines,
      this.#services,
      { signal, priority, onRequest },
    )
    if (!signal.aborted) {
      for (const [id, observation] of observations) this.#setObservation(id, observation)
    }
    const retryAfterMs = retryDelayMs(observations.get(first.deletion.id))
    this.#pace.notePoll(configIdentity(first.pool), { beganAt, requestCount, retryAfterMs })
    return signal.aborted ? new Map() : observations
  }

  /**
   * Records that all deletions of a pool have ended, and `end` as the end of the latest. If the service doesn’t list
   * the pool any more, it is also unpinned. Resolves to whether this window is the one that reports the end.
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
      await this.#storage.for(unpinning)
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
  #schedule(delayMsOf: PollDelay): void {
    if (this.#isDisposed) return // a deletion may end after the window was closed
    const pendingByConfig = Map.groupBy(this.#pending, ({ pool }) => configIdentity(pool))
    this.#cancelPolls((identity) => !pendingByConfig.has(identity))
    clearTimeout(this.#timer)
    const waits = [...pendingByConfig]
      .filter(([identity]) => !this.#polls.has(identity))
      .map(([identity, pending]) => ({ identity, delayMs: delayMsOf(identity, pending) }))
    if (waits.length === 0) return
    void this.#services.pollingWindows.update()
    const nextMs = Math.min(...waits.map(({ delayMs }) => delayMs))
    this.#timer = setTimeout(() => {
      for (const { identity, delayMs } of waits) {
        if (delayMs === nextMs) void this.#poll(identity)
      }
      this.schedulePolls()
    }, nextMs)
  }

  /** Cancels the polls of the matching cloud configs. */
  #cancelPolls(isMatch: (identity: string) => boolean): void {
    for (const identity of [...this.#pace.identities, ...this.#polls.keys()]) {
      if (!isMatch(identity)) continue
      this.#polls.get(identity)?.abort()
      this.#polls.delete(identity)
      this.#pace.reset(identity)
    }
  }

  async #poll(identity: string): Promise<ReadonlyMap<string, Observation>> {
    const { pollingWindows, log } = this.#services
    const controller = new AbortController()
    const { signal } = controller
    let observations: ReadonlyMap<string, Observation> = new Map()
    this.#polls.set(identity, controller)
    try {
      await withTimeout(storageTimeoutMs, signal, () =>
        Promise.all([this.#readRecords(), pollingWindows.update()]),
      ).catch(() => {})
      // The time is taken before the requests: if the computer sleeps during them, the responses show an earlier state.
      const at = Date.now()
      observations = await this.observe(this.#pendingIn(identity), { signal, priority: 'poll' })
      // The deletions that are pending by now: meanwhile, one may have ended, or another one was sent.
      for (const pending of signal.aborted ? [] : this.#pendingIn(identity)) {
        if (observations.has(pending.deletion.id)) await this.#conclude(pending, at)
      }
    } catch (error) {
      log.warn(`Couldn’t track a deletion: ${String(error)}`)
    }
    if (signal.aborted) return observations
    this.#polls.delete(identity)
    this.schedulePolls()
    const stages = this.#pendingIn(identity).map(
      ({ deletion }) => [deletion.id, this.stage(deletion)] as const,
    )
    if (this.#shownStages.update(stages)) this.#changed.fire()
    return observations
  }

  /**
   * Reads what other windows have stored, unless that was done just now: many cloud configs may be polled at a time.
   * Not every file system reports what other windows write, and a recorded response must not be overlooked.
   */
  async #readRecords(): Promise<void> {
    if (performance.now() - this.#recordsReadAt >= maxRecordAgeMs) {
      this.#recordsReadAt = performance.now()
      this.#recordsReading = this.#services.deletions.refresh().catch(() => {})
    }
    await this.#recordsReading
  }

  /**
   * Records the end of a deletion, or that it is overdue, and fires the event if this window is the one to report it.
   */
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
    if (machines) {
      this.#lastMachines.set(id, machines)
    } else if (lastMachines) {
      // Nobody has seen whether the machines kept running during a poll that failed.
      this.#lastMachines.set(id, { ...lastMachines, unchangedSince: undefined })
    }
  }

  async #endDeletion(deletion: Deletion, end: End): Promise<boolean> {
    const isReportedHere = await this.#services.deletions.recordEnd(deletion, end)
    this.#observations.delete(deletion.id)
    this.#lastMachines.delete(deletion.id)
    this.#shownStages.delete(deletion.id)
    return isReportedHere
  }
}
