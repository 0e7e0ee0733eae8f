import { ApiError } from './errors.ts'

const defaultDelayMs = 500
/** The longest delay before a retry. An error that asks for a longer one is reported instead. */
const maxDelayMs = 10_000

/** The statuses after which a request that only reads may succeed if it is sent again. */
const busyStatuses: readonly number[] = [429, 502, 503, 504]

/** The delay before a read that failed is sent again, in milliseconds; undefined if it must not be. */
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
