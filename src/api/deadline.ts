/** The end of an exchange, the caller's or the clock's, whichever comes first. */
export interface Deadline {
  signal: AbortSignal
  /** Waits for a promise no longer than this allows, whether or not its maker heeds the signal. */
  orEnd<T>(promise: Promise<T>): Promise<T>
  /** Milliseconds until the clock ends it. */
  leftMs(): number
  /** Who ended it, once it has ended. */
  endedBy(): EndedBy | undefined
}

type EndedBy = 'cancelled' | 'timeout'

/**
 * Runs an exchange within a time and the caller's signal. It leaves no timer behind, and where the
 * exchange fails its signal aborts, so that what is still under way is hung up on.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  caller: AbortSignal | undefined,
  run: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  let endedBy: EndedBy | undefined
  let giveUp = (_: Error) => {}
  // One promise for all that is waited for: a listener each would cost more than the rest of this.
  const ended = new Promise<never>((_, reject) => {
    giveUp = reject
  })
  ended.catch(() => {}) // nothing may wait for it at the time
  const end = (by: EndedBy) => {
    endedBy ??= by
    controller.abort()
    giveUp(new Error('Aborted'))
  }
  const cancel = () => end('cancelled')
  if (caller?.aborted) cancel()
  caller?.addEventListener('abort', cancel, { once: true })
  const ends = performance.now() + timeoutMs
  const timer = setTimeout(() => end('timeout'), timeoutMs)
  try {
    return await run({
      signal: controller.signal,
      orEnd: (promise) => Promise.race([promise, ended]),
      leftMs: () => ends - performance.now(),
      endedBy: () => endedBy,
    })
  } catch (error) {
    controller.abort()
    throw error
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', cancel)
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
