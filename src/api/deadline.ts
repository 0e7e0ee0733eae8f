import { ApiError } from './errors.ts'

/** Why a signal of {@link withDeadline} has aborted: its `reason`. */
type AbortReason = 'cancelled' | 'timeout'

/**
 * Runs `run` with a signal that aborts after `ms` milliseconds, with the caller’s signal, or if `run` fails. No timer or
 * listener outlives the run. `AbortSignal.timeout` isn’t used because its timer can’t be stopped, and `AbortSignal.any`
 * isn’t because its reason may be the timeout of the caller’s own signal.
 */
export async function withDeadline<T>(
  ms: number,
  caller: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const abort = (reason: AbortReason) => controller.abort(reason)
  const cancel = () => abort('cancelled')
  const timer = setTimeout(() => abort('timeout'), ms)
  caller?.addEventListener('abort', cancel, { once: true })
  if (caller?.aborted) cancel()
  try {
    return await run(controller.signal)
  } catch (error) {
    cancel() // other work of the run may still be going on
    throw error
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', cancel)
  }
}

/**
 * Like {@link withDeadline}, but doesn’t wait for work that ignores the signal: when the signal aborts, rejects with
 * {@link ApiError} `timeout` or `cancelled`.
 */
export async function withTimeout<T>(
  ms: number,
  caller: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return withDeadline(ms, caller, (signal) =>
    raceAbort(run(signal), signal).catch((error: unknown) => {
      throw signal.aborted ? new ApiError(signal.reason as AbortReason, 'No answer in time') : error
    }),
  )
}

/**
 * Settles with `promise`, or rejects with {@link ApiError} `cancelled` when the signal aborts, even if the operation
 * ignores the signal.
 */
export async function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new ApiError('cancelled', 'The operation was canceled'))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
