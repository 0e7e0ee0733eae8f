import * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import { sleep } from '../api/deadline.ts'
import type { Connection } from '../connections/connection.ts'
import type { Clusters } from './clusters.ts'
import type { CompletedDeletion, DeletionObserver, ObserverParts } from './deletionObserver.ts'
import { absenceOf } from './deletionConclusion.ts'
import type { MachineWatch } from './machineWatch.ts'
import {
  configIdentity,
  configKey,
  scoped,
  type CloudConfigRef,
  type MachinePoolRef,
} from './machinePoolRef.ts'

/** The delays between polls in milliseconds; the last one repeats. */
const pollDelaysMs = [2_000, 3_000, 5_000, 8_000, 13_000, 20_000]
const maxPollDelayMs = 30_000
/** The mean interval between the requests about one cluster, in milliseconds. */
const requestIntervalMs = 2_000

interface MonitorParts extends Pick<ObserverParts, 'deletions' | 'log'> {
  connections: { readonly all: readonly Connection[] }
  observer: DeletionObserver
  clusters: Clusters
}

/**
 * Monitors pending deletions: polls the cloud config as long as news is expected. {@link Deletions} stores
 * them, so the next session continues. Failures don’t stop it. All polls of a cluster share one mean rate of
 * requests, however many pools and machines there are, and whether or not they are in sight.
 */
export class DeletionMonitor implements vscode.Disposable {
  readonly #parts: MonitorParts
  /** The polls in progress, by cloud config. */
  readonly #polls = new Map<string, { config: CloudConfigRef; controller: AbortController }>()
  /** The earliest time of the next poll, by the identity of the cloud config and a monotonic clock. */
  readonly #dueAt = new Map<string, number>()
  /** The cloud configs with machines that have been in sight since the last poll. */
  readonly #inSight = new Set<string>()
  #isDisposed = false
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #completed = new vscode.EventEmitter<readonly CompletedDeletion[]>()

  /** Fires when {@link machineWatch} or {@link monitoredPools} may have changed. */
  readonly onDidChange = this.#changed.event
  /** Fires for deletions with news to report. */
  readonly onDidComplete = this.#completed.event

  constructor(parts: MonitorParts) {
    this.#parts = parts
  }

  /** Returns the observed machines of a pool with a pending deletion. */
  machineWatch(pool: MachinePoolRef): MachineWatch | undefined {
    return this.#parts.observer.watches.get(this.#parts.deletions.pendingOf(pool)?.id ?? '')
  }

  /** The pools that are monitored now. */
  get monitoredPools(): readonly MachinePoolRef[] {
    return [...this.#polls.values()].flatMap(({ config }) =>
      this.#parts.deletions.pendingIn(config).map(({ pool }) => pool),
    )
  }

  /** Starts monitoring the deletions in a cloud config. */
  monitor(config: CloudConfigRef, start: Start = 'soon'): void {
    if (this.#isDisposed) return // a deletion may end after the window was closed
    // With the project of the deletion, as in `#configs`, so that nothing is monitored twice.
    const key = configKey({ ...config, connection: scoped(config) })
    this.#polls.get(key)?.controller.abort() // another deletion restarts the delays
    const controller = new AbortController()
    const poll = { config, controller }
    this.#polls.set(key, poll)
    this.#changed.fire() // updates the badge
    void this.#run(config, start, controller.signal).finally(() => {
      if (this.#polls.get(key) !== poll) return
      this.#polls.delete(key)
      this.#changed.fire()
    })
  }

  /** Restarts monitoring all pending deletions, because the user wants to know now. */
  refresh(): void {
    for (const config of this.#configs()) this.monitor(config, 'now')
  }

  /**
   * Keeps deletions of a cloud config monitored until the next poll although no news is expected, and has its
   * newest warning loaded: machines are in sight. Call it whenever they are rendered.
   */
  markInSight(config: CloudConfigRef): void {
    const shown = new Map(
      this.#parts.deletions.pendingIn(config).map(({ pool }) => [configKey(pool), pool]),
    )
    for (const [key, pool] of shown) {
      this.#inSight.add(key)
      if (!this.#polls.has(key)) this.monitor(pool, 'late')
    }
  }

  /** Starts monitoring pending deletions that aren’t monitored in this window. */
  resume(): void {
    for (const config of this.#configs()) {
      if (!this.#polls.has(configKey(config))) this.monitor(config, 'first')
    }
  }

  /** Returns whether the connection still has the service URL of the deletions; its project may differ. */
  isReachable({ connection }: CloudConfigRef): boolean {
    return this.#parts.connections.all.some(
      ({ name, baseUrl }) => name === connection.name && baseUrl === connection.baseUrl,
    )
  }

  /**
   * Completes the deletions of a pool that is gone, and reports them. Resolves to false if none was pending.
   */
  async completeGone(pool: MachinePoolRef): Promise<boolean> {
    const [deletion] = this.#parts.deletions.allPendingOf(pool)
    if (!deletion) return false
    const completed: CompletedDeletion = { pool, deletion, conclusion: absenceOf(deletion) }
    const { isNews } = await this.#parts.observer.recordConclusion(completed, { isGone: true })
    if (isNews) this.#completed.fire([completed])
    return isNews
  }

  dispose(): void {
    this.#isDisposed = true
    for (const { controller } of this.#polls.values()) controller.abort()
    this.#changed.dispose()
    this.#completed.dispose()
  }

  /** The cloud configs with pending deletions. */
  #configs(): Iterable<CloudConfigRef> {
    const open = this.#parts.deletions.pendingOver(this.#parts.connections.all)
    return new Map(open.map(({ pool }) => [configKey(pool), pool])).values()
  }

  async #run(config: CloudConfigRef, start: Start, signal: AbortSignal): Promise<void> {
    const key = configKey({ ...config, connection: scoped(config) })
    const delays = waits(start)
    let isPending = start !== 'late'
    if (start === 'now') this.#dueAt.delete(configIdentity(config))
    for (;;) {
      const delay = isPending ? (delays.next().value ?? maxPollDelayMs) : maxPollDelayMs
      await sleep(this.#waitFor(config, delay), 'following', signal).catch(() => {})
      const isInSight = this.#inSight.delete(key)
      if (signal.aborted || !(isPending || isInSight)) return
      try {
        const goesOn = await this.#pollOnce(config, isInSight, signal)
        if (goesOn === undefined) return
        isPending = goesOn
      } catch (error) {
        this.#parts.log.warn(`Couldn’t track a deletion: ${String(error)}`)
      }
      if (!(isPending || isInSight)) return
    }
  }

  /** Returns the delay of the next poll: at least until the last ones have earned it. */
  #waitFor(config: CloudConfigRef, delay: number): number {
    const dueAt = this.#dueAt.get(configIdentity(config)) ?? 0
    return Math.max(delay, dueAt - clock.elapsed('following'))
  }

  /**
   * Polls once. Resolves to whether more news is expected; undefined if nothing is left to monitor.
   */
  async #pollOnce(
    config: CloudConfigRef,
    isInSight: boolean,
    signal: AbortSignal,
  ): Promise<boolean | undefined> {
    const { deletions, observer, clusters } = this.#parts
    if (deletions.pendingIn(config).length === 0 || !this.isReachable(config)) return undefined
    const key = configIdentity(config)
    const onRequest = () => {
      const dueAt = Math.max(this.#dueAt.get(key) ?? 0, clock.elapsed('following'))
      this.#dueAt.set(key, dueAt + requestIntervalMs)
    }
    const { news, isPending } = await observer.poll(config, signal, onRequest)
    if (news.length > 0) this.#completed.fire(news)
    this.#changed.fire()
    if (isInSight) await clusters.refreshWarning(config, signal, { onRequest })
    return isPending
  }
}

/**
 * When the first poll is: `now`, whatever was polled before; `first`, at once unless polled recently; `soon`,
 * after a short delay; `late`, after the longest one, as long as machines are in sight.
 */
type Start = 'now' | 'first' | 'soon' | 'late'

function* waits(start: Start): Generator<number, undefined> {
  if (start === 'now' || start === 'first') yield 0
  yield* pollDelaysMs
  for (;;) yield maxPollDelayMs
}
