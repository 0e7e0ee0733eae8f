import * as v from 'valibot'
import { identifier, itemsOf, text, time } from './schemaParts.ts'

// Events (lookups.md, “Lookups”).

/** An event of a cluster. */
export interface ClusterEvent {
  uid: string
  /** The time, as the service writes it. */
  at?: string | undefined
  reason?: string | undefined
  message?: string | undefined
  /** True if something went wrong. */
  isWarning: boolean
}

const metadata = v.object({ uid: identifier, creationTimestamp: time })

export const EventsResponse = itemsOf(
  v.pipe(
    v.object({ metadata, message: text, reason: text, severity: text }),
    v.transform((event): ClusterEvent => ({
      uid: event.metadata.uid,
      at: event.metadata.creationTimestamp,
      reason: event.reason,
      message: event.message,
      isWarning: /warn|err|crit|fatal|fail/i.test(event.severity ?? ''), // an open word
    })),
  ),
)
