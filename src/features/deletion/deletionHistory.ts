import type * as vscode from 'vscode'
import type { Deletions, SentDeletion } from '../../inventory/deletions.ts'
import type { DeletionWriter } from '../../inventory/deletionWriter.ts'
import { fateOf, type Deletion } from './deletionReport.ts'
import { isFate, type Fate } from './deletionTexts.ts'

const maxShown = 50

/** A sent deletion and its outcome. */
export interface HistoryEntry extends SentDeletion {
  readonly fate: Fate
  readonly settled?: { readonly at: number; readonly fate: Fate } | undefined
}

/** The deletion history, on this computer only, from the records of {@link Deletions}. */
export class DeletionHistory {
  readonly #deletions: Deletions
  readonly #writer: DeletionWriter
  readonly #log: vscode.LogOutputChannel

  constructor(deletions: Deletions, writer: DeletionWriter, log: vscode.LogOutputChannel) {
    this.#deletions = deletions
    this.#writer = writer
    this.#log = log
  }

  get entries(): readonly HistoryEntry[] {
    return this.#deletions.all.filter(isShown).slice(0, maxShown)
  }

  /** Loads what other windows have stored. */
  async refresh(): Promise<void> {
    await this.#deletions.refresh()
  }

  /** Records the outcome of a sent deletion; never fails. */
  async add({ outcome }: Deletion): Promise<void> {
    if ('id' in outcome && outcome.id !== undefined) {
      const { id } = outcome
      await this.#keep(() => this.#writer.update(id, { fate: fateOf(outcome) }))
    }
  }

  /** Records how a monitored deletion ended; never fails. Cleared entries stay cleared. */
  async settle({ id, fate, settled }: SentDeletion, end: Fate): Promise<void> {
    if ((settled?.fate ?? fate) === end) return // nothing new
    await this.#keep(() => this.#writer.settle(id, end))
  }

  /** Clears the history, in other windows too. Records of pending deletions stay. */
  async clear(): Promise<void> {
    await this.#writer.clear()
  }

  async #keep(write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (error) {
      this.#log.warn(`Couldn’t save the deletion history: ${String(error)}`)
    }
  }
}

/** A newer version may have stored an outcome that is unknown here. */
function isShown(deletion: SentDeletion): deletion is HistoryEntry {
  const { fate, settled, isHidden } = deletion
  return !isHidden && isFate(fate) && (!settled || isFate(settled.fate))
}
