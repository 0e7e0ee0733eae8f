import * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import type { Connection } from '../connections/connection.ts'
import { sampleBaseUrl } from '../connections/sample.ts'
import { visible } from '../texts.ts'
import type { DeletionRecord } from './deletionRecord.ts'
import type { Deletions, SentDeletion } from './deletions.ts'
import { scoped, type MachinePoolRef } from './machinePoolRef.ts'
import { changeRecord, createRecord } from './recordChange.ts'
import type { TrackedItems } from './trackedItems.ts'

/** The maximum number of completed deletions to keep. */
const maxHistory = 50
/** The maximum number of machine UIDs to keep. */
const maxUids = 1_000

/** The maximum number of zones to keep. */
const maxZones = 20

/** The facts about a pool when its deletion was sent. */
export interface KnownBefore extends Pick<
  DeletionRecord,
  'machineUids' | 'nodes' | 'zones' | 'wasListed'
> {
  /** The time by which the service’s clock is ahead, in ms. */
  readonly skewMs?: number | undefined
  /** Throws if what was confirmed no longer holds. Called once the deletion is recorded, right before it is sent. */
  readonly assertUnchanged?: () => void
}

/** Writes the records of {@link Deletions}. All methods reject if a record can’t be written. */
export class DeletionWriter {
  readonly #deletions: Deletions
  readonly #tracked: TrackedItems

  constructor(deletions: Deletions, tracked: TrackedItems) {
    this.#deletions = deletions
    this.#tracked = tracked
  }

  /**
   * Records a deletion before it is sent, so that it survives a window that closes meanwhile. Rejects if
   * another one is in progress in any window, or if the facts at the confirmation no longer hold; `isUnsaved` in the
   * error if a record is left although nothing is sent.
   */
  async begin(pool: MachinePoolRef, known: KnownBefore = {}): Promise<SentDeletion> {
    const { machineUids, nodes, zones, wasListed, skewMs } = known
    const { connection, provider, configUid, machinePoolName, configLabel } = pool
    const { projectUid } = scoped(pool)
    const sentAt = clock.now()
    const id = `${sentAt.toString(36)}-${Math.random().toString(36).slice(2)}`
    const record: DeletionRecord = {
      baseUrl: connection.baseUrl,
      provider,
      configUid,
      machinePoolName,
      connection: connection.name,
      projectUid,
      configLabel,
      sentAt,
      serviceTime: skewMs === undefined ? undefined : sentAt + skewMs,
      isSending: true,
      isAccepted: false,
      isOpen: true,
      machineUids: machineUids && machineUids.length <= maxUids ? machineUids : undefined,
      nodes,
      zones: zones && zones.length <= maxZones ? zones : undefined,
      wasListed,
      fate: 'unknown',
    }
    try {
      await this.#deletions.change((files) => createRecord(files, id, record))
    } catch (error) {
      await this.forget(id).catch(() => {}) // it may be partially written
      const text = vscode.l10n.t(
        'The delete request was not sent because Poolkeeper couldn’t save a record of it. Check your disk’s free space and permissions, and try again.',
      )
      throw new Error(text, { cause: error })
    }
    // Every window writes before it reads, so of two windows at least one sees the other.
    const others = this.#deletions.allPendingOf(pool).filter((one) => one.id !== id)
    try {
      if (others.some((one) => this.#deletions.isInProgress(one))) {
        const name = visible(machinePoolName)
        throw new Error(vscode.l10n.t('Machine pool is already being deleted: “{0}”.', name))
      }
      known.assertUnchanged?.()
    } catch (error) {
      // Why nothing is sent comes first, even if the record can’t be deleted.
      await this.forget(id).catch(() => Object.assign(error as Error, { isUnsaved: true }))
      throw error
    }
    return { ...record, id }
  }

  /**
   * Updates a record, unless it was deleted. What can’t be written is valid in this window, and written
   * later.
   */
  async update(id: string, more: Partial<DeletionRecord>): Promise<void> {
    const { unsaved } = this.#deletions
    const all = { ...unsaved.get(id), ...more }
    unsaved.set(id, all)
    await this.#change(id, (now) => now && { ...now, ...all })
    if (unsaved.get(id) === all) unsaved.delete(id)
  }

  /** Records the last fate of a deletion. */
  async updateLastFate(id: string, fate: string): Promise<void> {
    await this.update(id, { settled: { at: clock.now(), fate } })
  }

  /**
   * Records a report about a pending deletion, in one write with its fate, which must not replace how another window
   * has seen it end. Resolves to false if any window has made it.
   */
  async recordReport(id: string, told: string): Promise<boolean> {
    let isNews = false
    await this.#change(id, (now) => {
      if (!now?.isOpen || now.told === told) return now
      isNews = true
      return { ...now, told, settled: { at: clock.now(), fate: told } }
    })
    return isNews
  }

  /**
   * Completes one deletion, in one write with how it has ended, if known: other windows report that. Earlier ones
   * stay pending. Resolves to false if another window has done so.
   */
  async complete(id: string, fate?: string): Promise<boolean> {
    let wasOpen: boolean | undefined
    await this.#change(id, (now) => {
      wasOpen ??= now?.isOpen ?? false
      if (!now?.isOpen) return now
      const settled = fate === undefined ? now.settled : { at: clock.now(), fate }
      return { ...now, isSending: false, isOpen: false, settled }
    })
    const over = this.#deletions.all.filter(({ isOpen }) => !isOpen)
    for (const one of over.slice(maxHistory)) await this.forget(one.id)
    return wasOpen ?? false
  }

  /**
   * Completes all deletions of a pool, and unpins a pool that is gone. `deleted` is the ID of the one that has
   * deleted it. Resolves to false if another window has done so.
   */
  async completeAll(
    pool: MachinePoolRef,
    { isGone, deleted }: { isGone: boolean; deleted?: string },
  ): Promise<boolean> {
    this.#deletions.notifyEnd(pool) // even if it can’t be saved
    let isFirst = false
    for (const { id } of this.#deletions.allPendingOf(pool)) {
      isFirst = (await this.complete(id, id === deleted ? 'deleted' : undefined)) || isFirst
    }
    if (isGone) await this.#tracked.remove(pool)
    return isFirst
  }

  /**
   * Dismisses the deletions of a pool, unless in progress, or takes that back. They stay pending for the guard, until
   * they have ended.
   */
  async dismiss(pool: MachinePoolRef, isDismissed = true): Promise<void> {
    for (const one of this.#deletions.allPendingOf(pool)) {
      if (isDismissed && this.#deletions.isInProgress(one)) continue
      await this.update(one.id, { isDismissed })
    }
  }

  /** Deletes a record, as if nothing had been sent. */
  async forget(id: string): Promise<void> {
    await this.#change(id, () => undefined)
  }

  /** Clears the history. Pending deletions are hidden from it. */
  async clear(): Promise<void> {
    await this.#deletions.refresh()
    for (const { id, isOpen } of this.#deletions.all) {
      await (isOpen ? this.update(id, { isHidden: true }) : this.forget(id))
    }
  }

  /**
   * Deletes the records of a removed connection. A pending deletion stays, under the name of another
   * connection to the same pool if there is one, else without a name: it counts if the service comes back.
   */
  async removeConnection(name: string, others: readonly Connection[]): Promise<void> {
    await this.#deletions.refresh()
    for (const { id, baseUrl, isOpen, connection } of this.#deletions.all) {
      if (connection !== name) continue
      const other = others.find((one) => one.baseUrl === baseUrl && one.name !== name)
      if (isOpen && other) await this.update(id, { connection: other.name })
      else if (isOpen && baseUrl !== sampleBaseUrl)
        await this.update(id, { connection: '', isHidden: true })
      else await this.forget(id)
    }
  }

  async #change(
    id: string,
    change: (now: DeletionRecord | undefined) => DeletionRecord | undefined,
  ): Promise<void> {
    await this.#deletions.change((files) => changeRecord(files, id, change))
  }
}
