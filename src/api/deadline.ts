import { clock, type Wait } from './clock.ts'

/** A time limit combined with the caller’s signal, whichever ends first. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Milliseconds until the timeout. */
  readonly remainingMs: number
  /** Why the deadline has ended; undefined until then. */
  readonly endReason: 'cancelled' | 'timeout' | undefined
  /** Settles with `promise`, or rejects when the deadline ends, even if the operation ignores the signal. */
  race<T>(promise: Promise<T>): Promise<T>
}

/** Runs `run` with a deadline, and aborts its signal if it fails. No timer or listener outlives the run. */
export async function withDeadline<T>(
  timeoutMs: number,
  caller: AbortSignal | undefined,
  run: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const { signal } = controller
  const endsAt = clock.elapsed('deadline') + timeoutMs
  let endReason: Deadline['endReason']
  const end = (by: 'cancelled' | 'timeout') => {
    endReason ??= by
    controller.abort()
  }
  const cancel = () => end('cancelled')
  const stopClock = clock.after(timeoutMs, 'deadline', () => end('timeout'))
  caller?.addEventListener('abort', cancel, { once: true })
  if (caller?.aborted) cancel()
  try {
    return await run({
      signal,
      get remainingMs() {
        return endsAt - clock.elapsed('deadline')
      },
      get endReason() {
        return endReason
      },
      race: (promise) => raceAbort(promise, signal),
    })
  } catch (error) {
    controller.abort()
    throw error
  } finally {
    stopClock()
    caller?.removeEventListener('abort', cancel)
  }
}

/** Settles with `promise`, or rejects when the signal aborts, even if the operation ignores it. */
export async function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new Error('Aborted'))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Resolves after `ms` milliseconds; rejects if the signal aborts first. */
export async function sleep(ms: number, wait: Wait, signal: AbortSignal): Promise<void> {
  let cancel = () => {}
  const elapsed = new Promise<void>((resolve) => {
    cancel = clock.after(ms, wait, resolve)
  })
  await raceAbort(elapsed, signal).finally(cancel)
}

/** Resolves to whether `work` settles, either way, within `ms` milliseconds. */
export async function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let cancel = () => {}
  const slow = new Promise<boolean>((resolve) => {
    cancel = clock.after(ms, 'quick', () => resolve(false))
  })
  const ended = Promise.allSettled([work]).then(() => true)
  return Promise.race([ended, slow]).finally(cancel)
}
