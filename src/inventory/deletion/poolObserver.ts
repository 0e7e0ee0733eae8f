import type * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import { isUnsupported } from '../../api/errors.ts'
import type { Capabilities } from '../capabilities.ts'
import type { Clusters } from '../clusters.ts'
import type { CloudConfigRef } from '../machinePoolRef.ts'
import { autoscaling } from '../poolFacts.ts'
import type { Deletions, PendingDeletion } from './deletions.ts'
import type { ConfigResult } from './inspection.ts'
import { drainSeen, watchMachines, type MachineWatch, type Moment } from './machineWatch.ts'
import type { Deletion } from './record.ts'
import type { Seen } from './status.ts'

/** The services that pools are observed with. */
export interface ObserverParts {
  deletions: Deletions
  clusters: Clusters
  capabilities: Capabilities
  log: vscode.LogOutputChannel
}

/** Observes the pools of pending deletions, and records what happens to their machines. */
export class PoolObserver {
  readonly #parts: ObserverParts
  /** What was last seen, by deletion ID. */
  readonly seen = new Map<string, Seen>()
  /** The number of the last observations that failed in a row, by deletion ID. */
  readonly failures = new Map<string, number>()
  /** The last observations of machines, by deletion ID. */
  readonly #watches = new Map<string, MachineWatch>()

  constructor(parts: ObserverParts) {
    this.#parts = parts
  }

  /** Observes pools of a cloud config; returns what is seen by deletion ID. Nothing is seen once it is canceled. */
  async observe(
    config: CloudConfigRef,
    open: readonly PendingDeletion[],
    signal: AbortSignal,
    onRequest?: () => void,
  ): Promise<ReadonlyMap<string, Seen>> {
    const all = await this.#observeAll(config, open, signal, onRequest)
    if (signal.aborted) return new Map()
    for (const [id, seen] of all) {
      this.seen.set(id, seen)
      if (seen.kind === 'failed') this.failures.set(id, (this.failures.get(id) ?? 0) + 1)
      else this.failures.delete(id)
    }
    return all
  }

  /** Forgets what was seen of a deletion that has ended. */
  forget({ id }: Deletion): void {
    this.seen.delete(id)
    this.failures.delete(id)
    this.#watches.delete(id)
  }

  async #observeAll(
    config: CloudConfigRef,
    open: readonly PendingDeletion[],
    signal: AbortSignal,
    onRequest: (() => void) | undefined,
  ): Promise<ReadonlyMap<string, Seen>> {
    // The time before the request, because the computer may have slept meanwhile.
    const moment = { at: clock.now(), elapsed: clock.elapsed('following') }
    try {
      const options = { priority: 'interactive', onRequest } as const
      const configResult = await this.#parts.clusters.loadConfig(config, signal, options)
      const seen = open.map(async (one) => {
        const observed = await this.#observeOne(one, configResult, moment, signal, onRequest)
        return [one.deletion.id, observed] as const
      })
      return new Map(await Promise.all(seen))
    } catch (error) {
      if (!signal.aborted) this.#parts.log.warn(`Couldn’t check a deletion: ${String(error)}`)
      return new Map(open.map(({ deletion }) => [deletion.id, failed]))
    }
  }

  async #observeOne(
    { pool, deletion }: PendingDeletion,
    configResult: ConfigResult,
    moment: Moment,
    signal: AbortSignal,
    onRequest: (() => void) | undefined,
  ): Promise<Seen> {
    const { id, wasListed } = deletion
    if (configResult.kind === 'unsupported') return wasListed ? failed : { kind: 'unsupported' }
    if (configResult.kind === 'failed') {
      const isRefused = isUnsupported(configResult.error)
      // A denied request concerns this config only, and a proxy’s page nothing.
      const isBlind =
        isRefused &&
        configResult.error.kind !== 'invalidResponse' &&
        !wasListed &&
        (await this.#isWithoutLookups(pool))
      return isBlind ? { kind: 'unsupported' } : { kind: 'failed', isRefused }
    }
    const { pools, unreadable } = configResult.config
    const listed = pools.find(({ name }) => name === pool.machinePoolName)
    // The pool may be one of the unreadable ones.
    if (!listed) return unreadable > 0 ? { kind: 'failed', isRefused: true } : { kind: 'gone' }
    const isAutoscaled = autoscaling(listed) !== undefined
    const machines = await this.#parts.clusters.machines(pool, signal, { onRequest })
    if (!machines) {
      if (!wasListed) await this.#parts.deletions.see(deletion, { at: moment.at, states: '' })
      return { kind: 'listed', isAutoscaled }
    }
    const before = this.#watches.get(id)
    const watch = watchMachines(before, machines, deletion.machineUids, moment)
    this.#watches.set(id, watch)
    const drain = drainSeen(deletion, machines, watch, before === undefined)
    if (drain) await this.#parts.deletions.see(deletion, drain)
    return { kind: 'listed', watch, isAutoscaled }
  }

  /**
   * Resolves to whether the service supports no lookups at all; loads the list of clusters if nobody has.
   * False if unknown.
   */
  async #isWithoutLookups({ connection }: CloudConfigRef): Promise<boolean> {
    const { capabilities, clusters } = this.#parts
    if (capabilities.hasWorkedAnywhere(connection)) return false
    const list = await clusters.get(connection)
    return list === undefined && !capabilities.hasWorkedAnywhere(connection)
  }
}

/** An observation without a response. */
const failed: Seen = { kind: 'failed', isRefused: false }
