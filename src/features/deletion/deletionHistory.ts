import type { Deletions, SentDeletion } from '../../inventory/deletions.ts'
import type { Parts } from '../../parts.ts'
import { fateOf, type Deletion } from './deletionReport.ts'
import { isFate, type Fate } from './deletionTexts.ts'

// The deletion history, on this computer only, from the records of {@link Deletions}.

const maxShown = 50

/** A sent deletion and its outcome. */
export interface HistoryEntry extends SentDeletion {
  readonly fate: Fate
  readonly settled?: { readonly at: number; readonly fate: Fate } | undefined
}

/** Returns the latest entries, as loaded. */
export function historyOf(deletions: Deletions): HistoryEntry[] {
  return deletions.all.filter(isShown).slice(0, maxShown)
}

/** Returns how long it took until the pool was found deleted, in ms; undefined if that isn’t known. */
export function durationOf({ sentAt, settled }: HistoryEntry): number | undefined {
  return settled?.fate === 'deleted' ? Math.max(0, settled.at - sentAt) : undefined
}

/** Records the outcome of a sent deletion; never fails. */
export async function recordOutcome(parts: Parts, { outcome }: Deletion): Promise<void> {
  if (!('id' in outcome) || outcome.id === undefined) return
  await saved(parts, parts.deletionWriter.update(outcome.id, { fate: fateOf(outcome) }))
}

/** Records how a monitored deletion ended; never fails. Cleared entries stay cleared. */
export async function recordEnd(parts: Parts, sent: SentDeletion, end: Fate): Promise<void> {
  if ((sent.settled?.fate ?? sent.fate) === end) return // nothing new
  await saved(parts, parts.deletionWriter.settle(sent.id, end))
}

async function saved({ log }: Parts, writing: Promise<void>): Promise<void> {
  await writing.catch((error: unknown) =>
    log.warn(`Couldn’t save the deletion history: ${String(error)}`),
  )
}

/** A newer version may have stored an outcome that is unknown here. */
function isShown(deletion: SentDeletion): deletion is HistoryEntry {
  const { fate, settled, isHidden } = deletion
  return !isHidden && isFate(fate) && (!settled || isFate(settled.fate))
}
