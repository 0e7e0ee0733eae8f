import type { Machine } from '../api/lookupSchemas.ts'
import type { Machines } from '../api/lookups.ts'
import type { DeletionRecord } from './deletionRecord.ts'

/** The time without progress until a drain counts as stalled, in ms. */
export const stallMs = 10 * 60_000

/** A cause of a stalled drain, as the service’s messages name it. */
export type StallReason = 'disruptionBudget' | 'volume' | 'finalizer'

/** A drain without progress. */
export interface Stall {
  /** The time without progress, up to the last observation, in ms. */
  readonly ms: number
  /** The likely reason; undefined if no message names one. */
  readonly reason?: StallReason | undefined
}

type Progress = NonNullable<DeletionRecord['progress']>

/**
 * Returns the last progress of a drain: fewer machines, a changed state, or another machine that is being
 * deleted. Nothing can be concluded from an incomplete list. `now` is in epoch ms.
 */
export function drainProgress(
  before: Progress | undefined,
  { machines, isComplete }: Machines,
  now: number,
): Progress | undefined {
  if (!isComplete) return before
  const counts = new Map<string, number>()
  for (const { state = '', deletionTimestamp } of machines) {
    const key = `${state.toLowerCase()}${deletionTimestamp === undefined ? '' : ' leaving'}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const states = [...counts].map(([state, count]) => `${count} ${state}`).sort()
  const of = states.join(', ')
  // A time in the future was stored before the clock was set back.
  return before?.of === of && before.at <= now ? before : { at: now, of }
}

const patterns: readonly [reason: StallReason, pattern: RegExp][] = [
  ['disruptionBudget', /disruption[\s-]*budget|\bpdbs?\b/i],
  [
    'volume',
    /volumes?\b[^.;]*\b(de|at)tach|\b(de|at)tach\w*\b[^.;]*\bvolumes?\b|volumeattachment/i,
  ],
  ['finalizer', /\bfinali[sz]ers?\b/i],
]

/** Returns the reason for a stall that messages of machines name, those that are being deleted first. */
export function stallReason(machines: readonly Machine[]): StallReason | undefined {
  const isLeaving = ({ deletionTimestamp }: Machine) => deletionTimestamp !== undefined
  const all = [...machines.filter(isLeaving), ...machines.filter((one) => !isLeaving(one))]
  return all.map(({ messages = [] }) => reasonIn(messages)).find((reason) => reason !== undefined)
}

/** Returns the message that tells best why a machine isn’t gone: one that names a reason, else the first. */
export function machineMessage({ messages = [] }: Machine): string | undefined {
  return messages.find((message) => reasonIn([message]) !== undefined) ?? messages[0]
}

function reasonIn(messages: readonly string[]): StallReason | undefined {
  const named = patterns.find(([, pattern]) => messages.some((message) => pattern.test(message)))
  return named?.[0]
}
