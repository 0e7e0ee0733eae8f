import type { Audit } from '../api/lookups.ts'
import type { DeletionRecord } from './deletionRecord.ts'

/** A deletion of a machine pool as the audit log has it. */
export type DeletionAudit = Audit & {
  /** In epoch ms, by the service’s clock. */
  readonly time: number
  /** The sentence that names the pool. */
  readonly message: string
}

/** The machine pool and the time that an audit entry must be about. */
export interface AuditSubject {
  readonly clusterUid: string
  readonly machinePoolName: string
  /** The earliest time, in epoch ms. */
  readonly since: number
}

/** The precision of a service’s times, in ms: they may be whole seconds, of several computers. */
const precisionMs = 2_000
/** The time in which a request takes effect, or never, in ms. */
const maxEffectMs = 60_000

/** Returns the start of the times that an entry about a deletion may have, in epoch ms. */
export function earliestAudit({ serviceTime, sentAt }: AuditedDeletion): number {
  return (serviceTime ?? sentAt) - precisionMs
}

/**
 * Returns whether an entry is about a deletion that was sent: it is of that minute by the service’s clock. A later
 * one may be about a second attempt, from elsewhere.
 */
export function isOfRequest({ time }: DeletionAudit, sent: AuditedDeletion): boolean {
  const age = time - (sent.serviceTime ?? NaN)
  return age >= -precisionMs && age <= maxEffectMs
}

/** The times of a deletion that was sent. */
type AuditedDeletion = Pick<DeletionRecord, 'sentAt' | 'serviceTime'>

/** Any hint that nothing was deleted, or that it was undone. */
const doubt =
  /n[\u2019']t\b|\b(not|no|never|unable|cannot|without|would|may|might|will|if|fail\w*|den(y|ie)\w*|refus\w*|reject\w*|forb\w+|prohib\w*|unauthor\w*|block\w*|prevent\w*|skip\w*|ignor\w*|error\w*|invalid|unsuccess\w*|cancel\w*|abort\w*|attempt\w*|tr(y|ied|ies)|dry|undo\w*|undelet\w*|restor\w*|revert\w*|recover\w*|roll\w*|request\w*|schedul\w*|queue\w*|pending)\b/i

/**
 * Returns the deletion of a machine pool in an audit entry; undefined unless it is unmistakable: an action
 * `delete` in this cluster, not before the given time, in a sentence without any doubt that names the pool as
 * what was deleted. A name may be a part of another pool’s name, or an ordinary word.
 */
export function deletionIn(audit: Audit, subject: AuditSubject): DeletionAudit | undefined {
  const { action, resourceUid, messages, at } = audit
  const time = at === undefined ? NaN : Date.parse(at)
  if (action?.toLowerCase() !== 'delete' || resourceUid !== subject.clusterUid) return undefined
  if (!(time >= subject.since)) return undefined
  // Where the pool is named, its name can’t be in doubt, but all else in any of the sentences can.
  const rests = messages.map((message) => restOf(message, subject.machinePoolName))
  if (rests.some((rest, index) => doubt.test(rest ?? messages[index] ?? ''))) return undefined
  const message = messages.find((_, index) => rests[index] !== undefined)
  return message === undefined ? undefined : { ...audit, time, message }
}

/** The end of a name: that of the text, or a word that can’t continue it. A pool may be removed from other things. */
const end =
  /^(?:\s*$|[.,;)](?:\s|$)|\s+(?:of|from(?=\s+(?:the\s+)?cluster\b)|in|on|by|was|has|is|at)\s)/

/** The text after a pool that was deleted, instead of something of the pool. */
const wasDeleted =
  /^(?:\s+(?:of|from|in|on)\s+(?:the\s+)?cluster\s+\S+)?\s+(?:was|is|has\s+been)\s+(?:successfully\s+)?(?:deleted|removed)(?:\s*$|[.,;)]|\s+(?:successfully|from(?=\s+(?:the\s+)?cluster\b)|in|on|by|at)\b)/i

/**
 * Returns a sentence without the name of the pool if it says that a pool of this name was deleted: after
 * “machine pool”, in quotes, or up to the end or a word that can’t continue a name. A machine or a label that was
 * deleted from the pool isn’t the pool.
 */
function restOf(message: string, name: string): string | undefined {
  const term = /\b(?:machine|node|worker)[ -]?pool(?: name)?\s*[:=]?\s*/gi
  for (const { index, 0: found } of message.matchAll(term)) {
    const start = index + found.length
    const quote = /^["'`\u201c\u2018\u00ab\u201e]/.test(message.slice(start)) ? 1 : 0
    const from = start + quote
    if (!message.startsWith(name, from)) continue
    const behind = message.slice(from + name.length)
    if (quote && !/^["'`\u201d\u2019\u00bb\u201c]/.test(behind)) continue
    const rest = behind.slice(quote)
    const before = message.slice(0, index)
    const isObject = /\b(?:deleted|removed)\s+(?:the\s+)?$/i.test(before)
    const isSubject = /(?:^|[.:;]\s+)(?:the\s+)?$/i.test(before) && wasDeleted.test(rest)
    if (end.test(rest) && (isObject || isSubject)) return `${before} ${rest}`
  }
  return undefined
}
