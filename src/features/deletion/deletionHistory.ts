import type { Deletions, SentDeletion } from '../../inventory/deletions.ts'
import type { Parts } from '../../parts.ts'
import { fateOf, type Deletion } from './deletionReport.ts'
import { isFate, type Fate } from './deletionTexts.ts'

// The deletion history, on this computer only, from the records of {@link Deletions}.

const maxShown = 50

/** A sent deletion with its first fate, and the last one if it was monitored. */
export interface HistoryEntry extends SentDeletion {
  readonly fate: Fate
  readonly settled?: { readonly at: number; readonly fate: Fate } | undefined
}

/** Returns the latest entries, as loaded. */
export function historyOf(deletions: Deletions): HistoryEntry[] {
  return deletions.all.filter(isShown).slice(0, maxShown)
}

/** Returns the fate of a deletion as it is known now. */
export function lastFateOf({ fate, settled }: HistoryEntry): Fate {
  return settled?.fate ?? fate
}

/** Returns how long it took until the pool was found deleted, in ms; undefined if that isn’t known. */
export function durationOf({ sentAt, settled }: HistoryEntry): number | undefined {
  return settled?.fate === 'deleted' ? Math.max(0, settled.at - sentAt) : undefined
}

/** Records the fate of a sent deletion by the outcome of its request; never fails. */
export async function recordFirstFate(parts: Parts, { outcome }: Deletion): Promise<void> {
  if (!('id' in outcome) || outcome.id === undefined) return
  await saved(parts, parts.deletionWriter.update(outcome.id, { fate: fateOf(outcome) }))
}

/** Records the fate of a monitored deletion; never fails. Cleared entries stay cleared. */
export async function recordLastFate(
  parts: Parts,
  deletion: SentDeletion,
  fate: Fate,
): Promise<void> {
  if ((deletion.settled?.fate ?? deletion.fate) === fate) return // nothing new
  await saved(parts, parts.deletionWriter.updateLastFate(deletion.id, fate))
}

async function saved({ log }: Parts, writing: Promise<void>): Promise<void> {
  await writing.catch((error: unknown) =>
    log.warn(`Couldn’t save the deletion history: ${String(error)}`),
  )
}

/** A newer version may have stored a fate that is unknown here. */
function isShown(deletion: SentDeletion): deletion is HistoryEntry {
  const { fate, settled, isHidden } = deletion
  return !isHidden && isFate(fate) && (!settled || isFate(settled.fate))
}
