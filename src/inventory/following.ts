import * as vscode from 'vscode'
import { sleep } from '../api/deadline.ts'
import type { Connection } from '../connections/connection.ts'
import type { DeletionObserver, Settled } from './deletionObserver.ts'
import type { Deletions, SentDeletion } from './deletions.ts'
import type { MachineWatch } from './machineWatch.ts'
import { configKey, type CloudConfigRef, type MachinePoolRef } from './machinePoolRef.ts'
import type { Sighting } from './verdict.ts'

/** How long to wait before each reading, in milliseconds; then always the longest. */
const waitsMs = [2_000, 3_000, 5_000, 8_000, 13_000, 20_000]
const longestWaitMs = 30_000

/**
 * Follows the deletions that are not over: reads the cloud config again and again for as long as there
 * may be something new. Which ones these are is kept in {@link Deletions}, so another start of VS Code
 * goes on with them. Whatever fails, it goes on.
 */
export class Following implements vscode.Disposable {
  readonly #connections: () => readonly Connection[]
  readonly #deletions: Deletions
  readonly #observer: DeletionObserver
  readonly #log: Pick<vscode.LogOutputChannel, 'warn'>
  /** One for each cloud config that is being read again. */
  readonly #rounds = new Map<string, { config: CloudConfigRef; controller: AbortController }>()
  #isDisposed = false
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #settled = new vscode.EventEmitter<readonly Settled[]>()

  /** Fires when {@link seen} or {@link followed} may have changed. */
  readonly onDidChange = this.#changed.event
  /** Fires for deletions of which there is something to tell. */
  readonly onDidSettle = this.#settled.event

  constructor(
    /** Those of the settings, as they are now. */
    connections: () => readonly Connection[],
    deletions: Deletions,
    observer: DeletionObserver,
    log: Pick<vscode.LogOutputChannel, 'warn'>,
  ) {
    this.#connections = connections
    this.#deletions = deletions
    this.#observer = observer
    this.#log = log
  }

  /** What was seen of the machines of a pool whose deletion is open. */
  seen(pool: MachinePoolRef): MachineWatch | undefined {
    return this.#observer.watches.get(this.#deletions.of(pool)?.id ?? '')
  }

  /** The pools whose deletions are followed now. */
  get followed(): readonly MachinePoolRef[] {
    return [...this.#rounds.values()].flatMap(({ config }) =>
      this.#deletions.in(config).map(({ pool }) => pool),
    )
  }

  /** Follows the deletions in a cloud config, from now on. */
  follow(config: CloudConfigRef, { atOnce = false } = {}): void {
    if (this.#isDisposed) return // a deletion may end after its window
    const key = configKey(config)
    this.#rounds.get(key)?.controller.abort() // with another deletion the waits begin anew
    const controller = new AbortController()
    const round = { config, controller }
    this.#rounds.set(key, round)
    this.#changed.fire() // the badge counts it from now on
    void this.#run(config, atOnce, controller.signal).finally(() => {
      if (this.#rounds.get(key) !== round) return
      this.#rounds.delete(key)
      this.#changed.fire()
    })
  }

  /** Goes on with all deletions that are not over, from now. */
  refresh(): void {
    for (const config of this.#configs()) this.follow(config, { atOnce: true })
  }

  /** Goes on with those that nobody in this window follows. */
  resume(): void {
    for (const config of this.#configs()) {
      if (!this.#rounds.has(configKey(config))) this.follow(config, { atOnce: true })
    }
  }

  /** Whether the connection still leads where the deletions went; its project may have changed. */
  isReachable({ connection }: CloudConfigRef): boolean {
    return this.#connections().some(
      ({ name, baseUrl }) => name === connection.name && baseUrl === connection.baseUrl,
    )
  }

  /** Looks at a pool once. Rejects for nothing that a service or a key store does. */
  async look(pool: MachinePoolRef, deletion: SentDeletion, signal: AbortSignal): Promise<Sighting> {
    const seen = await this.#observer.look(pool, [{ pool, deletion }], signal)
    return seen.get(deletion.id) ?? { kind: 'failed', isRefused: false }
  }

  /** Ends the deletions of a pool that was seen to be gone, and tells of it. False if none was open. */
  async settleGone(pool: MachinePoolRef): Promise<boolean> {
    const deletion = this.#deletions.of(pool)
    if (!deletion) return false
    const settled: Settled = { pool, deletion, verdict: 'gone' }
    const { isNews } = await this.#observer.settle(settled, { isGone: true })
    if (isNews) this.#settled.fire([settled])
    return isNews
  }

  dispose(): void {
    this.#isDisposed = true
    for (const { controller } of this.#rounds.values()) controller.abort()
    this.#changed.dispose()
    this.#settled.dispose()
  }

  /** The cloud configs with deletions that are not over, each once. */
  #configs(): Iterable<CloudConfigRef> {
    const open = this.#deletions.over(this.#connections())
    return new Map(open.map(({ pool }) => [configKey(pool), pool])).values()
  }

  async #run(config: CloudConfigRef, atOnce: boolean, signal: AbortSignal): Promise<void> {
    for (const wait of waits(atOnce)) {
      await sleep(wait, 'following', signal).catch(() => {})
      if (signal.aborted) return
      try {
        if (!(await this.#lookAgain(config, signal))) return
      } catch (error) {
        this.#log.warn(`A deletion could not be followed: ${String(error)}`)
      }
    }
  }

  /** Looks once, and settles what that settles. False if nothing is left to follow. */
  async #lookAgain(config: CloudConfigRef, signal: AbortSignal): Promise<boolean> {
    if (this.#deletions.in(config).length === 0 || !this.isReachable(config)) return false
    const { news, goesOn } = await this.#observer.observe(config, signal)
    this.#changed.fire()
    if (news.length > 0) this.#settled.fire(news)
    return goesOn
  }
}

function* waits(atOnce: boolean): Generator<number> {
  if (atOnce) yield 0
  yield* waitsMs
  for (;;) yield longestWaitMs
}
