import * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import { ApiError } from '../api/errors.ts'
import { sleep } from '../api/deadline.ts'
import type { Connection } from '../connections/connection.ts'
import type { Clusters } from './clusters.ts'
import {
  configKey,
  machinePoolKey,
  type CloudConfigRef,
  type MachinePoolRef,
} from './machinePoolRef.ts'
import type { Deletions, SentDeletion } from './deletions.ts'
import { judge, type Sighting, type Verdict } from './verdict.ts'

/** How a deletion that was followed ended. */
export interface Settled {
  readonly pool: MachinePoolRef
  readonly deletion: SentDeletion
  readonly verdict: Exclude<Verdict, 'goesOn'>
}

/** How long to wait before each reading, in milliseconds; then always the longest. */
const waitsMs = [2_000, 3_000, 5_000, 8_000, 13_000, 20_000]
const longestWaitMs = 30_000

/**
 * Follows the deletions that are not over: reads the cloud config again and again until the pool is
 * gone, or has stayed for too long. Which ones these are is kept in {@link Deletions}, so another start
 * of VS Code goes on with them.
 */
export class Following implements vscode.Disposable {
  readonly #connections: () => readonly Connection[]
  readonly #deletions: Deletions
  readonly #clusters: Clusters
  /** One for each cloud config that is being read again. */
  readonly #rounds = new Map<string, { config: CloudConfigRef; controller: AbortController }>()
  /** How many nodes each pool had left, and since when that many. */
  readonly #counts = new Map<string, { nodes: number; since: number }>()
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #settled = new vscode.EventEmitter<readonly Settled[]>()

  /** Fires when {@link nodesLeft} or {@link followed} may have changed. */
  readonly onDidChange = this.#changed.event
  /** Tells of deletions that have come to their end. */
  readonly onDidSettle = this.#settled.event

  constructor(
    /** Those of the settings, as they are now. */
    connections: () => readonly Connection[],
    deletions: Deletions,
    clusters: Clusters,
  ) {
    this.#connections = connections
    this.#deletions = deletions
    this.#clusters = clusters
  }

  /** How many nodes a pool had left when it was last looked at. */
  nodesLeft(pool: MachinePoolRef): number | undefined {
    return this.#counts.get(machinePoolKey(pool))?.nodes
  }

  /** The pools whose deletions are followed now. */
  get followed(): readonly MachinePoolRef[] {
    return [...this.#rounds.values()].flatMap(({ config }) =>
      this.#deletions.in(config).map(({ pool }) => pool),
    )
  }

  /** Follows the deletions in a cloud config, from now on. */
  follow(config: CloudConfigRef, { atOnce = false } = {}): void {
    const key = configKey(config)
    this.#rounds.get(key)?.controller.abort() // with another deletion the waits begin anew
    const controller = new AbortController()
    const round = { config, controller }
    this.#rounds.set(key, round)
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

  /** Looks at a pool once. */
  async look(pool: MachinePoolRef, signal: AbortSignal): Promise<Sighting> {
    return (await this.#read(pool, [pool], signal))(pool)
  }

  /** Closes the books on a pool that is gone. */
  async settleGone(pool: MachinePoolRef): Promise<boolean> {
    return (await this.#deletions.writer()).close(pool, { isGone: true })
  }

  dispose(): void {
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
    if (atOnce && !(await this.#lookAgain(config, signal))) return
    for (const wait of waits()) {
      await sleep(wait, 'following', signal).catch(() => {})
      if (!(await this.#lookAgain(config, signal))) return
    }
  }

  /** Reads once, and settles what that settles. False where nothing is left to follow. */
  async #lookAgain(config: CloudConfigRef, signal: AbortSignal): Promise<boolean> {
    const pools = this.#deletions.in(config).map(({ pool }) => pool)
    if (signal.aborted || pools.length === 0 || !this.isReachable(config)) return false
    const see = await this.#read(config, pools, signal)
    if (signal.aborted) return false
    const settled: Settled[] = []
    let goesOn = false
    // As they are by now: while it was read, one may have been settled, or its row removed.
    for (const { pool, deletion } of this.#deletions.in(config)) {
      const verdict = judge(deletion, see(pool), clock.now())
      if (verdict === 'goesOn') goesOn = true
      else settled.push({ pool, deletion, verdict })
    }
    const news: Settled[] = []
    for (const one of settled) if (await this.#settle(one)) news.push(one)
    this.#changed.fire()
    if (news.length > 0) this.#settled.fire(news)
    return goesOn
  }

  /** False where another window has done so before. */
  async #settle({ pool, deletion, verdict }: Settled): Promise<boolean> {
    this.#counts.delete(machinePoolKey(pool))
    // A 2xx is a successful deletion (contract.md, 4.1), where nothing tells more.
    const isGone = verdict === 'gone' || (verdict === 'untold' && deletion.isAccepted)
    if (isGone) return this.settleGone(pool)
    if (verdict !== 'notTaken') return true
    return (await this.#deletions.writer()).close(pool, { isGone: false })
  }

  /** Reads the cloud config and counts the nodes of pools in it; tells what was seen of each. */
  async #read(
    config: CloudConfigRef,
    pools: readonly MachinePoolRef[],
    signal: AbortSignal,
  ): Promise<(pool: MachinePoolRef) => Sighting> {
    const failed: Sighting = { kind: 'failed' }
    try {
      const read = await this.#clusters.configs.readNow(config, signal)
      if (!read) return () => ({ kind: 'notOffered' })
      const seen = new Map<string, Sighting>()
      for (const pool of pools) {
        const listed = read.pools.find(({ name }) => name === pool.machinePoolName)
        const sighting = listed ? await this.#count(pool, signal) : gone
        seen.set(machinePoolKey(pool), sighting)
      }
      return (pool) => seen.get(machinePoolKey(pool)) ?? failed
    } catch (error) {
      if (error instanceof ApiError) return () => failed
      throw error
    }
  }

  /** By its machines: the size that it is to have tells nothing of what is left. */
  async #count(pool: MachinePoolRef, signal: AbortSignal): Promise<Sighting> {
    const nodes = await this.#clusters.machineCount(pool, signal)
    if (nodes === undefined) return { kind: 'listed' }
    const key = machinePoolKey(pool)
    const before = this.#counts.get(key)
    const since = before?.nodes === nodes ? before.since : clock.now()
    this.#counts.set(key, { nodes, since })
    return { kind: 'listed', nodes, unchangedSince: since }
  }
}

const gone: Sighting = { kind: 'gone' }

function* waits(): Generator<number> {
  yield* waitsMs
  for (;;) yield longestWaitMs
}
