import type { Audit } from '../api/lookups.ts'

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

/** Any hint that nothing was deleted, or that it was undone. */
const doubt =
  /n[\u2019']t\b|\b(not|no|never|unable|cannot|without|would|may|might|will|if|fail\w*|den(y|ie)\w*|refus\w*|reject\w*|forb\w+|error\w*|invalid|cancel\w*|abort\w*|attempt\w*|tr(y|ied|ies)|undo\w*|undelet\w*|restor\w*|revert\w*|recover\w*|request\w*|schedul\w*|pending)\b/i

/**
 * Returns the deletion of a machine pool in an audit entry; undefined unless it is unmistakable: an action
 * `delete` in this cluster, not before the given time, in a sentence without any doubt that names the pool as
 * such. A name may be a part of another pool’s name, or an ordinary word.
 */
export function deletionIn(audit: Audit, subject: AuditSubject): DeletionAudit | undefined {
  const { action, resourceUid, messages, at } = audit
  const time = at === undefined ? NaN : Date.parse(at)
  if (action?.toLowerCase() !== 'delete' || resourceUid !== subject.clusterUid) return undefined
  if (!(time >= subject.since)) return undefined
  // The pool’s name can’t be in doubt, but all else in any of the sentences can.
  const rests = messages.map((message) => message.replaceAll(subject.machinePoolName, ' '))
  if (rests.some((rest) => doubt.test(rest))) return undefined
  const message = messages.find((one) => namesDeletedPool(one, subject.machinePoolName))
  return message === undefined ? undefined : { ...audit, time, message }
}

/**
 * Returns whether a sentence says that a pool of this name was deleted: after “machine pool”, in quotes, or up to
 * the end or a word that can’t continue a name.
 */
function namesDeletedPool(message: string, name: string): boolean {
  const term = /\b(?:machine|node|worker)[ -]?pool(?: name)?\s*[:=]?\s*/gi
  for (const { index, 0: found } of message.matchAll(term)) {
    const start = index + found.length
    const quote = /^["'`\u201c\u2018\u00ab\u201e]/.test(message.slice(start)) ? 1 : 0
    const from = start + quote
    if (!message.startsWith(name, from)) continue
    const rest = message.slice(from + name.length)
    const isWhole = quote
      ? /^["'`\u201d\u2019\u00bb\u201c]/.test(rest)
      : /^(?:\s*$|[.,;)](?:\s|$)|\s+(?:of|from|in|on|by|was|has|is|at)\s)/.test(rest)
    const others = `${message.slice(0, index)} ${rest}`
    if (isWhole && /\b(?:deleted|removed)\b/i.test(others)) return true
  }
  return false
}
