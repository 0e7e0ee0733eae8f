import { parseBaseUrl } from './baseUrl.ts'
import { clock } from './clock.ts'
import { ApiError } from './errors.ts'

/**
 * Who waits for a read. `urgent` is the look before a deletion: one slot is always free for it, and the
 * rate doesn't hold it back. `interactive` is what a person has asked for. `batch` is one of many reads
 * that nobody looks at one by one: it never takes the last slot.
 */
export type Priority = 'urgent' | 'interactive' | 'batch'

/** Holds back reads that would be too many for a service. */
export interface RateLimiter {
  /**
   * Waits until a slot is free and the rate allows a read: by priority, and the longest waiting first.
   * Returns what gives the slot back, once however often it is called. Rejects `cancelled` if the
   * signal aborts before.
   */
  waitForSlot(url: string, priority: Priority, signal?: AbortSignal): Promise<() => void>
}

/** What a part of a service takes. */
export interface Limits {
  readonly perSecond: number
  /** How many more after a pause. */
  readonly burst: number
  /** How many reads at once, the urgent one aside. */
  readonly slots: number
  /** How many of them for batches. */
  readonly batchSlots: number
}

/**
 * By path prefix (lookups.md, “Errors and limits”): four fifths of the rate that a service takes, because
 * requests arrive less evenly than they leave, and half of its burst, because a second window may be open.
 */
export const limits = {
  lists: { perSecond: 8, burst: 25, slots: 4, batchSlots: 3 },
  clusters: { perSecond: 40, burst: 125, slots: 8, batchSlots: 6 },
} as const satisfies Record<string, Limits>

/** The prefixes of `limits.clusters`, behind the base URL. */
const ofClusters = /^\/v1\/(cloudconfigs|spectroclusters|events\/components)\//

/** The limits of an origin, for all that goes there. */
export interface OriginLimiter {
  /** The limiter of the service at a base URL: where its paths begin cannot be seen from a URL alone. */
  at(baseUrl: string): RateLimiter
}

/** Creates the limiter of an origin. No timer runs unless a read waits for the rate. */
export function createRateLimiter(): OriginLimiter {
  const lists = new Queue(limits.lists)
  const clusters = new Queue(limits.clusters)
  return {
    at: (baseUrl) => {
      const { href } = parseBaseUrl(baseUrl)
      return {
        waitForSlot: (url, priority, signal) =>
          (ofClusters.test(url.slice(href.length)) ? clusters : lists).waitForSlot(
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

/** The reads of one part of a service that run or wait. */
class Queue {
  readonly #limits: Limits
  readonly #running = { urgent: 0, interactive: 0, batch: 0 }
  readonly #waiting = new Set<Waiting>()
  /** How many may be sent now; below zero after urgent ones. */
  #tokens: number
  #filledAt = clock.elapsed('pacing')
  #cancelTimer: (() => void) | undefined

  constructor(of: Limits) {
    this.#limits = of
    this.#tokens = of.burst
  }

  waitForSlot(priority: Priority, signal?: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.delete(waiting)
        if (this.#waiting.size === 0) this.#stopTimer()
        reject(new ApiError('cancelled', 'Cancelled before it was sent'))
      }
      // The slot is handed over and the wait ended in one go: no abort can come in between.
      const proceed = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve(this.#releaserOf(priority))
      }
      const waiting = { priority, proceed }
      if (signal?.aborted) return giveUp()
      signal?.addEventListener('abort', giveUp, { once: true })
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

  /** Lets in all that may be sent now, and comes back once the rate allows the next. */
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
    this.#stopTimer() // what still waits, waits for a slot
  }

  /** The read that comes next, if there is a slot for it. */
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
    return Math.ceil(wait - 1e-6) // what is left by rounding is no millisecond
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
