// What the product says, in the words of the table. Where a text changes, this list changes, and no row.

/** Notifications and messages by the word that the table has for them; the first that fits counts. */
const reports: readonly (readonly [RegExp, string])[] = [
  [/is already being deleted/, 'already'],
  [/blocks deletions/, 'blocked'],
  [/was changed or removed in the meantime/, 'connection changed'],
  [/couldn’t save a record of it/, 'unrecorded'],
  [/^Poolkeeper hasn’t saved the outcome of the deletion/, 'unsaved'],
  [/The operation was canceled/, 'canceled'],
  [/not deleted: .+has no API key/, 'no key'],
  [/not deleted: .+still lists /, 'still listed'],
  [/doesn’t list .+Nothing was deleted\./, 'already gone'],
  [/not deleted[: ]/i, 'refused'],
  [/^Deletion apparently had no effect/, 'no effect'],
  [/may have been deleted: .+doesn’t list the/, 'never listed'],
  [/may have been deleted: .+now has other nodes/, 'replaced'],
  [/may have been deleted: .+You canceled while the request was in progress\./, 'canceled midway'],
  [/may have been deleted[: ]/i, 'unknown'],
  [/not confirmed in time/i, 'overdue'],
  [/pool no longer listed: /, 'no longer listed'],
  [/pool deleted: /, 'deleted'],
  [/^Deleting /, 'deleting'],
]

/** What makes a question more than the usual one. */
const warnings: readonly (readonly [RegExp, string])[] = [
  [/^The details changed while the dialog was open\./m, 'changed'],
  [/^The details couldn’t be checked again after you confirmed\./m, 'unchecked'],
  [/\b(is|may be) the cluster’s last worker pool/m, 'last worker'],
  [/^Couldn’t check whether this is a control plane pool/m, 'not known'],
  [/^The outcome of an earlier delete request is unknown\./m, 'after unknown'],
  [/^The service accepted an earlier delete request\./m, 'after accepted'],
]

/** The end of the description of a row. */
const marks: readonly (readonly [RegExp, string])[] = [
  [/^no longer listed/, 'no longer listed'],
  [/stalled for|progress unknown/, 'overdue'],
  [/^may have been deleted/, 'unknown'],
  [/^deleting/, 'deleting'],
]

/** What the history says of one deletion. */
const outcomes: Readonly<Record<string, string>> = {
  deleted: 'deleted',
  'deleting…': 'accepted',
  'not confirmed in time': 'overdue',
  'no longer listed': 'no longer listed',
  'may have been deleted': 'unknown',
  'not deleted': 'refused',
}

/** Returns the word for a report and the machine pools that it names, or all of it if there is no word. */
export function messageWordFor(text: string, names: readonly string[]): string {
  const [, word = text] = reports.find(([fits]) => fits.test(text)) ?? []
  return [word, ...names.filter((name) => text.includes(`“${name}”`))].join(' ')
}

/** Returns what is unusual about a question; empty if nothing is. */
export function dialogWord(detail: string): string {
  const found = warnings.filter(([fits]) => fits.test(detail)).map(([, word]) => word)
  return found.length > 0 ? `asks: ${found.join(' + ')}` : ''
}

/** Returns the word for the state of a row. */
export function markWord(description: string): string {
  return marks.find(([fits]) => fits.test(description))?.[1] ?? 'listed'
}

/** Returns the word for an entry of the history. */
export function outcomeWord(title: string): string {
  return outcomes[title] ?? title
}
