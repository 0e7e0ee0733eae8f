import { clock, type Wait } from './clock.ts'
import { ApiError } from './errors.ts'

/** Why a signal of {@link withDeadline} has aborted: its `reason`. */
type EndReason = 'cancelled' | 'timeout'

/**
 * Runs `run` with a signal that aborts after `ms` milliseconds, with the caller’s signal, or if `run` fails. No timer or
 * listener outlives the run. Not by `AbortSignal.any` and `timeout`: their reason may be the caller’s own timeout, and
 * the timer can’t be stopped.
 */
export async function withDeadline<T>(
  ms: number,
  caller: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const end = (reason: EndReason) => controller.abort(reason)
  const cancel = () => end('cancelled')
  const stopTimer = clock.after(ms, 'deadline', () => end('timeout'))
  caller?.addEventListener('abort', cancel, { once: true })
  if (caller?.aborted) cancel()
  try {
    return await run(controller.signal)
  } catch (error) {
    cancel() // what still runs
    throw error
  } finally {
    stopTimer()
    caller?.removeEventListener('abort', cancel)
  }
}

/** Like {@link withDeadline}, but rejects `timeout` or `cancelled` then, even if the work ignores the signal. */
export async function withTimeout<T>(
  ms: number,
  caller: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return withDeadline(ms, caller, (signal) =>
    raceAbort(run(signal), signal).catch((error: unknown) => {
      throw signal.aborted ? new ApiError(signal.reason as EndReason, 'No answer in time') : error
    }),
  )
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

/** Resolves to whether `work` settles, either way, within `ms` milliseconds. */
export async function settlesWithin(
  ms: number,
  work: Promise<unknown>,
  wait: Wait = 'quick',
): Promise<boolean> {
  let cancel = () => {}
  const slow = new Promise<boolean>((resolve) => {
    cancel = clock.after(ms, wait, () => resolve(false))
  })
  const ended = Promise.allSettled([work]).then(() => true)
  return Promise.race([ended, slow]).finally(cancel)
}
