import type { ApiError } from '../api/client.ts'
import { limits, type Priority } from '../api/rateLimiter.ts'
import type { CacheEntry, Result } from './results.ts'

/** The results of a batch, in the order of the input. */
interface BatchResult<R, V> {
  readonly read: readonly CacheEntry<R, V>[]
  readonly failed: readonly { readonly ref: R; readonly error: ApiError; readonly at: number }[]
  /** The items that weren’t loaded because of a cancellation. */
  readonly remaining: readonly R[]
}

/**
 * Loads a batch concurrently; the client limits the rate and retries. A failed item doesn’t stop the others,
 * unless every request would fail in the same way (401, 429). The remaining items then fail without a
 * request.
 */
export async function fetchAll<R, V>(
  refs: readonly R[],
  load: (ref: R, signal: AbortSignal, priority: Priority) => Promise<Result<V>>,
  signal: AbortSignal,
  onProgress: (ended: number) => void = () => {},
  /** The concurrency, by default that of a batch (src/api/rateLimiter.ts). */
  maxConcurrency: number = limits.lists.batchSlots,
): Promise<BatchResult<R, V>> {
  const results: Result<V>[] = []
  let next = 0
  let ended = 0
  let refusal: Result<V> | undefined
  const worker = async () => {
    while (next < refs.length && !signal.aborted && !refusal) {
      const index = next++
      const result = await load(refs[index]!, signal, 'batch').catch((error: unknown) => {
        next = refs.length // a bug: stop the other workers
        throw error
      })
      if ('error' in result && refusesAll(result.error)) refusal ??= result
      results[index] = result
      onProgress(++ended)
    }
  }
  await Promise.all(Array.from({ length: maxConcurrency }, worker))

  const read: CacheEntry<R, V>[] = []
  const failed: { ref: R; error: ApiError; at: number }[] = []
  const remaining: R[] = []
  for (const [index, ref] of refs.entries()) {
    const result = results[index] ?? refusal
    if (!result || ('error' in result && result.error.kind === 'cancelled')) remaining.push(ref)
    else if ('error' in result) failed.push({ ref, ...result })
    else read.push({ ref, ...result })
  }
  return { read, failed, remaining }
}

/** Returns whether every request would fail: the key is rejected, or the rate limit persists. */
export function refusesAll({ kind }: ApiError): boolean {
  return kind === 'unauthorized' || kind === 'rateLimited'
}
