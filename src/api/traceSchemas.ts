import * as v from 'valibot'
import { identifier, itemsOf, part, text, time } from './schemaParts.ts'

// What a service tells of what has happened (lookups.md, “Lookups”).

/** Something that has happened, as an event or an audit tells it. */
export interface Trace {
  uid: string
  /** When, as the service writes it. */
  at?: string | undefined
  /** All that it says in words. */
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
