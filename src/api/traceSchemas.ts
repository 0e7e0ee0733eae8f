import * as v from 'valibot'
import { identifier, itemsOf, text, time } from './schemaParts.ts'

// Events (lookups.md, “Lookups”).

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
      words: [reason, message].filter((word) => word !== undefined).join(' '),
    })),
  ),
)
