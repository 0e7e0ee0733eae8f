import { ApiError } from './errors.ts'

/**
 * The priority of a read. `urgent`: the check before a deletion, which never waits, like the deletion itself.
 * `interactive`: requested by a person. `poll`: sent by itself, again and again, while a deletion is pending; all
 * windows share a rate for these. `batch`: one of many; never takes the last slot.
 */
export type Priority = 'urgent' | 'interactive' | 'poll' | 'batch'
type WaitingPriority = Exclude<Priority, 'urgent'>

/** The limits of one part of a service. */
interface Limits {
  readonly perSecond: number
  /** The number of requests that may be sent at once after a pause, in addition to the rate. */
  readonly burst: number
  /** The concurrency limit. */
  readonly slots: number
  /** The number of slots that reads of the priority `batch` may use. */
  readonly batchSlots: number
  /** The rate of the polls of all windows together. They have no burst. */
  readonly pollsPerSecond: number
  /** The number of slots that polls may use: those that stall must not keep people from reading. */
  readonly pollSlots: number
}

/**
 * The limits by path prefix (docs/api.md, “Errors and limits”): four fifths of the service’s rate, because requests
 * arrive less evenly than they were sent, and half of its burst, because another window may send as many. Half of the
 * rate is for polls, so that the polls of all windows leave the other half to the window that somebody works in.
 */
export const limits = {
  lists: { perSecond: 8, burst: 25, slots: 4, batchSlots: 3, pollsPerSecond: 4, pollSlots: 2 },
  clusters: {
    perSecond: 40,
    burst: 125,
    slots: 8,
    batchSlots: 6,
    pollsPerSecond: 20,
    pollSlots: 4,
  },
} as const satisfies Record<string, Limits>

/** Returns the part of the polls of all windows that this window may send: more than 0, and 1 if it is alone. */
export type PollShare = () => number

/** The paths of `limits.clusters`. */
const clusterPaths = /\/v1\/(cloudconfigs|spectroclusters|events)\//

/** Limits the rate and concurrency of reads from an origin. */
export class RateLimiter {
  readonly #lists: RequestQueue
  readonly #clusters: RequestQueue

  constructor(pollShare: PollShare = () => 1) {
    this.#lists = new RequestQueue(limits.lists, pollShare)
    this.#clusters = new RequestQueue(limits.clusters, pollShare)
  }

  /**
   * Waits for a slot, by priority and then in order. Resolves to the function that releases it, which may be
   * called more than once. Rejects `cancelled` if the signal aborts first.
   */
  async waitForSlot(url: string, priority: Priority, signal?: AbortSignal): Promise<() => void> {
    if (priority === 'urgent') return () => {}
    const queue = clusterPaths.test(url) ? this.#clusters : this.#lists
    return queue.waitForSlot(priority, signal)
  }
}

/** The reads of one part of a service, running and waiting. A timer runs only while a read waits for the rate. */
class RequestQueue {
  readonly #limits: Limits
  readonly #pollShare: PollShare
  /** For each waiting read, the function that starts it. */
  readonly #waiting = {
    interactive: new Set<() => void>(),
    poll: new Set<() => void>(),
    batch: new Set<() => void>(),
  }
  readonly #running = { interactive: 0, poll: 0, batch: 0 }
  /**
   * The time, by `performance.now()`, at which all reads so far would have been sent if they had been sent at an even
   * rate.
   */
  #evenRateAt = -Infinity
  /** When the last poll was started, by `performance.now()`. */
  #lastPollAt = -Infinity
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(partLimits: Limits, pollShare: PollShare) {
    this.#limits = partLimits
    this.#pollShare = pollShare
  }

  waitForSlot(priority: WaitingPriority, signal?: AbortSignal): Promise<() => void> {
    const waiting = this.#waiting[priority]
    return new Promise((resolve, reject) => {
      const cancel = () => {
        waiting.delete(start)
        this.#startWaiting()
        reject(new ApiError('cancelled', 'Cancelled before it was sent'))
      }
      // The slot is taken and the wait ended in one step. An abort in between would lose the slot.
      const start = () => {
        waiting.delete(start)
        signal?.removeEventListener('abort', cancel)
        resolve(this.#takeSlot(priority))
      }
      if (signal?.aborted) return cancel()
      signal?.addEventListener('abort', cancel, { once: true })
      waiting.add(start)
      this.#startWaiting()
    })
  }

  /**
   * Counts a read that starts now among the running reads and against the rate. Returns the function that releases the
   * read’s slot; further calls of the function have no effect.
   */
  #takeSlot(priority: WaitingPriority): () => void {
    const now = performance.now()
    const evenStartAt = Math.max(this.#evenRateAt, now)
    if (priority === 'poll') this.#lastPollAt = now
    this.#evenRateAt = evenStartAt + 1000 / this.#limits.perSecond
    this.#running[priority] += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#running[priority] -= 1
      this.#startWaiting()
    }
  }

  /** Starts every read that is allowed now, and sets a timer for the next one. */
  #startWaiting(): void {
    clearTimeout(this.#timer)
    for (let read = this.#nextRead(); read; read = this.#nextRead()) {
      if (read.delayMs > 0) {
        this.#timer = setTimeout(() => this.#startWaiting(), read.delayMs)
        return
      }
      read.start()
    }
  }

  /**
   * Returns the next read for which a slot is free, with the delay until it may start: the read that may start first;
   * of several, one for people, then a poll, then one of a batch.
   */
  #nextRead(): StartableRead | undefined {
    const { interactive, poll, batch } = this.#running
    const { slots, pollSlots, batchSlots } = this.#limits
    if (interactive + poll + batch >= slots) return undefined
    const rateDelayMs = this.#rateDelayMs()
    const [firstInteractive] = this.#waiting.interactive
    const [firstPoll] = poll < pollSlots ? this.#waiting.poll : []
    const [firstBatch] = batch < batchSlots ? this.#waiting.batch : []
    const reads: StartableRead[] = []
    if (firstInteractive) reads.push({ start: firstInteractive, delayMs: rateDelayMs })
    if (firstPoll) {
      reads.push({ start: firstPoll, delayMs: Math.max(rateDelayMs, this.#pollDelayMs()) })
    }
    if (firstBatch) reads.push({ start: firstBatch, delayMs: rateDelayMs })
    return reads.sort((a, b) => a.delayMs - b.delayMs)[0] // equal delays keep their order
  }

  /** Milliseconds until the rate, with its burst, allows another read. */
  #rateDelayMs(): number {
    const { perSecond, burst } = this.#limits
    const allowedAt = this.#evenRateAt - ((burst - 1) * 1000) / perSecond
    return msUntil(allowedAt)
  }

  /** Milliseconds until the rate of polls allows another one. The share may have changed since the last one. */
  #pollDelayMs(): number {
    return msUntil(this.#lastPollAt + 1000 / (this.#limits.pollsPerSecond * this.#pollShare()))
  }
}

/** A read for which a slot is free. */
interface StartableRead {
  /** Starts it. */
  readonly start: () => void
  /** The delay until it may start, in milliseconds; 0 or less if it may start now. */
  readonly delayMs: number
}

/** Whole milliseconds until a time by `performance.now()`. */
function msUntil(time: number): number {
  return Math.max(0, Math.ceil(time - performance.now() - 1e-6)) // ignore rounding errors
}
