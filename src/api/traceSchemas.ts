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
    v.transform((event) => traceOf(event, event.reason, event.message)),
  ),
)

export const AuditsResponse = itemsOf(
  v.pipe(
    v.object({ metadata, spec: part({ actionType: text, actionMsg: text, contentMsg: text }) }),
    v.transform(({ spec, ...audit }) =>
      traceOf(audit, spec?.actionType, spec?.actionMsg, spec?.contentMsg),
    ),
  ),
)

function traceOf(
  { metadata: { uid, creationTimestamp: at } }: { metadata: v.InferOutput<typeof metadata> },
  ...words: (string | undefined)[]
): Trace {
  return { uid, at, words: words.filter((word) => word !== undefined).join(' ') }
}
