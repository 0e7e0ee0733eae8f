import { parseBaseUrl } from './baseUrl.ts'
import { clock } from './clock.ts'
import { ApiError } from './errors.ts'

/**
 * The priority of a read. `urgent`: the check before a deletion, which never waits, like the deletion itself.
 * `interactive`: requested by a person. `batch`: one of many; never takes the last slot.
 */
export type Priority = 'urgent' | 'interactive' | 'batch'

/** Limits the rate and concurrency of reads. */
export interface RateLimiter {
  /**
   * Waits for a slot, by priority and then in order. Resolves to the function that releases it, which may be
   * called more than once. Rejects `cancelled` if the signal aborts first.
   */
  waitForSlot(url: string, priority: Priority, signal?: AbortSignal): Promise<() => void>
}

/** The limits of one part of a service. */
interface Limits {
  readonly perSecond: number
  /** The additional requests allowed after a pause. */
  readonly burst: number
  /** The concurrency limit, without urgent reads. */
  readonly slots: number
  /** The slots that batches may use. */
  readonly batchSlots: number
}

/**
 * The limits by path prefix (docs/api.md, “Errors and limits”): four fifths of the service’s rate, because
 * requests arrive less evenly than they leave, and half of its burst, because of a second window.
 */
export const limits = {
  lists: { perSecond: 8, burst: 25, slots: 4, batchSlots: 3 },
  clusters: { perSecond: 40, burst: 125, slots: 8, batchSlots: 6 },
} as const satisfies Record<string, Limits>

/** The paths of `limits.clusters`, relative to the base URL. */
const clusterPaths = /^\/v1\/(cloudconfigs|spectroclusters|events\/components)\//

/** Creates the rate limiter of an origin. A timer runs only while a read waits for the rate. */
export function createRateLimiter() {
  const lists = new Queue(limits.lists)
  const clusters = new Queue(limits.clusters)
  return {
    /** Returns the limiter for a base URL, which tells where the API’s paths begin. */
    at: (baseUrl: string): RateLimiter => {
      const { href } = parseBaseUrl(baseUrl)
      return {
        waitForSlot: async (url, priority, signal) => {
          const queue = clusterPaths.test(url.slice(href.length)) ? clusters : lists
          return priority === 'urgent'
            ? queue.pass()
            : queue.waitForSlot(priority === 'batch', signal)
        },
      }
    },
  }
}

/** The reads of one part of a service, running and waiting. */
class Queue {
  readonly #limits: Limits
  /** What lets in each waiting read. */
  readonly #interactive = new Set<() => void>()
  readonly #batches = new Set<() => void>()
  #running = 0
  #runningBatches = 0
  /** When all reads so far would have been sent at an even rate. */
  #evenAt = -Infinity
  #cancelTimer: (() => void) | undefined

  constructor(of: Limits) {
    this.#limits = of
  }

  /** Counts a read that doesn’t wait. */
  pass(): () => void {
    this.#count()
    return () => {}
  }

  waitForSlot(isBatch: boolean, signal?: AbortSignal): Promise<() => void> {
    const waiting = isBatch ? this.#batches : this.#interactive
    return new Promise((resolve, reject) => {
      const cancel = () => {
        waiting.delete(proceed)
        this.#admit()
        reject(new ApiError('cancelled', 'Cancelled before it was sent'))
      }
      // Hands over the slot and ends the wait in one step, so that no abort comes in between.
      const proceed = () => {
        waiting.delete(proceed)
        signal?.removeEventListener('abort', cancel)
        resolve(this.#start(isBatch))
      }
      if (signal?.aborted) return cancel()
      signal?.addEventListener('abort', cancel, { once: true })
      waiting.add(proceed)
      this.#admit()
    })
  }

  /** Starts a read. Returns the function that releases its slot. */
  #start(isBatch: boolean): () => void {
    this.#count()
    this.#occupy(isBatch, 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#occupy(isBatch, -1)
      this.#admit()
    }
  }

  #occupy(isBatch: boolean, slots: 1 | -1): void {
    this.#running += slots
    if (isBatch) this.#runningBatches += slots
  }

  /** Starts every read that is allowed now, and sets a timer for the next one. */
  #admit(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    for (let proceed = this.#next(); proceed; proceed = this.#next()) {
      const wait = this.#waitMs()
      if (wait > 0) {
        this.#cancelTimer = clock.after(wait, 'pacing', () => this.#admit())
        return
      }
      proceed()
    }
  }

  /** What lets in the next read for which a slot is free. */
  #next(): (() => void) | undefined {
    const { slots, batchSlots } = this.#limits
    if (this.#running >= slots) return undefined
    const [interactive] = this.#interactive
    const [batch] = this.#runningBatches < batchSlots ? this.#batches : []
    return interactive ?? batch
  }

  #count(): void {
    this.#evenAt = Math.max(this.#evenAt, clock.elapsed('pacing')) + 1000 / this.#limits.perSecond
  }

  /** Milliseconds until the rate, with its burst, allows another read. */
  #waitMs(): number {
    const { perSecond, burst } = this.#limits
    const allowedAt = this.#evenAt - ((burst - 1) * 1000) / perSecond
    return Math.ceil(allowedAt - clock.elapsed('pacing') - 1e-6) // ignore rounding errors
  }
}
