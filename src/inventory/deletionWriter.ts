import * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import type { Connection } from '../connections/connection.ts'
import { visible } from '../texts.ts'
import { identityOf, type DeletionRecord } from './deletionRecord.ts'
import type { Deletions, SentDeletion } from './deletions.ts'
import { scoped, type MachinePoolRef } from './machinePoolRef.ts'
import { changeRecord } from './recordChange.ts'
import type { TrackedItems } from './trackedItems.ts'

/** How many deletions that are over are remembered. */
const maxHistory = 50
/** Of how many machines the UIDs are kept. */
const maxUids = 1_000

/** What was known of a pool when its deletion was sent. */
export interface KnownBefore extends Pick<DeletionRecord, 'machineUids' | 'wasListed'> {
  /** Whether other deletions were sent in its cluster that nobody knew of when this one was confirmed. */
  readonly isOutdated?: () => boolean
}

/** Writes what {@link Deletions} reads. Every method rejects where that cannot be written. */
export class DeletionWriter {
  readonly #deletions: Deletions
  readonly #tracked: TrackedItems

  constructor(deletions: Deletions, tracked: TrackedItems) {
    this.#deletions = deletions
    this.#tracked = tracked
  }

  /**
   * Marks a pool whose deletion is to be sent now: already before, lest a window that closes half-way
   * forget that it was. Rejects where one is under way already, in another window, too, or where what
   * was known when it was confirmed does not hold any more.
   */
  async begin(pool: MachinePoolRef, known: KnownBefore = {}): Promise<SentDeletion> {
    const { machineUids, wasListed } = known
    const { connection, configLabel } = pool
    const { projectUid } = scoped(pool)
    const sentAt = clock.now()
    const id = `${sentAt.toString(36)}-${Math.random().toString(36).slice(2)}`
    const record: DeletionRecord = {
      ...identityOf(pool),
      connection: connection.name,
      ...(projectUid !== undefined && { projectUid }),
      ...(configLabel !== undefined && { configLabel }),
      sentAt,
      isSending: true,
      isAccepted: false,
      isOpen: true,
      ...(machineUids && machineUids.length <= maxUids && { machineUids }),
      ...(wasListed && { wasListed }),
      fate: 'unknown',
    }
    try {
      await this.#change(id, () => record)
    } catch (error) {
      await this.forget(id).catch(() => {}) // it may have been written half-way
      const text = vscode.l10n.t(
        'The delete request was not sent because Poolkeeper couldn’t save a record of it. Check your disk’s free space and permissions, and try again.',
      )
      throw new Error(text, { cause: error })
    }
    // Each writes before it looks, so of two windows at least one sees the other.
    const others = this.#deletions.openOf(pool).filter((one) => one.id !== id)
    const isUnderWay = others.some((one) => this.#deletions.isUnderWay(one))
    const isOutdated = known.isOutdated?.() ?? false
    if (!isUnderWay && !isOutdated) return { ...record, id }
    await this.forget(id)
    if (!isUnderWay) {
      throw new Error(
        vscode.l10n.t('The cluster changed in the meantime or couldn’t be checked. Try again.'),
      )
    }
    const name = visible(pool.machinePoolName)
    throw new Error(vscode.l10n.t('Machine pool “{0}” is already being deleted.', name))
  }

  /** Keeps one that was sent before; one that is known stays as it is. */
  async adopt(id: string, record: DeletionRecord): Promise<void> {
    await this.#change(id, (now) => now ?? record)
  }

  /**
   * Keeps more of one; nothing comes of one that has been forgotten. What cannot be written holds in this
   * window all the same, and is written with what comes next.
   */
  async update(id: string, more: Partial<DeletionRecord>): Promise<void> {
    const { unsaved } = this.#deletions
    const all = { ...unsaved.get(id), ...more }
    unsaved.set(id, all)
    await this.#change(id, (now) => now && { ...now, ...all })
    if (unsaved.get(id) === all) unsaved.delete(id)
  }

  /** Keeps how one has ended, or what is known of that by now. */
  async settle(id: string, fate: string): Promise<void> {
    await this.update(id, { settled: { at: clock.now(), fate } })
  }

  /** Keeps what the user is told of an open one. False if they have been told, in whichever window. */
  async tell(id: string, told: string): Promise<boolean> {
    let isNews = false
    await this.#change(id, (now) => {
      if (!now?.isOpen || now.told === told) return now
      isNews = true
      return { ...now, told }
    })
    return isNews
  }

  /** One is over, and those before it stand as they did. False where another window has ended it. */
  async end(id: string): Promise<boolean> {
    let wasOpen: boolean | undefined
    await this.#change(id, (now) => {
      wasOpen ??= now?.isOpen ?? false
      if (!now?.isOpen) return now
      return { ...now, isSending: false, isOpen: false }
    })
    const over = this.#deletions.all.filter(({ isOpen }) => !isOpen)
    for (const one of over.slice(maxHistory)) await this.forget(one.id)
    return wasOpen ?? false
  }

  /**
   * The last one of a pool is over: so are those before it, and a pool that is gone is pinned no longer.
   * False where another window has done so before.
   */
  async close(pool: MachinePoolRef, { isGone }: { isGone: boolean }): Promise<boolean> {
    this.#deletions.tellEnd(pool) // whether it can be saved or not
    let isFirst = false
    for (const { id } of this.#deletions.openOf(pool)) isFirst = (await this.end(id)) || isFirst
    if (isGone) await this.#tracked.removePool(pool)
    return isFirst
  }

  /** Marks a pool no longer, unless its deletion is under way. */
  async dismiss(pool: MachinePoolRef): Promise<void> {
    for (const one of this.#deletions.openOf(pool)) {
      if (!this.#deletions.isUnderWay(one)) await this.end(one.id)
    }
  }

  /** Forgets one, as if it had never been sent. */
  async forget(id: string): Promise<void> {
    await this.#change(id, () => undefined)
  }

  /** Forgets all that are over; of the others, there are but the marks. */
  async clear(): Promise<void> {
    await this.#deletions.refresh()
    for (const { id, isOpen } of this.#deletions.all) {
      await (isOpen ? this.update(id, { isHidden: true }) : this.forget(id))
    }
  }

  /**
   * Forgets those that were sent over a connection that is removed; but a mark stays, under the name of
   * another connection, where that one leads to the same pool.
   */
  async removeConnection(name: string, others: readonly Connection[]): Promise<void> {
    await this.#deletions.refresh()
    for (const { id, baseUrl, isOpen, connection } of this.#deletions.all) {
      if (connection !== name) continue
      const other = others.find((one) => one.baseUrl === baseUrl && one.name !== name)
      await (isOpen && other ? this.update(id, { connection: other.name }) : this.forget(id))
    }
  }

  async #change(
    id: string,
    change: (now: DeletionRecord | undefined) => DeletionRecord | undefined,
  ): Promise<void> {
    await this.#deletions.change((files) => changeRecord(files, id, change))
  }
}
