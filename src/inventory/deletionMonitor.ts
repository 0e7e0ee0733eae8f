import * as vscode from 'vscode'
import { sleep } from '../api/deadline.ts'
import type { Connection } from '../connections/connection.ts'
import type { CompletedDeletion, DeletionObserver, ObserverParts } from './deletionObserver.ts'
import type { MachineWatch } from './machineWatch.ts'
import { configKey, scoped, type CloudConfigRef, type MachinePoolRef } from './machinePoolRef.ts'

/** The delays between polls in milliseconds; the last one repeats. */
const pollDelaysMs = [2_000, 3_000, 5_000, 8_000, 13_000, 20_000]
const maxPollDelayMs = 30_000

interface MonitorParts extends Pick<ObserverParts, 'deletions' | 'log'> {
  connections: { readonly all: readonly Connection[] }
  observer: DeletionObserver
}

/**
 * Monitors pending deletions: polls the cloud config as long as news is expected. {@link Deletions} stores
 * them, so the next session continues. Failures don’t stop it.
 */
export class DeletionMonitor implements vscode.Disposable {
  readonly #parts: MonitorParts
  /** The polls in progress, by cloud config. */
  readonly #polls = new Map<string, { config: CloudConfigRef; controller: AbortController }>()
  #isDisposed = false
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #completed = new vscode.EventEmitter<readonly CompletedDeletion[]>()

  /** Fires when {@link seen} or {@link watched} may have changed. */
  readonly onDidChange = this.#changed.event
  /** Fires for deletions with news to report. */
  readonly onDidComplete = this.#completed.event

  constructor(parts: MonitorParts) {
    this.#parts = parts
  }

  /** Returns the observed machines of a pool with a pending deletion. */
  seen(pool: MachinePoolRef): MachineWatch | undefined {
    return this.#parts.observer.watches.get(this.#parts.deletions.of(pool)?.id ?? '')
  }

  /** The pools that are monitored now. */
  get watched(): readonly MachinePoolRef[] {
    return [...this.#polls.values()].flatMap(({ config }) =>
      this.#parts.deletions.in(config).map(({ pool }) => pool),
    )
  }

  /** Starts monitoring the deletions in a cloud config. */
  watch(config: CloudConfigRef, { atOnce = false } = {}): void {
    if (this.#isDisposed) return // a deletion may end after the window was closed
    // With the project of the deletion, as in `#configs`, so that nothing is monitored twice.
    const key = configKey({ ...config, connection: scoped(config) })
    this.#polls.get(key)?.controller.abort() // another deletion restarts the delays
    const controller = new AbortController()
    const poll = { config, controller }
    this.#polls.set(key, poll)
    this.#changed.fire() // updates the badge
    void this.#run(config, atOnce, controller.signal).finally(() => {
      if (this.#polls.get(key) !== poll) return
      this.#polls.delete(key)
      this.#changed.fire()
    })
  }

  /** Restarts monitoring all pending deletions. */
  refresh(): void {
    for (const config of this.#configs()) this.watch(config, { atOnce: true })
  }

  /** Starts monitoring pending deletions that aren’t monitored in this window. */
  resume(): void {
    for (const config of this.#configs()) {
      if (!this.#polls.has(configKey(config))) this.watch(config, { atOnce: true })
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
  async settleGone(pool: MachinePoolRef): Promise<boolean> {
    const deletion = this.#parts.deletions.of(pool)
    if (!deletion) return false
    const settled: CompletedDeletion = { pool, deletion, status: 'gone' }
    const { isNews } = await this.#parts.observer.settle(settled, { isGone: true })
    if (isNews) this.#completed.fire([settled])
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
    const open = this.#parts.deletions.over(this.#parts.connections.all)
    return new Map(open.map(({ pool }) => [configKey(pool), pool])).values()
  }

  async #run(config: CloudConfigRef, atOnce: boolean, signal: AbortSignal): Promise<void> {
    for (const wait of waits(atOnce)) {
      await sleep(wait, 'following', signal).catch(() => {})
      if (signal.aborted) return
      try {
        if (!(await this.#pollOnce(config, signal))) return
      } catch (error) {
        this.#parts.log.warn(`Couldn’t track a deletion: ${String(error)}`)
      }
    }
  }

  /** Polls once. Resolves to false if nothing is left to monitor. */
  async #pollOnce(config: CloudConfigRef, signal: AbortSignal): Promise<boolean> {
    if (this.#parts.deletions.in(config).length === 0 || !this.isReachable(config)) return false
    const { news, isPending } = await this.#parts.observer.observe(config, signal)
    if (news.length > 0) this.#completed.fire(news)
    this.#changed.fire()
    return isPending
  }
}

function* waits(atOnce: boolean): Generator<number> {
  if (atOnce) yield 0
  yield* pollDelaysMs
  for (;;) yield maxPollDelayMs
}
