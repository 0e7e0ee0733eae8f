import type * as vscode from 'vscode'
import type { Deletions, SentDeletion } from '../../inventory/deletions.ts'
import type { DeletionWriter } from '../../inventory/deletionWriter.ts'
import { fateOf, type Deletion } from './deletionReport.ts'
import { isFate, type Fate } from './deletionTexts.ts'

const mostShown = 50

/** A deletion that was sent, and what came of it. */
export interface ActivityEntry extends SentDeletion {
  readonly fate: Fate
  readonly settled?: { readonly at: number; readonly fate: Fate } | undefined
}

/** The last deletions and their outcomes, on this machine alone, as {@link Deletions} has them. */
export class Activity {
  readonly #deletions: Deletions
  readonly #writer: DeletionWriter
  readonly #log: vscode.LogOutputChannel

  constructor(deletions: Deletions, writer: DeletionWriter, log: vscode.LogOutputChannel) {
    this.#deletions = deletions
    this.#writer = writer
    this.#log = log
  }

  /** The latest first. */
  get entries(): readonly ActivityEntry[] {
    return this.#deletions.all.filter(isShown).slice(0, mostShown)
  }

  /** Looks at what other windows have kept. */
  async refresh(): Promise<void> {
    await this.#deletions.refresh()
  }

  /** Keeps what came of a deletion, where it was sent; never fails. */
  async add({ outcome }: Deletion): Promise<void> {
    if ('id' in outcome && outcome.id !== undefined) {
      const { id } = outcome
      await this.#keep(() => this.#writer.update(id, { fate: fateOf(outcome) }))
    }
  }

  /** Keeps how a deletion ended that was followed; never fails. One that was cleared stays cleared. */
  async settle({ id, fate, settled }: SentDeletion, end: Fate): Promise<void> {
    if ((settled?.fate ?? fate) === end) return // nothing new
    await this.#keep(() => this.#writer.settle(id, end))
  }

  /** Forgets all, in other windows too; the marks of those that are not over stay. */
  async clear(): Promise<void> {
    await this.#writer.clear()
  }

  async #keep(write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (error) {
      this.#log.warn(`The recent activity could not be saved: ${String(error)}`)
    }
  }
}

/** One from a newer version may have come to something that has no words here. */
function isShown(deletion: SentDeletion): deletion is ActivityEntry {
  const { fate, settled, isHidden } = deletion
  return !isHidden && isFate(fate) && (!settled || isFate(settled.fate))
}
