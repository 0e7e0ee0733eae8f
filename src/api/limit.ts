import { clock } from './clock.ts'
import { sleep } from './deadline.ts'
import { ApiError } from './errors.ts'

/**
 * Holds back reads that would be too many for a service (lookups.md, “Errors and limits”); one for
 * all that goes to a connection.
 */
export interface Limit {
  /**
   * Runs a read as soon as fewer than four are under way, the longest waiting first. Rejects
   * `cancelled`, without running it, when the signal aborts before.
   */
  run<T>(read: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Waits until another request may be sent; rejects when the signal aborts before. */
  turn(signal: AbortSignal): Promise<void>
}

/** The most reads at once. */
export const mostAtOnce = 4
/** The most requests that are sent within {@link windowMs}. */
export const mostStarts = 7
/**
 * In milliseconds; longer than the second that a service counts, since one request takes longer to
 * arrive than another.
 */
export const windowMs = 1_100

/** Makes the limit of a connection: no timer runs but while a request waits for its turn. */
export function createLimit(): Limit {
  let free = mostAtOnce
  const waiting = new Set<() => void>()
  /** When the latest requests were sent, the oldest first. */
  const starts: number[] = []

  return {
    async run(read, signal) {
      await enter(signal)
      try {
        return await read()
      } finally {
        leave()
      }
    },

    async turn(signal) {
      for (;;) {
        signal.throwIfAborted()
        const oldest = starts.at(-mostStarts) ?? -Infinity
        const wait = oldest + windowMs - clock.elapsed('pacing')
        if (wait <= 0) break
        await sleep(wait, 'pacing', signal) // and look again: others may have been quicker
      }
      starts.push(clock.elapsed('pacing'))
      if (starts.length > mostStarts) starts.shift()
    },
  }

  function enter(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      // The place is handed over and the wait ended in one go: no abort can come in between.
      const proceed = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        waiting.delete(proceed)
        reject(new ApiError('cancelled', 'Cancelled before it was sent'))
      }
      if (signal?.aborted) return giveUp()
      if (free > 0) {
        free -= 1
        return resolve()
      }
      waiting.add(proceed)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  }

  function leave(): void {
    const [next] = waiting
    if (next === undefined) {
      free += 1
      return
    }
    waiting.delete(next)
    next()
  }
}
