import * as v from 'valibot'
import * as vscode from 'vscode'
import { withProject, type Connection } from '../connections/connection.ts'
import { sampleBaseUrl } from '../connections/sample.ts'
import {
  configIdentity,
  findConnection,
  machinePoolIdentity,
  requestConnection,
  type CloudConfigRef,
  type MachinePoolRef,
} from '../model/refs.ts'
import { PartFiles, type StoredPart } from './partFiles.ts'
import {
  deletionOf,
  newId,
  parts,
  type Deletion,
  type End,
  type Kind,
  type Local,
  type Part,
} from './record.ts'
import { isInProgress } from './status.ts'

/** The maximum number of completed deletions to keep. */
const maxHistory = 50
/** The ends after which a pool may not be listed any more. */
const mayBeGone: readonly End[] = ['deleted', 'notListed', 'notFound', 'unknown']

/** What is known of the machines of a pool before its deletion. */
type Before = Pick<Part<'sent'>, 'machineUids' | 'nodes' | 'zones' | 'wasListed'>
type Log = Pick<vscode.LogOutputChannel, 'warn'>

/** A pending deletion and its pool. */
export interface PendingDeletion {
  readonly pool: MachinePoolRef
  readonly deletion: Deletion
}

/**
 * The deletions sent from this computer, in any window: pending ones, which mark their pools, and the history. Pools are
 * identified as the service does, across connections and projects. This is the only holder of the fact that a pool is
 * being deleted.
 */
export class Deletions implements vscode.Disposable {
  readonly #files: PartFiles
  /** What only this window knows of deletions, by their IDs. */
  readonly #local = new Map<string, Local>()
  readonly #log: Log
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #over = new vscode.EventEmitter<readonly string[]>()
  /** All records, the latest first. */
  all: readonly Deletion[] = []

  /** Fires after every change; after one of another window as soon as {@link refresh} sees it. */
  readonly onDidChange = this.#changed.event
  /** Fires with the identities of cloud configs in which a deletion has ended, so that they are loaded again. */
  readonly onDidEnd = this.#over.event

  constructor(fs: vscode.FileSystem, folder: vscode.Uri, log: Log) {
    this.#log = log
    this.#files = new PartFiles(fs, folder, () => this.#take())
  }

  /** Returns the pending deletions of a pool, the latest first. */
  allPendingOf(pool: MachinePoolRef): readonly Deletion[] {
    const key = machinePoolIdentity(pool)
    return this.all.filter((one) => !one.end && machinePoolIdentity(one) === key)
  }

  /** Returns the latest pending deletion of a pool, which marks it; undefined if dismissed. */
  pendingOf(pool: MachinePoolRef): Deletion | undefined {
    const [latest] = this.allPendingOf(pool)
    return latest?.isDismissed ? undefined : latest
  }

  /**
   * Returns the latest pending deletion of each pool that these connections can observe, also a dismissed one, with the
   * best connection and in its project: in another project, the service may not know the pool.
   */
  pendingOver(connections: readonly Connection[]): readonly PendingDeletion[] {
    const pending = this.all.filter(({ end }) => !end)
    // The latest one is last and wins.
    const latest = new Map(pending.toReversed().map((one) => [machinePoolIdentity(one), one]))
    return [...latest.values()].flatMap((deletion) => {
      const found = findConnection(deletion, connections)
      if (!found) return []
      const { provider, configUid, configLabel, machinePoolName } = deletion
      const connection = withProject(found, deletion.projectUid)
      return [{ pool: { connection, provider, configUid, configLabel, machinePoolName }, deletion }]
    })
  }

  /**
   * Returns the deletions in a cloud config after which pools count as gone: those that are pending in any window, or have
   * ended since it was loaded, in epoch ms.
   */
  recentIn(config: CloudConfigRef, loadedAt = Infinity): readonly Deletion[] {
    const identity = configIdentity(config)
    return this.all.filter((one) => {
      if (configIdentity(one) !== identity) return false
      return !one.end || (mayBeGone.includes(one.end) && (one.endedAt ?? 0) >= loadedAt)
    })
  }

  /** Returns the names of the other pools in a pool’s cluster that count as gone; see {@link recentIn}. */
  otherPoolsBeingDeleted(pool: MachinePoolRef, loadedAt?: number): ReadonlySet<string> {
    const names = this.recentIn(pool, loadedAt).map(({ machinePoolName }) => machinePoolName)
    return new Set(names.filter((name) => name !== pool.machinePoolName))
  }

  /** Loads what other windows have stored, and deletes what is over: all parts but the end, and ends beyond the maximum. */
  async refresh(): Promise<void> {
    await this.#files.refresh()
    const ended = this.all.filter(({ end }) => end)
    const kept = ended.sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0)).slice(0, maxHistory)
    const idsOf = (all: readonly Deletion[]) => new Set(all.map(({ id }) => id))
    const [endedIds, keptIds] = [idsOf(ended), idsOf(kept)]
    await this.#delete(({ id, kind }) => {
      if (kind === 'ended') return endedIds.has(id) && !keptIds.has(id)
      return endedIds.has(id) || this.#local.get(id) === 'over'
    })
  }

  /**
   * Records a deletion that is about to be sent, so that other windows see it, and that it survives a window that closes
   * meanwhile. Every window writes before it reads, so of two windows at least one sees the other. Rejects if it can’t be
   * saved, or others can’t be read. Whoever calls this must {@link withdraw} it, also then, or {@link endSending}.
   */
  async begin(id: string, pool: MachinePoolRef, known: Before): Promise<Deletion> {
    const { name: connection, baseUrl, projectUid } = requestConnection(pool)
    const { provider, configUid, machinePoolName, configLabel } = pool
    const target = { baseUrl, provider, configUid, machinePoolName, configLabel }
    const value = { ...known, ...target, connection, projectUid, sentAt: Date.now() }
    this.#local.set(id, 'sending')
    await this.#files.writeAndRead({ id, kind: 'sent', value })
    const begun = this.all.find((one) => one.id === id)
    if (!begun) throw new Error('The record was deleted')
    return begun
  }

  /** Returns whether a deletion of a pool is in progress in any window, so that another one must not be sent. */
  isInProgress(pool: MachinePoolRef, except?: Deletion): boolean {
    return this.allPendingOf(pool).some(
      (one) => one.id !== except?.id && isInProgress(one, Date.now()),
    )
  }

  /** Deletes the record of a deletion that wasn’t sent. If it can’t be deleted, that is known in this window. */
  async withdraw(id: string): Promise<void> {
    this.#local.delete(id)
    await this.#deleteSent(id)
  }

  /** Records the response to a request. If that can’t be saved, it is known in this window. */
  async answer({ id }: Deletion, isAccepted: boolean): Promise<void> {
    await this.#tried(this.#files.write({ id, kind: 'answered', value: { isAccepted } }))
  }

  /** The outcome of a request is known, and was recorded as far as possible. */
  endSending({ id }: Deletion): void {
    if (this.#local.get(id) !== 'sending') return
    this.#local.delete(id)
    this.#take()
  }

  /** Records what was seen of the machines, also if only in this window. */
  async see({ id }: Deletion, seen: Part<'seen'>): Promise<void> {
    await this.#tried(this.#rewrite(id, 'seen', seen))
  }

  /** Records that people are told that a deletion is overdue. Resolves to whether this window is the one that tells it. */
  async tellOverdue({ id }: Deletion): Promise<boolean> {
    this.#local.set(id, 'toldOverdue')
    const part: StoredPart = { id, kind: 'overdue', value: { isAccepted: true } }
    // Without either, it wouldn’t be known after a reload that it was accepted.
    if (!(await this.#tried(this.#files.write(part)))) return true
    return this.#files.delete({ id, kind: 'answered' }).catch(() => true)
  }

  /**
   * Records how a deletion has ended. Resolves to whether this window is the one that tells it. Never rejects: what can’t
   * be saved is known in this window.
   */
  async end(deletion: Deletion, how: End): Promise<boolean> {
    const { id } = deletion
    this.#local.delete(id)
    const value = v.parse(parts.ended, { ...deletion, end: how, endedAt: Date.now() })
    await this.#tried(this.#files.write({ id, kind: 'ended', value }))
    return this.#deleteSent(id)
  }

  /** Returns whether what came of a deletion couldn’t be saved: another window, or the next start, doesn’t know it. */
  isUnsaved(id: string): boolean {
    return this.#local.get(id) === 'over' || this.#files.isUnsaved({ id, kind: 'answered' })
  }

  /**
   * Dismisses the deletions of a pool, unless in progress, or takes that back. They stay pending for the guard, until they
   * have ended.
   */
  async dismiss(pool: MachinePoolRef, isDismissed = true): Promise<void> {
    const value = { at: Date.now() }
    for (const one of this.allPendingOf(pool)) {
      if (isDismissed && isInProgress(one, value.at)) continue
      await this.#rewrite(one.id, 'dismissed', isDismissed ? value : undefined)
    }
  }

  /** Clears the history of what has ended. Rejects if some of it can’t be deleted. */
  async clear(): Promise<void> {
    await this.refresh()
    await this.#forget(({ end }) => end !== undefined)
    if (this.all.some(({ end }) => end)) throw new Error('Some files can’t be deleted')
  }

  /** Deletes the history of a removed connection. A pending deletion stays, and counts if the service comes back. */
  async removeConnection(name: string): Promise<void> {
    await this.refresh()
    await this.#forget(({ connection, end, baseUrl }) => {
      return connection === name && (end !== undefined || baseUrl === sampleBaseUrl)
    })
  }

  dispose(): void {
    this.#changed.dispose()
    this.#over.dispose()
  }

  /**
   * Deletes the part without which a deletion isn’t pending. Resolves to whether this window is the one that has deleted
   * it, or that can’t be known: rather two windows tell the end than none.
   */
  async #deleteSent(id: string): Promise<boolean> {
    return this.#files.delete({ id, kind: 'sent' }).catch((error: unknown) => {
      this.#log.warn(`The record of a deletion is left: ${String(error)}`)
      this.#local.set(id, 'over')
      this.#take()
      return true
    })
  }

  /** Resolves to whether a change could be saved. */
  async #tried(change: Promise<unknown>): Promise<boolean> {
    try {
      await change
      return true
    } catch (error) {
      this.#log.warn(`Couldn’t save a deletion: ${String(error)}`)
      return false
    }
  }

  /** Writes a part in place of those of its kind, or none. */
  async #rewrite(id: string, kind: Kind, value: Part | undefined): Promise<void> {
    const older = this.#files.all.filter((one) => one.id === id && one.kind === kind)
    if (value) await this.#files.write({ id, kind, stamp: newId(), value })
    for (const one of older) await this.#files.delete(one)
  }

  /** Deletes records, as far as possible. */
  async #forget(isWanted: (one: Deletion) => boolean): Promise<void> {
    const ids = new Set(this.all.filter(isWanted).map(({ id }) => id))
    await this.#delete(({ id }) => ids.has(id))
  }

  /** Deletes parts, as far as possible. */
  async #delete(isWanted: (one: StoredPart) => boolean): Promise<void> {
    for (const one of this.#files.all.filter(isWanted)) {
      await this.#files.delete(one).catch(() => {})
    }
  }

  /** Makes the records anew, and tells that. */
  #take(): void {
    const before = new Map(this.all.map((one) => [one.id, one]))
    const all = new Map<string, StoredPart[]>()
    for (const one of this.#files.all) all.set(one.id, [...(all.get(one.id) ?? []), one])
    this.all = [...all]
      .flatMap(([id, own]) => deletionOf(id, own, this.#local.get(id)) ?? [])
      .sort((a, b) => b.sentAt - a.sentAt)
    this.#changed.fire()
    const over = this.all.filter(({ id, end }) => end && !before.get(id)?.end)
    if (over.length > 0) this.#over.fire(over.map(configIdentity))
  }
}
