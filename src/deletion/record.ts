// What is stored of a deletion, in parts that are written once, and the record that they make.

import * as v from 'valibot'
import { apiErrorKinds } from '../api/errors.ts'

/**
 * A time in epoch ms. A time in the future was stored before the clock was set back. It counts as now, or the deletion
 * would seem to be in progress until then. A negative time may be no date at all. It counts as 0, so that the record
 * stays readable.
 */
const time = v.pipe(
  v.number(),
  v.transform((at) => Math.min(Math.max(at, 0), Date.now())),
)

/**
 * The URL of a service. A record with any other text is ignored, because no connection can have that text as its URL.
 */
const serviceUrl = v.pipe(v.string(), v.url())

/**
 * Returns the schema of a field that counts as missing if it is invalid: the record of a deletion must stay readable.
 */
const optional = <T>(schema: v.GenericSchema<unknown, T>) =>
  v.fallback(v.optional(schema), undefined)

const texts = v.pipe(v.array(v.string()), v.readonly())

const sent = {
  /** The service URL: origin and base path. */
  baseUrl: serviceUrl,
  provider: v.string(),
  configUid: v.string(),
  machinePoolName: v.string(),
  /** The connection’s name. */
  connection: v.string(),
  /** The UID of the project that the request was sent in; missing without one. */
  projectUid: optional(v.string()),
  /** The cluster’s name. */
  configLabel: optional(v.string()),
  /** When the request was about to be sent, in epoch ms. */
  sentAt: time,
  /**
   * The UIDs of all of the pool’s machines when the request was sent; undefined if unknown, or too many to record
   * (pendingDeletion.ts).
   */
  machineUids: optional(texts),
  /**
   * The UIDs of those of them that were in maintenance when the request was sent, so that this is no sign of the
   * deletion; undefined if unknown.
   */
  maintenanceUids: optional(texts),
  /** The number of the pool’s machines when the request was sent; undefined if unknown. */
  nodes: optional(v.pipe(v.number(), v.minValue(0))),
  /** The zones of these machines, or else the zones that were configured for the pool. */
  zones: optional(texts),
  /** True if the service has listed the pool, so that its absence means something. */
  wasListed: optional(v.boolean()),
}

/** Why a deletion wasn’t accepted, as its error says (ApiError). */
const failure = v.object({
  kind: v.picklist(apiErrorKinds),
  status: optional(v.number()),
  code: optional(v.string()),
  serviceMessage: optional(v.string()),
})

export type Failure = Readonly<v.InferOutput<typeof failure>>

/** How a deletion has ended. The values are stored, and reported to language models. */
const ends = [
  'deleted',
  /** There was no definite response, and all machines have kept running. */
  'noEffect',
  'notDeleted',
  /** The response was 404, but the service lists the pool. */
  'stillListed',
  /** The response was 404, and it isn’t known whether the pool was there until the request. */
  'notFound',
  /** The outcome is unknown, and no later observation can tell it. */
  'unknown',
] as const

export type End = (typeof ends)[number]

/** The ends that a response proves, which comes only once. */
const endsByResponse: readonly End[] = ['notDeleted', 'stillListed', 'notFound']

/** The parts of a record by their kinds, each in a file of its own. */
export const partSchemas = {
  /** Written before the request. The window that deletes it reports how the deletion has ended. */
  sent: v.object(sent),
  /** Written after the response. The window that replaces it with `overdue` reports that. */
  answered: v.object({ isAccepted: v.boolean(), failure: optional(failure) }),
  /**
   * Written when the deletion is reported as overdue. If `answered` exists, too, a window was closed before it reported
   * that.
   */
  overdue: v.object({ isAccepted: v.literal(true) }),
  /** Written once the service lists the pool, and when a machine is lost: the number that is left, if known. */
  seen: v.object({ at: time, lostAt: optional(time), left: optional(v.number()) }),
  /**
   * Hides the mark on the pool’s row until another machine is lost. For the guard, the pool still counts as being
   * deleted.
   */
  dismissed: v.object({ at: time }),
  /** The whole record, for the history, but the UIDs of machines, of which there may be thousands. */
  ended: v.object({
    ...v.omit(v.object(sent), ['machineUids', 'maintenanceUids']).entries,
    isAccepted: optional(v.boolean()),
    failure: optional(failure),
    end: v.picklist(ends),
    endedAt: time,
  }),
}

export type PartKind = keyof typeof partSchemas
export type RecordPart<K extends PartKind = PartKind> = Readonly<
  v.InferOutput<(typeof partSchemas)[K]>
>

/** A deletion that was sent, or is about to be. */
export interface Deletion extends RecordPart<'sent'> {
  readonly id: string
  /** True while this window sends it. */
  readonly isSending: boolean
  /** True if the service accepted it, false without a definite response; undefined before it. */
  readonly isAccepted?: boolean | undefined
  /** Why it wasn’t accepted; undefined if it was, or if that isn’t known. */
  readonly failure?: Failure | undefined
  /** What was last recorded of its machines. */
  readonly drain?: RecordPart<'seen'> | undefined
  /** True if a message has said that the deletion is overdue. */
  readonly isOverdueReported: boolean
  readonly isDismissed: boolean
  readonly end?: End | undefined
  /** When it was found to have ended, in epoch ms. */
  readonly endedAt?: number | undefined
}

/** Returns an ID for a deletion. */
export function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
}

/** What only this window knows of a deletion, and forgets when it is closed. */
export type WindowState =
  /** The window sends the request, and awaits the response. */
  | 'sending'
  /** The window reports the deletion as overdue. */
  | 'reportedOverdue'
  /**
   * The deletion has ended, or wasn’t sent, although its parts couldn’t be deleted, or must stay until the end is
   * saved.
   */
  | 'ended'

/** Returns the record that parts make; undefined if they make none, or not yet. */
export function deletionRecord(
  id: string,
  stored: readonly { readonly kind: PartKind; readonly value: RecordPart }[],
  windowState: WindowState | undefined,
): Deletion | undefined {
  const [sentPart] = partsOfKind('sent', stored)
  const [endedPart] = partsOfKind('ended', stored)
  const [answeredPart] = partsOfKind('answered', stored)
  const [overduePart] = partsOfKind('overdue', stored)
  const isOver = windowState === 'ended' || !sentPart
  // With both parts, a window was closed while it recorded the end. What it observed will be observed and reported
  // again, but a response comes only once.
  if (endedPart && (isOver || endsByResponse.includes(endedPart.end))) {
    return {
      ...endedPart,
      id,
      isSending: false,
      isOverdueReported: false,
      isDismissed: false,
    }
  }
  if (isOver) return undefined
  const [drain] = partsOfKind('seen', stored).sort((a, b) => b.at - a.at)
  const dismissals = partsOfKind('dismissed', stored)
  const wasOverdueReported = overduePart !== undefined && !answeredPart
  return {
    ...sentPart,
    id,
    isSending: windowState === 'sending',
    isAccepted: (overduePart ?? answeredPart)?.isAccepted,
    failure: answeredPart?.failure,
    wasListed: sentPart.wasListed || drain !== undefined,
    drain,
    isOverdueReported: windowState === 'reportedOverdue' || wasOverdueReported,
    isDismissed: dismissals.some(({ at }) => at > (drain?.lostAt ?? 0)),
  }
}

function partsOfKind<K extends PartKind>(
  wanted: K,
  stored: readonly { readonly kind: PartKind; readonly value: RecordPart }[],
): RecordPart<K>[] {
  return stored.filter(({ kind }) => kind === wanted).map(({ value }) => value as RecordPart<K>)
}
