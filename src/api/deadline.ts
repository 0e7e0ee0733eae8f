/** The end of an exchange, the caller's or the clock's, whichever comes first. */
export interface Deadline {
  signal: AbortSignal
  /** Milliseconds until the clock ends it. */
  leftMs(): number
  /** Who ended it, once it has ended. */
  endedBy(): 'cancelled' | 'timeout' | undefined
}

/**
 * Runs an exchange within a time and the caller's signal. It leaves no timer behind, and where the
 * exchange fails its signal aborts, so that what is still under way is hung up on.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  caller: AbortSignal | undefined,
  run: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const clock = new AbortController()
  const timer = setTimeout(() => clock.abort(), timeoutMs)
  const ends = performance.now() + timeoutMs
  try {
    return await run({
      signal: caller ? AbortSignal.any([caller, clock.signal]) : clock.signal,
      leftMs: () => ends - performance.now(),
      endedBy: () => (caller?.aborted ? 'cancelled' : clock.signal.aborted ? 'timeout' : undefined),
    })
  } catch (error) {
    clock.abort()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for a promise no longer than the signal allows, whether or not its maker heeds it. */
export function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new Error('Aborted'))
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    const end = () => signal.removeEventListener('abort', onAbort)
    promise.then(
      (value) => {
        end()
        resolve(value)
      },
      (error: unknown) => {
        end()
        reject(error)
      },
    )
  })
}

/** Waits so many milliseconds; rejects when the signal aborts before. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await orAbort(elapsed, signal).finally(() => clearTimeout(timer))
}

/** Whether something ends, well or not, within so many milliseconds. Leaves no timer behind. */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const slow = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const ended = work.then(
    () => true,
    () => true,
  )
  try {
    return await Promise.race([ended, slow])
  } finally {
    clearTimeout(timer)
  }
}
