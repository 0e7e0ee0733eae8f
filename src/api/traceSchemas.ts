import * as v from 'valibot'
import { identifier, itemsOf, part, text, time } from './schemaParts.ts'

// Events and audits (lookups.md, “Lookups”).

/** An event or audit entry. */
export interface Trace {
  uid: string
  /** The time, as the service writes it. */
  at?: string | undefined
  /** All of its texts, joined. */
  words: string
}

const metadata = v.object({ uid: identifier, creationTimestamp: time })

export const EventsResponse = itemsOf(
  v.pipe(
    v.object({ metadata, message: text, reason: text }),
    v.transform(({ metadata: { uid, creationTimestamp: at }, message, reason }): Trace => ({
      uid,
      at,
      words: joined(reason, message),
    })),
  ),
)

export const AuditsResponse = itemsOf(
  v.pipe(
    v.object({ metadata, spec: part({ actionType: text, actionMsg: text, contentMsg: text }) }),
    v.transform(({ metadata: { uid, creationTimestamp: at }, spec }): Trace => ({
      uid,
      at,
      words: joined(spec?.actionType, spec?.actionMsg, spec?.contentMsg),
    })),
  ),
)

function joined(...words: (string | undefined)[]): string {
  return words.filter((word) => word !== undefined).join(' ')
}
