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

/** What the open deletions of a cloud config have come to. */
export interface Observed {
  /** Those of which there is something new to tell. */
  readonly news: readonly Settled[]
  /** Whether there may be more soon. */
  readonly goesOn: boolean
}

/** Looks at the pools whose deletions are followed, and keeps what has become of them. */
export class DeletionObserver {
  readonly #deletions: Deletions
  readonly #clusters: Clusters
  readonly #serviceFor: ServiceFor
  readonly #writer: DeletionWriter
  readonly #log: Pick<vscode.LogOutputChannel, 'warn'>
  /** What was seen of the machines of each pool, by the id of its deletion. */
  readonly watches = new Map<string, MachineWatch>()
  /** What was told in this window although it couldn't be saved, by id and verdict. */
  readonly #told = new Set<string>()
  /** The ids of those of which events or audits speak. */
  readonly #traced = new Set<string>()

  constructor({ deletions, writer, clusters, serviceFor, log }: ObserverDependencies) {
    this.#deletions = deletions
    this.#clusters = clusters
    this.#serviceFor = serviceFor
    this.#writer = writer
    this.#log = log
  }

  /** Looks once at all that is open in a cloud config, and settles what that settles. */
  async observe(config: CloudConfigRef, signal: AbortSignal): Promise<Observed> {
    const at = clock.now()
    const seen = await this.look(config, this.#deletions.in(config), signal)
    const news: Settled[] = []
    let goesOn = false
    if (signal.aborted) return { news, goesOn }
    // As they are by now: while it was read, one may have been settled, or another one sent.
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

  /** What one look tells of pools in a cloud config, by the ids of their deletions. */
  async look(
    config: CloudConfigRef,
    open: readonly OpenDeletion[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Sighting>> {
    // If the computer slept meanwhile, what is told is of before.
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

  /** Keeps how a deletion has ended. It never fails: what can't be saved is told all the same, once. */
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

  /** False if another window has done so, or there is nothing to keep. */
  async #keep({ pool, deletion, verdict }: Settled, isGone: boolean): Promise<boolean> {
    switch (verdict) {
      case 'overdue':
        return deletion.told !== verdict && this.#writer.tell(deletion.id, verdict)
      case 'untold':
        // A 2xx is a successful deletion (contract.md, 4.1) if nothing tells more.
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
      // One refusal tells of this config alone, and a page of a proxy tells of nothing.
      const isBlind =
        isRefused &&
        look.error.kind !== 'invalidResponse' &&
        !deletion.wasListed &&
        (await this.#isWithoutLookups(pool))
      return isBlind ? { kind: 'unsupported' } : { kind: 'failed', isRefused }
    }
    const { pools, unreadable } = look.config
    const listed = pools.find(({ name }) => name === pool.machinePoolName)
    // One of those that can't be read may be this one.
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
   * Whether the service doesn't even list clusters, and no lookup has ever worked over the connection;
   * the list is requested if nobody has asked for it. False if that can't be told now.
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
      // It is known in this window by what it has read.
    }
  }

  /** One that would count as without effect is held against what events and audits tell. */
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

/** What a {@link DeletionObserver} works with. */
export interface ObserverDependencies {
  deletions: Deletions
  writer: DeletionWriter
  clusters: Clusters
  serviceFor: ServiceFor
  log: Pick<vscode.LogOutputChannel, 'warn'>
}

const failed: Sighting = { kind: 'failed', isRefused: false }
