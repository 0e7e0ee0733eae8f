import type { ApiError } from '../api/client.ts'
import { limits, type Priority } from '../api/rateLimiter.ts'
import type { CacheEntry, Result } from './results.ts'

/** The result for an item of a batch. */
export type Fetched<R, V> = Result<V> & { readonly ref: R }

/**
 * Loads a batch of items concurrently. If an item fails, the others are still loaded; but after an error with which
 * every request would fail ({@link fatalError}), the remaining items get this error without a request. Resolves to the
 * results in the order of `refs`, without the items that weren’t loaded because the signal has aborted.
 */
export async function fetchAll<R, V>(
  refs: readonly R[],
  load: (ref: R, signal: AbortSignal, priority: Priority) => Promise<Result<V>>,
  signal: AbortSignal,
  onProgress: (ended: number) => void = () => {},
) {
  const results = new Map<R, Fetched<R, V>>()
  let fatalResult: Fetched<R, V> | undefined
  const loadItem = async (ref: R) => load(ref, signal, 'batch')
  for await (const result of mapConcurrently(refs, loadItem, limits.lists.batchSlots, signal)) {
    if (fatalError(result)) fatalResult ??= result
    results.set(result.ref, result)
    onProgress(results.size)
  }

  const read: CacheEntry<R, V>[] = []
  const failed: { ref: R; error: ApiError; at: number }[] = []
  for (const ref of refs) {
    const result = results.get(ref) ?? fatalResult
    if (!result) continue
    if (!('error' in result)) read.push({ ...result, ref })
    else if (result.error.kind !== 'cancelled') failed.push({ ...result, ref })
  }
  return { read, failed }
}

/**
 * Loads values, at most `maxConcurrency` at a time, and yields each result when it arrives. Starts no further request
 * after the signal aborts, or after an error with which every other request would fail, too ({@link fatalError}).
 */
export async function* mapConcurrently<R, V>(
  refs: readonly R[],
  load: (ref: R) => Promise<Result<V>>,
  maxConcurrency: number,
  signal?: AbortSignal,
): AsyncGenerator<Fetched<R, V>> {
  const running = new Map<R, Promise<Fetched<R, V>>>()
  const loadWithRef = async (ref: R) => ({ ...(await load(ref)), ref })
  let waiting = [...new Set(refs)]
  for (;;) {
    if (signal?.aborted) waiting = []
    const freeSlots = maxConcurrency - running.size
    for (const ref of waiting.splice(0, freeSlots)) running.set(ref, loadWithRef(ref))
    if (running.size === 0) return
    const ended = await Promise.race(running.values())
    running.delete(ended.ref)
    if (fatalError(ended)) waiting = []
    yield ended
  }
}

/**
 * Returns the error of a result if every other request would fail with it: the API key is rejected, or the rate
 * limit is exceeded.
 */
export function fatalError(result: Result<unknown>): ApiError | undefined {
  if (!('error' in result)) return undefined
  return ['unauthorized', 'rateLimited'].includes(result.error.kind) ? result.error : undefined
}
