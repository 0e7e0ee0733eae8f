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
  /** The additional requests allowed after a pause. */
  readonly burst: number
  /** The concurrency limit. */
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

/** The paths of `limits.clusters`. */
const clusterPaths = /\/v1\/(cloudconfigs|spectroclusters|events)\//

/** Limits the rate and concurrency of reads from an origin. */
export class RateLimiter {
  readonly #lists = new Queue(limits.lists)
  readonly #clusters = new Queue(limits.clusters)

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
class Queue {
  readonly #limits: Limits
  /** What lets in each waiting read. */
  readonly #waiting = { interactive: new Set<() => void>(), batch: new Set<() => void>() }
  readonly #running = { interactive: 0, batch: 0 }
  /** When all reads so far would have been sent at an even rate. */
  #evenAt = -Infinity
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(of: Limits) {
    this.#limits = of
  }

  waitForSlot(priority: WaitingPriority, signal?: AbortSignal): Promise<() => void> {
    const waiting = this.#waiting[priority]
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
        resolve(this.#start(priority))
      }
      if (signal?.aborted) return cancel()
      signal?.addEventListener('abort', cancel, { once: true })
      waiting.add(proceed)
      this.#admit()
    })
  }

  /** Starts a read. Returns the function that releases its slot. */
  #start(priority: WaitingPriority): () => void {
    const evenAt = Math.max(this.#evenAt, performance.now())
    this.#evenAt = evenAt + 1000 / this.#limits.perSecond
    this.#running[priority] += 1
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
    clearTimeout(this.#timer)
    for (let proceed = this.#next(); proceed; proceed = this.#next()) {
      const wait = this.#waitMs()
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#admit(), wait)
        return
      }
      proceed()
    }
  }

  /** What lets in the next read for which a slot is free. */
  #next(): (() => void) | undefined {
    const { interactive, batch } = this.#running
    const { slots, batchSlots } = this.#limits
    if (interactive + batch >= slots) return undefined
    const [first] = this.#waiting.interactive
    const [next] = batch < batchSlots ? this.#waiting.batch : []
    return first ?? next
  }

  /** Milliseconds until the rate, with its burst, allows another read. */
  #waitMs(): number {
    const { perSecond, burst } = this.#limits
    const allowedAt = this.#evenAt - ((burst - 1) * 1000) / perSecond
    return Math.ceil(allowedAt - performance.now() - 1e-6) // ignore rounding errors
  }
}
