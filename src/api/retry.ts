import { ApiError } from './errors.ts'

const defaultDelayMs = 500
/** The longest delay before a retry, in milliseconds. If the service asks for a longer delay, the error is reported. */
const maxDelayMs = 10_000

/** The HTTP statuses after which a request that only reads may succeed if it is sent again. */
const busyStatuses: readonly number[] = [429, 502, 503, 504]

/** Returns the delay, in ms, before a failed request that only reads is sent again; undefined to report the error. */
export function retryDelayMs(error: unknown): number | undefined {
  if (!(error instanceof ApiError)) return undefined
  const isBusy = error.status !== undefined && busyStatuses.includes(error.status)
  if (!isBusy && error.kind !== 'unreachable') return undefined
  const delayMs = error.retryAfterMs ?? defaultDelayMs
  return delayMs > maxDelayMs ? undefined : delayMs
}

/** Resolves after `ms` milliseconds, or when the signal aborts. */
export async function delay(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}
