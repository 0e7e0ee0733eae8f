import * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import type { Connection } from '../connections/connection.ts'
import {
  followedMs,
  identityKey,
  identityOf,
  readDeletionRecord,
  type DeletionRecord,
} from './deletionRecord.ts'
import {
  configIdentity,
  configIdentityOf,
  connectionOf,
  type CloudConfigRef,
  type MachinePoolRef,
} from './machinePoolRef.ts'
import { RecordFiles } from './recordFiles.ts'

/** How long a request may be under way at most, in milliseconds, with some to spare. */
const sendingMs = 60_000

/** A deletion that was sent. */
export interface SentDeletion extends DeletionRecord {
  readonly id: string
}

/** A deletion that is not over, and of what. */
export interface OpenDeletion {
  readonly pool: MachinePoolRef
  readonly deletion: SentDeletion
}

/**
 * The deletions that were sent from this computer, in whichever window: those that are not over mark
 * their pools, the others are history. A pool is what the service knows as one, so another project, or
 * another connection to the same address, finds the same mark. They are kept in files, as two windows
 * must not undo each other's marks, and a window must see those of the others before it sends one.
 */
export class Deletions implements vscode.Disposable {
  readonly #files: RecordFiles<DeletionRecord>
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #ended = new vscode.EventEmitter<readonly string[]>()
  #all: readonly SentDeletion[] = []
  /** What is known of some beside what could be written, by their ids. */
  readonly unsaved = new Map<string, Partial<DeletionRecord>>()
  /** The latest that is open, by the identity of its pool. */
  #marks: ReadonlyMap<string, SentDeletion> = new Map()

  /** Fires when anything has changed, in another window too as soon as {@link refresh} sees it. */
  readonly onDidChange = this.#changed.event
  /** Fires with the identities of cloud configs in which one ends: what was read of them is old. */
  readonly onDidEnd = this.#ended.event

  constructor(fs: vscode.FileSystem, folder: vscode.Uri) {
    // One from the future was sent before the clock was set back: it must come of age all the same.
    this.#files = new RecordFiles(fs, folder, (stored) => {
      const record = readDeletionRecord(stored)
      return record && { ...record, sentAt: Math.min(record.sentAt, clock.now()) }
    })
  }

  /** All that are remembered, the latest first. */
  get all(): readonly SentDeletion[] {
    return this.#all
  }

  /** Those of a pool that are not over, the latest first. */
  openOf(pool: MachinePoolRef): readonly SentDeletion[] {
    const key = identityKey(identityOf(pool))
    return this.#all.filter((one) => one.isOpen && identityKey(one) === key)
  }

  /** The mark of a pool: its last deletion that is not over. */
  of(pool: MachinePoolRef): SentDeletion | undefined {
    return this.#marks.get(identityKey(identityOf(pool)))
  }

  /** Those of a cloud config. */
  in(config: CloudConfigRef): readonly OpenDeletion[] {
    return this.over([config.connection]).filter(
      ({ pool }) => pool.provider === config.provider && pool.configUid === config.configUid,
    )
  }

  /**
   * All that can be looked at over these connections, each over the one that fits it best, in the
   * project that it was sent with: in another one the service may know nothing of the pool.
   */
  over(connections: readonly Connection[]): readonly OpenDeletion[] {
    return [...this.#marks.values()].flatMap((deletion) => {
      const found = connectionOf(deletion, connections)
      if (!found) return []
      const { provider, configUid, configLabel, machinePoolName, projectUid } = deletion
      const { projectUid: _, ...others } = found
      const connection = projectUid === undefined ? others : { ...others, projectUid }
      return [{ pool: { connection, provider, configUid, configLabel, machinePoolName }, deletion }]
    })
  }

  /**
   * Whether it is in progress for all that is known, so that another one must not be sent; `fellAt` is
   * when its pool was last seen to lose a machine, in epoch ms.
   */
  isUnderWay({ isSending, isAccepted, sentAt }: SentDeletion, fellAt = sentAt): boolean {
    // Negative after the clock was set back: then it lasts longer rather than ends.
    const age = clock.now() - Math.max(sentAt, fellAt)
    return isSending ? age < sendingMs : isAccepted && age < followedMs
  }

  /** Looks at what other windows have kept. */
  async refresh(): Promise<void> {
    if (await this.#files.refresh()) this.#take()
  }

  /** Tells that one ends here: rows of the cloud config may have been read over another connection. */
  tellEnd(config: CloudConfigRef): void {
    this.#ended.fire([configIdentity(config)])
  }

  /** Changes the files, and shows what has come of that. */
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
    // The latest comes last, and so it stays.
    this.#marks = new Map(open.toReversed().map((one) => [identityKey(one), one]))
    this.#changed.fire()
    if (ended.length > 0) this.#ended.fire(ended.map(({ record }) => configIdentityOf(record)))
  }
}
