import type * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import { isNotOffered } from '../api/errors.ts'
import type { ServiceFor } from '../connections/services.ts'
import type { Clusters } from './clusters.ts'
import type { Deletions, OpenDeletion } from './deletions.ts'
import type { DeletionWriter } from './deletionWriter.ts'
import { findTraces } from './deletionTraces.ts'
import type { Look } from './inspection.ts'
import { watchMachines, type MachineWatch } from './machineWatch.ts'
import type { CloudConfigRef } from './machinePoolRef.ts'
import { autoscaling } from './poolFacts.ts'
import { judge, type Sighting, type Verdict } from './verdict.ts'

/** How a deletion that was followed ended, or what is to be told of it. */
export interface Settled extends OpenDeletion {
  readonly verdict: Exclude<Verdict, 'goesOn' | 'rests'>
}

/** The result of observing the pending deletions of a cloud config. */
export interface Observed {
  /** The deletions with news to report. */
  readonly news: readonly Settled[]
  /** True if more news is expected. */
  readonly goesOn: boolean
}

/** Observes the pools of pending deletions, and records their status. */
export class DeletionObserver {
  readonly #deletions: Deletions
  readonly #clusters: Clusters
  readonly #serviceFor: ServiceFor
  readonly #writer: DeletionWriter
  readonly #log: Pick<vscode.LogOutputChannel, 'warn'>
  /** What was seen of the machines of each pool, by the id of its deletion. */
  readonly watches = new Map<string, MachineWatch>()
  /** Reported verdicts that couldn’t be saved, by ID. */
  readonly #told = new Set<string>()
  /** The IDs of deletions with events or audits. */
  readonly #traced = new Set<string>()

  constructor({ deletions, writer, clusters, serviceFor, log }: ObserverDependencies) {
    this.#deletions = deletions
    this.#clusters = clusters
    this.#serviceFor = serviceFor
    this.#writer = writer
    this.#log = log
  }

  /** Observes the pending deletions of a cloud config once, and completes those that have ended. */
  async observe(config: CloudConfigRef, signal: AbortSignal): Promise<Observed> {
    const at = clock.now()
    const seen = await this.look(config, this.#deletions.in(config), signal)
    const news: Settled[] = []
    let goesOn = false
    if (signal.aborted) return { news, goesOn }
    // The current ones: meanwhile, one may have been completed, or another one sent.
    for (const one of this.#deletions.in(config)) {
      const sighting = seen.get(one.deletion.id)
      const verdict = sighting ? await this.#judge(one, sighting, at, signal) : 'goesOn'
      if (verdict === 'goesOn' || verdict === 'rests') {
        goesOn ||= verdict === 'goesOn'
        continue
      }
      const settled: Settled = { ...one, verdict }
      const isGone = sighting?.kind !== 'listed'
      const { isNews, isKept } = await this.settle(settled, { isGone })
      if (isNews) news.push(settled)
      const isLeaving = sighting?.kind === 'listed' && sighting.watch?.isLeaving
      goesOn ||= !isKept || (verdict === 'overdue' && isLeaving === true)
    }
    return { news, goesOn }
  }

  /** Observes pools of a cloud config; returns observations by deletion ID. */
  async look(
    config: CloudConfigRef,
    open: readonly OpenDeletion[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Sighting>> {
    // The time before the request, because the computer may have slept meanwhile.
    const at = clock.now()
    try {
      const look = await this.#clusters.look(config, signal, 'interactive')
      const seen = open.map(
        async (one) => [one.deletion.id, await this.#see(one, look, at, signal)] as const,
      )
      return new Map(await Promise.all(seen))
    } catch (error) {
      if (!signal.aborted) this.#log.warn(`A deletion could not be looked at: ${String(error)}`)
      return new Map(open.map(({ deletion }) => [deletion.id, failed]))
    }
  }

  /** Records how a deletion has ended. Never fails: what can’t be saved is reported once. */
  async settle(
    settled: Settled,
    { isGone }: { isGone: boolean },
  ): Promise<{ isNews: boolean; isKept: boolean }> {
    const { deletion, verdict } = settled
    const key = `${deletion.id} ${verdict}`
    let isNews = true
    let isKept = true
    try {
      isNews = await this.#keep(settled, isGone)
      if (verdict !== 'overdue') this.watches.delete(deletion.id)
    } catch (error) {
      isKept = false
      this.#log.warn(`What has become of a deletion could not be saved: ${String(error)}`)
    }
    isNews &&= !this.#told.has(key)
    this.#told.add(key)
    return { isNews, isKept }
  }

  /** Resolves to false if another window has recorded it, or there is nothing to record. */
  async #keep({ pool, deletion, verdict }: Settled, isGone: boolean): Promise<boolean> {
    switch (verdict) {
      case 'overdue':
        return deletion.told !== verdict && this.#writer.tell(deletion.id, verdict)
      case 'untold':
        // A 2xx is a successful deletion (contract.md, 4.1), unless more is known.
        return deletion.isAccepted && this.#writer.close(pool, { isGone: true })
      case 'gone':
        return this.#writer.close(pool, { isGone })
      case 'replaced':
      case 'notTaken':
        return this.#writer.close(pool, { isGone: false })
    }
  }

  async #see(
    { pool, deletion }: OpenDeletion,
    look: Look,
    at: number,
    signal: AbortSignal,
  ): Promise<Sighting> {
    if (look.kind === 'unsupported') return deletion.wasListed ? failed : { kind: 'unsupported' }
    if (look.kind === 'failed') {
      const isRefused = isNotOffered(look.error)
      // A denied request concerns this config only, and a proxy’s page nothing.
      const isBlind =
        isRefused &&
        look.error.kind !== 'invalidResponse' &&
        !deletion.wasListed &&
        (await this.#isWithoutLookups(pool))
      return isBlind ? { kind: 'unsupported' } : { kind: 'failed', isRefused }
    }
    const { pools, unreadable } = look.config
    const listed = pools.find(({ name }) => name === pool.machinePoolName)
    // The pool may be one of the unreadable ones.
    if (!listed) return unreadable > 0 ? { kind: 'failed', isRefused: true } : { kind: 'gone' }
    if (!deletion.wasListed) await this.#keepListed(deletion.id)
    const machines = await this.#clusters.machines(pool, signal)
    const before = this.watches.get(deletion.id)
    const elapsed = clock.elapsed('following')
    const watch = machines && watchMachines(before, machines, deletion.machineUids, at, elapsed)
    if (watch) this.watches.set(deletion.id, watch)
    return { kind: 'listed', watch, isAutoscaled: autoscaling(listed) !== undefined }
  }

  /**
   * Resolves to whether the service supports no lookups at all; loads the list of clusters if nobody has.
   * False if unknown.
   */
  async #isWithoutLookups(pool: CloudConfigRef): Promise<boolean> {
    if (this.#clusters.hasLooked(pool)) return false
    const list = await this.#clusters.get(pool.connection)
    return list === undefined && !this.#clusters.hasLooked(pool)
  }

  async #keepListed(id: string): Promise<void> {
    try {
      await this.#writer.update(id, { wasListed: true })
    } catch {
      // This window knows it from its own requests.
    }
  }

  /** Evaluates a deletion. One that seems to have had no effect is checked against events and audits. */
  async #judge(
    one: OpenDeletion,
    seen: Sighting,
    at: number,
    signal: AbortSignal,
  ): Promise<Verdict> {
    const verdict = judge(one.deletion, seen, at)
    if (verdict !== 'notTaken') return verdict
    const { id } = one.deletion
    if (this.#traced.has(id)) return 'rests'
    const traces = await findTraces(one, this.#clusters, this.#serviceFor, signal)
    if (traces === 'none') return verdict
    if (traces === 'found') this.#traced.add(id)
    return traces === 'found' ? 'rests' : 'goesOn'
  }
}

export interface ObserverDependencies {
  deletions: Deletions
  writer: DeletionWriter
  clusters: Clusters
  serviceFor: ServiceFor
  log: Pick<vscode.LogOutputChannel, 'warn'>
}

const failed: Sighting = { kind: 'failed', isRefused: false }
