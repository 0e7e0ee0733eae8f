import * as v from 'valibot'
import * as vscode from 'vscode'
import type { Connection } from '../connections/connection.ts'
import { sampleBaseUrl } from '../connections/sample.ts'
import { configIdentity, type CloudConfigRef, type MachinePoolRef } from '../model/refs.ts'
import {
  DeletionIndex,
  latestPending,
  sentPart,
  type KnownMachines,
  type PendingDeletion,
} from './pendingDeletion.ts'
import { findObsoleteParts } from './obsoleteParts.ts'
import { PartFiles } from './partFiles.ts'
import type { PartName, StoredPart } from './partFolder.ts'
import {
  deletionRecord,
  newId,
  partSchemas,
  type Deletion,
  type End,
  type PartKind,
  type WindowState,
  type RecordPart,
} from './record.ts'
import { isInProgress, isUncertainEnd, mayHaveDeletedPool } from './stage.ts'
import { StorageWait, withinLimit } from './storageWait.ts'

/** The maximum time to save a record before its deletion is sent, in ms. After it, the deletion isn’t sent. */
const maxBeginMs = 10_000

type Log = Pick<vscode.LogOutputChannel, 'warn'>

/**
 * The deletions sent from this computer, in any window: pending ones, which mark their pools, and the history. Pools
 * are identified as the service does, across connections and projects. This is the only holder of the fact that a pool
 * is being deleted.
 *
 * What is recorded is known in this window at once. Nobody waits for storage longer than a second, unless the comment
 * says so: a network drive may not respond for minutes, or ever.
 */
export class Deletions implements vscode.Disposable {
  readonly #files: PartFiles
  /** What only this window knows of deletions, by their IDs. */
  readonly #windowStates = new Map<string, WindowState>()
  readonly #log: Log
  readonly #storage = new StorageWait()
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #ended = new vscode.EventEmitter<readonly string[]>()
  #index = new DeletionIndex()

  /** Fires after every change; after one of another window as soon as {@link refresh} sees it. */
  readonly onDidChange = this.#changed.event
  /** Fires with the identities of cloud configs in which a deletion has ended, so that they are loaded again. */
  readonly onDidEnd = this.#ended.event

  constructor(fs: vscode.FileSystem, folder: vscode.Uri, log: Log) {
    this.#log = log
    this.#files = new PartFiles(fs, folder, () => this.#rebuildRecords())
  }

  /** All records, the latest first. */
  get all(): readonly Deletion[] {
    return this.#index.all
  }

  /** Returns the pending deletions of a pool, the latest first. */
  allPending(pool: MachinePoolRef): readonly Deletion[] {
    return this.#index.pendingOf(pool)
  }

  /** Returns the deletion that the row of a pool shows: the latest pending one, unless it was dismissed. */
  shownDeletion(pool: MachinePoolRef): Deletion | undefined {
    const [latest] = this.allPending(pool)
    return latest?.isDismissed ? undefined : latest
  }

  /**
   * Returns the latest pending deletion of each pool that these connections can observe, also a dismissed one, with the
   * best connection and in its project: in another project, the service may not know the pool.
   */
  pendingOver(connections: readonly Connection[]): readonly PendingDeletion[] {
    return latestPending(this.all, connections)
  }

  /** Like {@link pendingOver}, for the pools of one cloud config. */
  pendingIn(config: CloudConfigRef): readonly PendingDeletion[] {
    return latestPending(this.#index.inConfig(config), [config.connection])
  }

  /**
   * Returns the deletions whose pools count as gone although the service may still have listed them when the cloud
   * config was loaded: the deletions that are pending, in any window, and those that have ended since then. `loadedAt`
   * is when the cloud config was loaded, in epoch ms; without it, only the pending deletions are returned.
   */
  recentIn(config: CloudConfigRef, loadedAt = Infinity): readonly Deletion[] {
    return this.#index.recentIn(config, loadedAt)
  }

  /** Returns the names of the other pools in a pool’s cluster that count as gone; see {@link recentIn}. */
  otherPoolsBeingDeleted(pool: MachinePoolRef, loadedAt?: number): ReadonlySet<string> {
    const names = this.recentIn(pool, loadedAt).map(({ machinePoolName }) => machinePoolName)
    return new Set(names.filter((name) => name !== pool.machinePoolName))
  }

  /** Loads what other windows have stored, and deletes parts that are obsolete. */
  async refresh(): Promise<void> {
    await this.#storage.for(this.refreshWholly())
  }

  /** Like {@link refresh}, but waits for storage as long as it takes. Of many obsolete files, deletes only some. */
  async refreshWholly(): Promise<void> {
    await this.#files.refresh()
    const hasEndedHere = (id: string) => this.#windowStates.get(id) === 'ended'
    await this.#files.deleteAll(findObsoleteParts(this.#files, this.all, hasEndedHere))
  }

  /**
   * Records a deletion that is about to be sent, so that other windows see it, and that it survives a window that
   * closes meanwhile. Every window writes before it reads, so of two windows at least one sees the other. Rejects if
   * the record can’t be saved, or those of other windows can’t be read, within ten seconds. The caller must call
   * {@link withdraw}, also after a rejection, or {@link endSending}. A record that is saved later is deleted again.
   */
  async begin(id: string, pool: MachinePoolRef, known: KnownMachines): Promise<Deletion> {
    const value = sentPart(pool, known, Date.now())
    this.#windowStates.set(id, 'sending')
    await withinLimit(maxBeginMs, this.#files.writeAndRead({ id, kind: 'sent', value }))
    const deletion = this.all.find((record) => record.id === id)
    if (!deletion) throw new Error('The record was deleted')
    return deletion
  }

  /** Returns whether a deletion of a pool is in progress in any window, so that another one must not be sent. */
  isInProgress(pool: MachinePoolRef, except?: Deletion): boolean {
    const now = Date.now()
    const pending = this.allPending(pool).filter(({ id }) => id !== except?.id)
    return pending.some((deletion) => isInProgress(deletion, now))
  }

  /** Returns whether an earlier deletion of a pool, not in progress any more, may have deleted the pool. */
  mayHaveDeleted(pool: MachinePoolRef): boolean {
    return mayHaveDeletedPool(this.#index.allOf(pool), Date.now())
  }

  /** Deletes the record of a deletion that wasn’t sent. If it can’t be deleted, that is known in this window. */
  async withdraw(id: string): Promise<void> {
    this.#windowStates.delete(id)
    this.#files.hide([{ id, kind: 'sent' }])
    await this.#deleteSent(id)
  }

  /** Records the response to a request. If that can’t be saved, it is known in this window. */
  async recordResponse({ id }: Deletion, response: RecordPart<'answered'>): Promise<void> {
    const part: StoredPart = { id, kind: 'answered', value: response }
    await this.#storage.for(this.#saveOrLog(this.#files.write(part)), false)
  }

  /** Records that this window awaits no response any more: the outcome was recorded as far as possible. */
  endSending({ id }: Deletion): void {
    if (this.#windowStates.get(id) !== 'sending') return
    this.#windowStates.delete(id)
    this.#rebuildRecords()
  }

  /** Records what was observed of the machines. If that can’t be saved, it is known in this window. */
  async recordObservation({ id }: Deletion, observed: RecordPart<'seen'>): Promise<void> {
    await this.#storage.for(this.#saveOrLog(this.#replaceParts(id, 'seen', observed)), false)
  }

  /** Records that a deletion is reported as overdue. Resolves to whether this window is the one that reports it. */
  async recordOverdue({ id }: Deletion): Promise<boolean> {
    this.#windowStates.set(id, 'reportedOverdue')
    const part: StoredPart = { id, kind: 'overdue', value: { isAccepted: true } }
    const isSaved = await this.#storage.for(this.#saveOrLog(this.#files.write(part)), false)
    // Without either part, it wouldn’t be known after a reload that the deletion was accepted.
    if (!isSaved) return true
    const deleting = this.#files.delete({ id, kind: 'answered' }).catch(() => true)
    return this.#storage.for(deleting, true)
  }

  /**
   * Records how a deletion has ended. Resolves to whether this window is the one that reports it. Never rejects: what
   * can’t be saved is known in this window.
   */
  async recordEnd(deletion: Deletion, end: End): Promise<boolean> {
    const { id } = deletion
    this.#windowStates.delete(id)
    const value = v.parse(partSchemas.ended, { ...deletion, end, endedAt: Date.now() })
    const saving = this.#saveOrLog(this.#files.write({ id, kind: 'ended', value }))
    const isSaved = await this.#storage.for(saving, false)
    if (isSaved || !isUncertainEnd(end)) return this.#deleteSent(id)
    // Without either part, a reload would forget the deletion. A refresh deletes the other parts once the end is saved.
    this.#windowStates.set(id, 'ended')
    this.#rebuildRecords()
    return true
  }

  /** Returns whether what came of a deletion couldn’t be saved: another window, or the next start, doesn’t know it. */
  isUnsaved(id: string): boolean {
    const isSentLeft = this.#files.isLeft({ id, kind: 'sent' })
    if (isSentLeft || this.#windowStates.get(id) === 'ended') return true
    return this.#files.isUnsaved({ id, kind: 'answered' })
  }

  /**
   * Dismisses the pending deletions of a pool from the views, but not those in progress. They stay pending for the
   * guard until they have ended.
   */
  async dismiss(pool: MachinePoolRef): Promise<void> {
    const now = Date.now()
    for (const deletion of this.allPending(pool)) {
      if (isInProgress(deletion, now)) continue
      await this.#storage.for(this.#replaceParts(deletion.id, 'dismissed', { at: now }))
    }
  }

  /** Takes back {@link dismiss}, so that the views show the pending deletions of a pool again. */
  async undoDismiss(pool: MachinePoolRef): Promise<void> {
    for (const deletion of this.allPending(pool)) {
      await this.#storage.for(this.#replaceParts(deletion.id, 'dismissed', undefined))
    }
  }

  /** Clears the history of what has ended. Waits for storage, and rejects if some of it can’t be deleted. */
  async clearHistory(): Promise<void> {
    await this.refresh()
    await this.#deleteRecords(({ end }) => end !== undefined)
    if (this.all.some(({ end }) => end)) {
      throw new Error('Some files can’t be deleted')
    }
  }

  /** Deletes the history of a removed connection. A pending deletion stays, and counts if the service comes back. */
  async removeConnection(name: string): Promise<void> {
    await this.refresh()
    await this.#deleteRecords(({ connection, end, baseUrl }) => {
      return connection === name && (end !== undefined || baseUrl === sampleBaseUrl)
    })
  }

  dispose(): void {
    this.#changed.dispose()
    this.#ended.dispose()
  }

  /**
   * Deletes the part without which a deletion isn’t pending. Resolves to whether this window has deleted it, and true
   * if that can’t be known: it is better that two windows report the end than none.
   */
  async #deleteSent(id: string): Promise<boolean> {
    const part: PartName = { id, kind: 'sent' }
    const deleting = this.#files.delete(part).catch((error: unknown) => {
      this.#log.warn(`The record of a deletion is left: ${String(error)}`)
      this.#windowStates.set(id, 'ended')
      this.#rebuildRecords()
      return true
    })
    const isDeletedHere = await this.#storage.for(deleting, undefined)
    if (isDeletedHere === undefined) this.#files.hide([part])
    return isDeletedHere ?? true
  }

  /** Resolves to whether a change could be saved. */
  async #saveOrLog(change: Promise<unknown>): Promise<boolean> {
    try {
      await change
      return true
    } catch (error) {
      this.#log.warn(`Couldn’t save a deletion: ${String(error)}`)
      return false
    }
  }

  /** Replaces all parts of a kind with one, or with none. */
  async #replaceParts(id: string, kind: PartKind, value: RecordPart | undefined): Promise<void> {
    const replaced = this.#files.all.filter((part) => part.id === id && part.kind === kind)
    if (value) await this.#files.write({ id, kind, stamp: newId(), value })
    for (const part of replaced) await this.#files.delete(part)
  }

  /** Deletes records, as far as possible. */
  async #deleteRecords(isUnwanted: (deletion: Deletion) => boolean): Promise<void> {
    const ids = new Set(this.all.filter(isUnwanted).map(({ id }) => id))
    await this.#files.deleteAll(this.#files.all.filter(({ id }) => ids.has(id)))
  }

  /** Rebuilds the records from their parts, and fires the events. */
  #rebuildRecords(): void {
    const earlierEnds = new Map(this.all.map(({ id, end }) => [id, end]))
    const partsById = Map.groupBy(this.#files.all, ({ id }) => id)
    const records = [...partsById].flatMap(
      ([id, parts]) => deletionRecord(id, parts, this.#windowStates.get(id)) ?? [],
    )
    this.#index = new DeletionIndex(records)
    this.#changed.fire()
    const newlyEnded = this.all.filter(({ id, end }) => end && !earlierEnds.get(id))
    if (newlyEnded.length > 0) this.#ended.fire(newlyEnded.map(configIdentity))
  }
}
