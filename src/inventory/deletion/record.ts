// What is stored of a deletion, in parts that are written once, and the record that they make.

import * as v from 'valibot'

/** Returns an optional field; an invalid one must not make the record of a deletion unreadable. */
const optional = <T>(schema: v.GenericSchema<unknown, T>) =>
  v.fallback(v.optional(schema), undefined)

const texts = v.pipe(v.array(v.string()), v.readonly())

const sent = {
  /** The service URL: origin and base path. */
  baseUrl: v.string(),
  provider: v.string(),
  configUid: v.string(),
  machinePoolName: v.string(),
  /** The connection’s name. */
  connection: v.string(),
  /** The project of the request. */
  projectUid: optional(v.string()),
  /** The cluster’s name. */
  configLabel: optional(v.string()),
  /** When it was about to be sent, in epoch ms. */
  sentAt: v.number(),
  /** That time by the service’s clock, in epoch ms; undefined if unknown. */
  serviceTime: optional(v.number()),
  /** The UIDs of all machines at that time; undefined if unknown. */
  machineUids: optional(texts),
  /** The number of machines at that time; undefined if unknown. */
  nodes: optional(v.number()),
  /** The zones that they were in, else the configured ones. */
  zones: optional(texts),
  /** True if the service has listed the pool, so that its absence means something. */
  wasListed: optional(v.boolean()),
}

/** How a deletion has ended. The values are stored, and reported to language models. */
export const ends = [
  'deleted',
  /** There was no definite response, and all machines have kept running. */
  'noEffect',
  'notDeleted',
  /** The response was 404, but the service lists the pool. */
  'stillListed',
  /** The response was 404, and the service doesn’t list the pool. */
  'notListed',
  /** The response was 404, for an unknown reason. */
  'notFound',
  /** Nothing more can be known. */
  'unknown',
] as const

export type End = (typeof ends)[number]

/** The parts of a record by their kinds, each in a file of its own. */
export const parts = {
  /** Written before the request. Whoever deletes it tells how the deletion has ended. */
  sent: v.object(sent),
  /** Written after the response. Whoever replaces it with `overdue` tells that. */
  answered: v.object({ isAccepted: v.boolean() }),
  overdue: v.object({ isAccepted: v.literal(true) }),
  /** What was seen of the machines, whenever it changes: their states, and when the last one was lost. */
  seen: v.object({
    at: v.number(),
    states: v.string(),
    lostAt: optional(v.number()),
    left: optional(v.number()),
  }),
  /** Hides the mark of the pool, until another machine is lost: only the guard counts it. */
  dismissed: v.object({ at: v.number() }),
  /** Hides the deletion from the history, which was cleared. */
  hidden: v.object({ at: v.number() }),
  /** The whole, for the history. */
  ended: v.object({
    ...sent,
    isAccepted: optional(v.boolean()),
    end: v.picklist(ends),
    endedAt: v.number(),
    isHidden: optional(v.boolean()),
  }),
}

export type Kind = keyof typeof parts
export type Part<K extends Kind = Kind> = Readonly<v.InferOutput<(typeof parts)[K]>>

/** What is known of a pool when its deletion is sent. */
export type Sent = Part<'sent'>

/** What was last seen of the machines of a pool. */
export type Drain = Part<'seen'>

/** A deletion that was sent, or is about to be. */
export interface Deletion extends Sent {
  readonly id: string
  /** True while this window sends it. */
  readonly isSending: boolean
  /** True if the service accepted it, false without a definite response; undefined before it. */
  readonly isAccepted?: boolean | undefined
  readonly drain?: Drain | undefined
  /** True if people were told that it is overdue. */
  readonly isToldOverdue: boolean
  readonly isDismissed: boolean
  /** True if it isn’t in the history any more. */
  readonly isHidden: boolean
  readonly end?: End | undefined
  /** When it was found to have ended, in epoch ms. */
  readonly endedAt?: number | undefined
}

/**
 * Returns the parsed part of a record; undefined if it is invalid. A time after `now` was stored before the clock was set
 * back, and must not delay the end.
 */
export function readPart(kind: Kind, stored: unknown, now: number): Part | undefined {
  const read = v.safeParse(parts[kind], stored)
  if (!read.success) return undefined
  const times = Object.entries(read.output).map(([key, value]) => {
    const isTime = typeof value === 'number' && /^(?:at|\w+At)$/.test(key)
    return [key, isTime ? Math.min(value, now) : value]
  })
  return Object.fromEntries(times) as Part
}

/** Returns the part for the end of a deletion. */
export function endedPart(deletion: Deletion, end: End, endedAt: number): Part<'ended'> {
  return v.parse(parts.ended, { ...deletion, end, endedAt })
}

/** A machine pool as the service identifies it, whatever the connection’s name. */
type PoolIdentity = Pick<Sent, 'baseUrl' | 'provider' | 'configUid' | 'machinePoolName'>

/** Returns a key for a pool’s identity. */
export function identityKey(pool: PoolIdentity): string {
  const { baseUrl, provider, configUid, machinePoolName } = pool
  return JSON.stringify([baseUrl, provider, configUid, machinePoolName])
}

/**
 * Returns the record that parts make; undefined if they make none, or not yet. `isSending` and `isEnded` are known in this
 * window.
 */
export function deletionOf(
  id: string,
  own: readonly { readonly kind: Kind; readonly value: Part }[],
  isSending: boolean,
  isEnded: boolean,
): Deletion | undefined {
  const all = <K extends Kind>(wanted: K) =>
    own.filter(({ kind }) => kind === wanted).map(({ value }) => value as Part<K>)
  const [[begun], [ended], [overdue]] = [all('sent'), all('ended'), all('overdue')]
  // With both, a window was closed while it recorded the end, and nobody has told it.
  if (ended && (!begun || isEnded)) {
    const flags = { isSending: false, isToldOverdue: false, isDismissed: false }
    return { ...ended, ...flags, id, isHidden: ended.isHidden === true }
  }
  if (!begun) return undefined
  const [drain] = all('seen').sort((a, b) => b.at - a.at)
  return {
    ...begun,
    id,
    isSending,
    isAccepted: (overdue ?? all('answered')[0])?.isAccepted,
    wasListed: begun.wasListed || drain !== undefined,
    drain,
    isToldOverdue: overdue !== undefined,
    isDismissed: all('dismissed').some(({ at }) => at > (drain?.lostAt ?? 0)),
    isHidden: all('hidden').length > 0,
  }
}
