import type * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import { isUnsupported } from '../api/errors.ts'
import type { Capabilities } from './capabilities.ts'
import type { Clusters } from './clusters.ts'
import type { Deletions, PendingDeletion } from './deletions.ts'
import type { DeletionWriter } from './deletionWriter.ts'
import type { ConfigResult } from './inspection.ts'
import { drainProgress } from './drain.ts'
import { watchMachines, type MachineWatch } from './machineWatch.ts'
import { machinePoolIdentity, type CloudConfigRef } from './machinePoolRef.ts'
import { autoscaling } from './poolFacts.ts'
import { evaluate, type Observation, type Conclusion } from './deletionConclusion.ts'

/** The end of a monitored deletion, or news about it. */
export interface CompletedDeletion extends PendingDeletion {
  readonly conclusion: Exclude<Conclusion, 'pending' | 'rests'>
}

/** The result of polling the pending deletions of a cloud config. */
export interface PollResult {
  /** The deletions with news to report. */
  readonly news: readonly CompletedDeletion[]
  /** True if more news is expected. */
  readonly isPending: boolean
}

/**
 * The number of failed observations in a row after which nothing is expected soon: about five minutes. They count, not
 * the time, because after sleep the network may come later.
 */
const maxFailures = 12

/** Observes the pools of pending deletions, and records what it concludes. */
export class DeletionObserver {
  readonly #parts: ObserverParts
  /** Observations of machines, by deletion ID. */
  readonly watches = new Map<string, MachineWatch>()
  /** The number of the last observations that failed in a row, by deletion ID. */
  readonly failures = new Map<string, number>()
  /** The identities of pools whose deletion this window is sending: its response is awaited, and reported. */
  readonly sending = new Set<string>()
  /** The IDs of deletions with each conclusion that was recorded, so that one that couldn’t be saved is reported once. */
  readonly #told = new Set<string>()

  constructor(parts: ObserverParts) {
    this.#parts = parts
  }

  /** Observes the pending deletions of a cloud config once, and completes those that have ended. */
  async poll(
    config: CloudConfigRef,
    signal: AbortSignal,
    onRequest?: () => void,
  ): Promise<PollResult> {
    const at = clock.now()
    const seen = await this.observe(
      config,
      this.#parts.deletions.pendingIn(config),
      signal,
      onRequest,
    )
    const news: CompletedDeletion[] = []
    let isPending = false
    if (signal.aborted) return { news, isPending }
    for (const [id, { kind }] of seen) {
      if (kind === 'failed') this.failures.set(id, (this.failures.get(id) ?? 0) + 1)
      else this.failures.delete(id)
    }
    // The current ones: meanwhile, one may have been completed, or another one sent.
    for (const one of this.#parts.deletions.pendingIn(config)) {
      const observation = seen.get(one.deletion.id)
      const evaluated =
        observation && !this.sending.has(machinePoolIdentity(one.pool))
          ? evaluate(one.deletion, observation, at)
          : 'pending'
      isPending ||= evaluated === 'pending'
      const isOpen = evaluated === 'pending' || evaluated === 'rests'
      if (isOpen && !this.#isLost(one, evaluated)) continue
      const conclusion = isOpen ? 'overdue' : evaluated
      const completed: CompletedDeletion = { ...one, conclusion }
      const isGone = observation?.kind !== 'listed'
      const { isNews, isKept } = await this.recordConclusion(completed, { isGone })
      if (isNews && !one.deletion.isDismissed) news.push(completed)
      const isLeaving = observation?.kind === 'listed' && observation.watch?.isLeaving
      isPending ||= !isKept || (conclusion === 'overdue' && isLeaving === true)
    }
    return { news, isPending }
  }

  /** Observes pools of a cloud config; returns observations by deletion ID. */
  async observe(
    config: CloudConfigRef,
    open: readonly PendingDeletion[],
    signal: AbortSignal,
    onRequest?: () => void,
  ): Promise<ReadonlyMap<string, Observation>> {
    // The time before the request, because the computer may have slept meanwhile.
    const at = clock.now()
    try {
      const options = { priority: 'interactive', onRequest } as const
      const configResult = await this.#parts.clusters.loadConfig(config, signal, options)
      const seen = open.map(async (one) => {
        const observation = await this.#observeOne(one, configResult, at, signal, onRequest)
        return [one.deletion.id, observation] as const
      })
      return new Map(await Promise.all(seen))
    } catch (error) {
      if (!signal.aborted) this.#parts.log.warn(`Couldn’t check a deletion: ${String(error)}`)
      return new Map(open.map(({ deletion }) => [deletion.id, failed]))
    }
  }

  /** Records how a deletion has ended. Never fails: what can’t be saved is reported once. */
  async recordConclusion(
    completed: CompletedDeletion,
    { isGone }: { isGone: boolean },
  ): Promise<{ isNews: boolean; isKept: boolean }> {
    const { deletion, conclusion } = completed
    const key = `${deletion.id} ${conclusion}`
    let isNews = true
    let isKept = true
    try {
      isNews = await this.#save(completed, isGone)
      if (conclusion !== 'overdue') this.watches.delete(deletion.id)
    } catch (error) {
      isKept = false
      this.#parts.log.warn(`Couldn’t save the outcome of a deletion: ${String(error)}`)
    }
    isNews &&= !this.#told.has(key)
    this.#told.add(key)
    return { isNews, isKept }
  }

  /** Resolves to false if another window has recorded it, or there is nothing to record. */
  async #save(
    { pool, deletion, conclusion }: CompletedDeletion,
    isGone: boolean,
  ): Promise<boolean> {
    switch (conclusion) {
      case 'overdue':
        return (
          deletion.told !== conclusion &&
          this.#parts.deletionWriter.recordReport(deletion.id, conclusion)
        )
      case 'indeterminate':
        // A 2xx is a successful deletion (contract.md, 4.1), unless more is known.
        if (deletion.isAccepted)
          return this.#parts.deletionWriter.completeAll(pool, {
            isGone: true,
            deleted: deletion.id,
          })
        // No list of the service will ever have news of it.
        if (deletion.isDismissed)
          await this.#parts.deletionWriter.completeAll(pool, { isGone: false })
        return false
      case 'gone':
        return this.#parts.deletionWriter.completeAll(pool, { isGone, deleted: deletion.id })
      case 'notListed':
      case 'replaced':
        return this.#parts.deletionWriter.completeAll(pool, { isGone: false })
    }
  }

  async #observeOne(
    { pool, deletion }: PendingDeletion,
    configResult: ConfigResult,
    at: number,
    signal: AbortSignal,
    onRequest: (() => void) | undefined,
  ): Promise<Observation> {
    if (configResult.kind === 'unsupported')
      return deletion.wasListed ? failed : { kind: 'unsupported' }
    if (configResult.kind === 'failed') {
      const isRefused = isUnsupported(configResult.error)
      // A denied request concerns this config only, and a proxy’s page nothing.
      const isBlind =
        isRefused &&
        configResult.error.kind !== 'invalidResponse' &&
        !deletion.wasListed &&
        (await this.#isWithoutLookups(pool))
      return isBlind ? { kind: 'unsupported' } : { kind: 'failed', isRefused }
    }
    const { pools, unreadable } = configResult.config
    const listed = pools.find(({ name }) => name === pool.machinePoolName)
    // The pool may be one of the unreadable ones.
    if (!listed) return unreadable > 0 ? { kind: 'failed', isRefused: true } : { kind: 'gone' }
    const machines = await this.#parts.clusters.machines(pool, signal, { onRequest })
    const { id, machineUids, wasListed, nodes = 0, lastLoss } = deletion
    const before = this.watches.get(id)
    const elapsed = clock.elapsed('following')
    const watch = machines && watchMachines(before, machines, machineUids, at, elapsed)
    if (watch) this.watches.set(id, watch)
    const progress = machines ? drainProgress(deletion.progress, machines, at) : deletion.progress
    // The first observation of this window is compared with that of an earlier one.
    const hasLost = before ? watch?.hasFallen : watch && watch.count < (lastLoss?.left ?? nodes)
    if (!wasListed || progress !== deletion.progress || hasLost) {
      // If it can’t be saved, this window knows it from its own requests.
      // A drain that goes on marks its pool again.
      const loss = hasLost && { lastLoss: { at, left: watch?.count ?? 0 }, isDismissed: false }
      const known = { wasListed: true, progress, ...loss }
      await this.#parts.deletionWriter.update(id, known).catch(() => {})
    }
    return { kind: 'listed', watch, isAutoscaled: autoscaling(listed) !== undefined }
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

  /** Returns whether a deletion should have ended, and can’t be observed: for some minutes, or for good. */
  #isLost({ deletion }: PendingDeletion, conclusion: 'pending' | 'rests'): boolean {
    const { id, isAccepted } = deletion
    if (!isAccepted || this.#parts.deletions.isInProgress(deletion)) return false
    return conclusion === 'rests' || (this.failures.get(id) ?? 0) >= maxFailures
  }
}

/** The services that observe and record deletions. */
export interface ObserverParts {
  deletions: Deletions
  deletionWriter: DeletionWriter
  clusters: Clusters
  capabilities: Capabilities
  log: vscode.LogOutputChannel
}

/** An observation without a response. */
export const failed: Observation = { kind: 'failed', isRefused: false }
