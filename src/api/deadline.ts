import { ApiError } from './errors.ts'

/** The timeout of a request unless it has another, in milliseconds. */
export const defaultTimeoutMs = 30_000
/** The timeout of background reads, in milliseconds. */
export const optionalTimeoutMs = 5_000

/** Why a signal of {@link withTimeout} has aborted: its `reason`. */
type AbortReason = 'cancelled' | 'timeout'

interface TimeoutOptions {
  /**
   * True if `run` settles soon after its signal aborts. Its result, or its error, which may say more than that the time
   * is over, is then waited for.
   */
  readonly settlesOnAbort: boolean
}

/**
 * Runs `run` with a signal that aborts after `ms` milliseconds, with the caller’s signal, or if `run` fails. When the
 * signal aborts, rejects with {@link ApiError} `timeout` or `cancelled` at once, even if `run` ignores the signal.
 *
 * No timer or listener outlives the run. `AbortSignal.timeout` isn’t used because its timer can’t be stopped, and
 * `AbortSignal.any` isn’t because its reason may be the timeout of the caller’s own signal.
 */
export async function withTimeout<T>(
  ms: number,
  caller: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
  { settlesOnAbort }: TimeoutOptions = { settlesOnAbort: false },
): Promise<T> {
  const controller = new AbortController()
  const { signal } = controller
  const abort = (reason: AbortReason) => controller.abort(reason)
  const cancel = () => abort('cancelled')
  const timer = setTimeout(() => abort('timeout'), ms)
  caller?.addEventListener('abort', cancel, { once: true })
  if (caller?.aborted) cancel()
  try {
    const running = run(signal)
    return await (settlesOnAbort ? running : raceAbort(running, signal))
  } catch (error) {
    cancel() // other work of the run may still be going on
    throw error
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', cancel)
  }
}

/**
 * Settles with `promise`, or rejects when the signal aborts, even if the operation ignores the signal: with
 * {@link ApiError} `timeout` if the signal is one of {@link withTimeout} whose time is over, else with `cancelled`.
 */
export async function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(abortError(signal))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function abortError({ reason }: AbortSignal): ApiError {
  return reason === 'timeout'
    ? new ApiError('timeout', 'No answer in time')
    : new ApiError('cancelled', 'The operation was canceled')
}

/** Returns whether an error comes from {@link raceAbort}. Any other kind says what the service answered. */
export function isAbortError({ kind }: ApiError): boolean {
  return kind === 'cancelled' || kind === 'timeout'
}
