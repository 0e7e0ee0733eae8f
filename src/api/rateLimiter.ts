import { parseBaseUrl } from './baseUrl.ts'
import { clock } from './clock.ts'
import { ApiError } from './errors.ts'

/**
 * The priority of a read. `urgent`: the check before a deletion; it always finds a free slot, and the rate
 * doesn’t delay it. `interactive`: requested by a person. `batch`: one of many; never takes the last slot.
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
export interface Limits {
  readonly perSecond: number
  /** The additional requests allowed after a pause. */
  readonly burst: number
  /** The concurrency limit, without the urgent read. */
  readonly slots: number
  /** The slots that batches may use. */
  readonly batchSlots: number
}

/**
 * The limits by path prefix (lookups.md, “Errors and limits”): four fifths of the service’s rate, because
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
        waitForSlot: (url, priority, signal) =>
          (clusterPaths.test(url.slice(href.length)) ? clusters : lists).waitForSlot(
            priority,
            signal,
          ),
      }
    },
  }
}

interface Waiting {
  readonly priority: Priority
  readonly proceed: () => void
}

/** The running and waiting reads of one part of a service: a token bucket with slots. */
class Queue {
  readonly #limits: Limits
  readonly #running = { urgent: 0, interactive: 0, batch: 0 }
  readonly #waiting = new Set<Waiting>()
  /** The tokens left; negative after urgent reads. */
  #tokens: number
  #filledAt = clock.elapsed('pacing')
  #cancelTimer: (() => void) | undefined

  constructor(of: Limits) {
    this.#limits = of
    this.#tokens = of.burst
  }

  waitForSlot(priority: Priority, signal?: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.#waiting.delete(waiting)
        if (this.#waiting.size === 0) this.#stopTimer()
        reject(new ApiError('cancelled', 'Cancelled before it was sent'))
      }
      // Hands over the slot and ends the wait in one step, so that no abort comes in between.
      const proceed = () => {
        signal?.removeEventListener('abort', cancel)
        resolve(this.#releaserOf(priority))
      }
      const waiting = { priority, proceed }
      if (signal?.aborted) return cancel()
      signal?.addEventListener('abort', cancel, { once: true })
      this.#waiting.add(waiting)
      this.#admit()
    })
  }

  #releaserOf(priority: Priority): () => void {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#running[priority] -= 1
      this.#admit()
    }
  }

  /** Starts every read that is allowed now, and sets a timer for the next one. */
  #admit(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const wait = next.priority === 'urgent' ? 0 : this.#waitMs()
      if (wait > 0) {
        this.#cancelTimer ??= clock.after(wait, 'pacing', () => {
          this.#stopTimer()
          this.#admit()
        })
        return
      }
      this.#fill()
      this.#tokens -= 1
      this.#running[next.priority] += 1
      this.#waiting.delete(next)
      next.proceed()
    }
    this.#stopTimer() // the remaining reads wait for a slot
  }

  /** The next read for which a slot is free. */
  #next(): Waiting | undefined {
    const { slots, batchSlots } = this.#limits
    const { urgent, interactive, batch } = this.#running
    const hasSlot = interactive + batch + Math.max(0, urgent - 1) < slots
    return (
      (urgent === 0 || hasSlot ? this.#first('urgent') : undefined) ??
      (hasSlot ? this.#first('interactive') : undefined) ??
      (hasSlot && batch < batchSlots ? this.#first('batch') : undefined)
    )
  }

  #first(priority: Priority): Waiting | undefined {
    for (const waiting of this.#waiting) if (waiting.priority === priority) return waiting
    return undefined
  }

  /** Milliseconds until the rate allows another read. */
  #waitMs(): number {
    this.#fill()
    const wait = ((1 - this.#tokens) / this.#limits.perSecond) * 1000
    return Math.ceil(wait - 1e-6) // ignore rounding errors
  }

  #fill(): void {
    const now = clock.elapsed('pacing')
    const { perSecond, burst } = this.#limits
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) / 1000) * perSecond)
    this.#filledAt = now
  }

  #stopTimer(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
  }
}
