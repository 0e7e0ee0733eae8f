import { ApiError } from './errors.ts'

/**
 * The priority of a request that reads. `urgent` is for the check before a deletion, which never waits. `interactive`
 * is for requests that a person waits for. `batch` is for many requests at a time, which leave a slot for the others.
 */
export type Priority = 'urgent' | 'interactive' | 'batch'
type WaitingPriority = Exclude<Priority, 'urgent'>

/** The limits for the requests to a group of paths. */
interface Limits {
  readonly perSecond: number
  /** The number of requests that may be sent at once after a pause, in addition to the rate. */
  readonly burst: number
  /** The maximum number of requests at the same time. */
  readonly slots: number
  /** The maximum number of requests of batches at the same time. */
  readonly batchSlots: number
}

/**
 * The limits for each group of paths (docs/api.md, “Errors and limits”): four fifths of the service’s rate, because
 * requests arrive less evenly than they were sent, and half of its burst, because another window may use the other
 * half.
 */
export const limits = {
  lists: { perSecond: 8, burst: 25, slots: 4, batchSlots: 3 },
  clusters: { perSecond: 40, burst: 125, slots: 8, batchSlots: 6 },
} as const satisfies Record<string, Limits>

/** Matches the paths to which `limits.clusters` apply, such as `/v1/cloudconfigs/…`. */
const clusterPaths = /\/v1\/(cloudconfigs|spectroclusters|events)\//

/** Limits the rate and the concurrency of the requests that read from an origin. */
export class RateLimiter {
  readonly #lists = new RequestQueue(limits.lists)
  readonly #clusters = new RequestQueue(limits.clusters)

  /**
   * Waits for a slot. Reads of a higher priority get a slot first. Resolves to the function that releases the slot,
   * which may be called more than once. Rejects `cancelled` if the signal aborts first.
   */
  async waitForSlot(url: string, priority: Priority, signal?: AbortSignal): Promise<() => void> {
    if (priority === 'urgent') return () => {}
    const queue = clusterPaths.test(url) ? this.#clusters : this.#lists
    return queue.waitForSlot(priority, signal)
  }
}

/** The running and the waiting reads of a group of paths. A timer runs only while a read waits because of the rate. */
class RequestQueue {
  readonly #limits: Limits
  /** The functions that start the waiting reads, in the order of their requests. */
  readonly #waiting = { interactive: new Set<() => void>(), batch: new Set<() => void>() }
  readonly #running = { interactive: 0, batch: 0 }
  /**
   * The time, by `performance.now()`, at which all reads so far would have been sent if they were sent at an even rate.
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
      // The slot is taken and the wait ends in the same step, so that no abort in between loses the slot.
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

  /** Takes a slot for a read. Returns the function that releases it. */
  #takeSlot(priority: WaitingPriority): () => void {
    const startsAt = Math.max(this.#evenRateAt, performance.now())
    this.#evenRateAt = startsAt + 1000 / this.#limits.perSecond
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

  /**
   * Returns the function that starts the next read, if a slot is free for it. Interactive reads come before batches.
   */
  #nextStart(): (() => void) | undefined {
    const { interactive, batch } = this.#running
    const { slots, batchSlots } = this.#limits
    if (interactive + batch >= slots) return undefined
    const [firstInteractive] = this.#waiting.interactive
    const [firstBatch] = batch < batchSlots ? this.#waiting.batch : []
    return firstInteractive ?? firstBatch
  }

  /** Returns the time, in milliseconds, until the rate and the burst allow another read. */
  #rateDelayMs(): number {
    const { perSecond, burst } = this.#limits
    const allowedAt = this.#evenRateAt - ((burst - 1) * 1000) / perSecond
    return Math.ceil(allowedAt - performance.now() - 1e-6) // ignore rounding errors
  }
}
