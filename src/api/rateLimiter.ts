import { ApiError } from './errors.ts'

/**
 * The priority of a read. `urgent`: the check before a deletion, which never waits, like the deletion itself.
 * `interactive`: requested by a person. `batch`: one of many; never takes the last slot.
 */
export type Priority = 'urgent' | 'interactive' | 'batch'
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
}

/**
 * The limits by path prefix (docs/api.md, “Errors and limits”): four fifths of the service’s rate, because
 * requests arrive less evenly than they were sent, and half of its burst, because another window may send as many.
 */
export const limits = {
  lists: { perSecond: 8, burst: 25, slots: 4, batchSlots: 3 },
  clusters: { perSecond: 40, burst: 125, slots: 8, batchSlots: 6 },
} as const satisfies Record<string, Limits>

/** The paths of `limits.clusters`. */
const clusterPaths = /\/v1\/(cloudconfigs|spectroclusters|events)\//

/** Limits the rate and concurrency of reads from an origin. */
export class RateLimiter {
  readonly #lists = new RequestQueue(limits.lists)
  readonly #clusters = new RequestQueue(limits.clusters)

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
  /** For each waiting read, the function that starts it. */
  readonly #waiting = { interactive: new Set<() => void>(), batch: new Set<() => void>() }
  readonly #running = { interactive: 0, batch: 0 }
  /**
   * The time, by `performance.now()`, at which all reads so far would have been sent if they had been sent at an even
   * rate.
   */
  #evenRateAt = -Infinity
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(partLimits: Limits) {
    this.#limits = partLimits
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
    const evenStartAt = Math.max(this.#evenRateAt, performance.now())
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
    for (let start = this.#nextStart(); start; start = this.#nextStart()) {
      const delayMs = this.#rateDelayMs()
      if (delayMs > 0) {
        this.#timer = setTimeout(() => this.#startWaiting(), delayMs)
        return
      }
      start()
    }
  }

  /** Returns the function that starts the next read for which a slot is free. Reads for people come before batches. */
  #nextStart(): (() => void) | undefined {
    const { interactive, batch } = this.#running
    const { slots, batchSlots } = this.#limits
    if (interactive + batch >= slots) return undefined
    const [firstInteractive] = this.#waiting.interactive
    const [firstBatch] = batch < batchSlots ? this.#waiting.batch : []
    return firstInteractive ?? firstBatch
  }

  /** Milliseconds until the rate, with its burst, allows another read. */
  #rateDelayMs(): number {
    const { perSecond, burst } = this.#limits
    const allowedAt = this.#evenRateAt - ((burst - 1) * 1000) / perSecond
    return Math.ceil(allowedAt - performance.now() - 1e-6) // ignore rounding errors
  }
}
