import * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import { withProject, type Connection } from '../connections/connection.ts'
import {
  monitorDurationOf,
  identityKey,
  readDeletionRecord,
  type DeletionRecord,
} from './deletionRecord.ts'
import {
  configIdentity,
  configIdentityOf,
  connectionOf,
  machinePoolIdentity,
  type CloudConfigRef,
  type MachinePoolRef,
} from './machinePoolRef.ts'
import { RecordFiles } from './recordFiles.ts'

/** The maximum duration of a request in milliseconds, with a margin. */
const sendingMs = 60_000

export interface SentDeletion extends DeletionRecord {
  readonly id: string
}

/** A pending deletion and its pool. */
export interface PendingDeletion {
  readonly pool: MachinePoolRef
  readonly deletion: SentDeletion
}

/**
 * The deletions sent from this computer, in any window: pending ones, which mark their pools, and the
 * history. Pools are identified as the service does, across connections and projects. Records are files,
 * because windows must not undo each other’s records, and must see those of others before they send one.
 */
export class Deletions implements vscode.Disposable {
  readonly #files: RecordFiles<DeletionRecord>
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #ended = new vscode.EventEmitter<readonly string[]>()
  #all: readonly SentDeletion[] = []
  /** Changes that aren’t written yet, by ID. */
  readonly unsaved = new Map<string, Partial<DeletionRecord>>()
  /** The latest pending deletion, by the identity of its pool. */
  #latestPending: ReadonlyMap<string, SentDeletion> = new Map()

  /** Fires after every change; after one of another window as soon as {@link refresh} sees it. */
  readonly onDidChange = this.#changed.event
  /** Fires with the identities of cloud configs in which a deletion ends, so that they are loaded again. */
  readonly onDidEnd = this.#ended.event

  constructor(fs: vscode.FileSystem, folder: vscode.Uri) {
    // A time in the future was stored before the clock was set back, and must not delay the end.
    const past = (at: number) => Math.min(at, clock.now())
    this.#files = new RecordFiles(fs, folder, (stored) => {
      const record = readDeletionRecord(stored)
      if (!record) return undefined
      const { sentAt, lastLoss } = record
      return {
        ...record,
        sentAt: past(sentAt),
        lastLoss: lastLoss && { ...lastLoss, at: past(lastLoss.at) },
      }
    })
  }

  /** All records, the latest first. */
  get all(): readonly SentDeletion[] {
    return this.#all
  }

  /** Returns the pending deletions of a pool, the latest first. */
  allPendingOf(pool: MachinePoolRef): readonly SentDeletion[] {
    const key = machinePoolIdentity(pool)
    return this.#all.filter((one) => one.isOpen && identityKey(one) === key)
  }

  /** Returns the latest pending deletion of a pool, which marks it; undefined if dismissed. */
  pendingOf(pool: MachinePoolRef): SentDeletion | undefined {
    const latest = this.#latestPending.get(machinePoolIdentity(pool))
    return latest?.isDismissed ? undefined : latest
  }

  /** Returns the latest pending deletion of each pool in a cloud config, also a dismissed one. */
  pendingIn(config: CloudConfigRef): readonly PendingDeletion[] {
    return this.pendingOver([config.connection]).filter(
      ({ pool }) => pool.provider === config.provider && pool.configUid === config.configUid,
    )
  }

  /**
   * Returns the latest pending deletion of each pool that these connections can observe, also a dismissed one, with the
   * best connection and in its project: in another project, the service may not know the pool.
   */
  pendingOver(connections: readonly Connection[]): readonly PendingDeletion[] {
    return [...this.#latestPending.values()].flatMap((deletion) => {
      const found = connectionOf(deletion, connections)
      if (!found) return []
      const { provider, configUid, configLabel, machinePoolName } = deletion
      const connection = withProject(found, deletion.projectUid)
      return [{ pool: { connection, provider, configUid, configLabel, machinePoolName }, deletion }]
    })
  }

  /**
   * Returns whether a deletion counts as in progress, so that another one must not be sent: its request, or its
   * drain as long as machines go.
   */
  isInProgress(deletion: SentDeletion): boolean {
    const { isSending, isAccepted, sentAt, lastLoss } = deletion
    // Negative after the clock was set back, which prolongs it.
    const age = clock.now() - Math.max(sentAt, lastLoss?.at ?? sentAt)
    return isSending ? age < sendingMs : isAccepted && age < monitorDurationOf(deletion)
  }

  /** Loads what other windows have stored. */
  async refresh(): Promise<void> {
    if (await this.#files.refresh()) this.#take()
  }

  /** Notifies of an end here; the cloud config may have been loaded over another connection. */
  notifyEnd(config: CloudConfigRef): void {
    this.#ended.fire([configIdentity(config)])
  }

  /** Changes records and notifies. */
  async change(run: (files: RecordFiles<DeletionRecord>) => Promise<void>): Promise<void> {
    await run(this.#files).finally(() => this.#take())
  }

  dispose(): void {
    this.#changed.dispose()
    this.#ended.dispose()
  }

  #take(): void {
    const wereOver = new Set(this.#all.filter(({ isOpen }) => !isOpen).map(({ id }) => id))
    const { known, window } = this.#files
    const ended = [...known.values()].filter(
      ({ id, file, record }) => !record.isOpen && !wereOver.has(id) && !file.includes(`.${window}`),
    )
    this.#all = [...this.#files.all]
      .map(([id, record]) => ({ ...record, ...this.unsaved.get(id), id }))
      .sort((a, b) => b.sentAt - a.sentAt)
    const open = this.#all.filter(({ isOpen }) => isOpen)
    // The latest one is last and wins.
    this.#latestPending = new Map(open.toReversed().map((one) => [identityKey(one), one]))
    this.#changed.fire()
    if (ended.length > 0) this.#ended.fire(ended.map(({ record }) => configIdentityOf(record)))
  }
}
