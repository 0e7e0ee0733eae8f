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
  const results = new Map<R, Result<V>>()
  let refusal: Result<V> | undefined
  const isOver = () => signal.aborted || refusal !== undefined
  const loadOne = async (ref: R) => load(ref, signal, 'batch')
  for await (const [ref, result] of asTheyCome(refs, loadOne, maxConcurrency, isOver)) {
    if ('error' in result && refusesAll(result.error)) refusal ??= result
    results.set(ref, result)
    onProgress(results.size)
  }

  const read: CacheEntry<R, V>[] = []
  const failed: { ref: R; error: ApiError; at: number }[] = []
  const remaining: R[] = []
  for (const ref of refs) {
    const result = results.get(ref) ?? refusal
    if (!result || ('error' in result && result.error.kind === 'cancelled')) remaining.push(ref)
    else if ('error' in result) failed.push({ ref, ...result })
    else read.push({ ref, ...result })
  }
  return { read, failed, remaining }
}

/** Yields results as they arrive, with their items. Starts no more once it `isOver`. */
export async function* asTheyCome<T, R>(
  things: readonly T[],
  run: (thing: T) => Promise<R>,
  maxConcurrency: number,
  isOver = () => false,
): AsyncGenerator<readonly [T, R]> {
  const running = new Map<T, Promise<readonly [T, R]>>()
  const left = [...new Set(things)]
  while (running.size > 0 || (left.length > 0 && !isOver())) {
    while (running.size < maxConcurrency && left.length > 0 && !isOver()) {
      const thing = left.shift()!
      running.set(
        thing,
        run(thing).then((result) => [thing, result] as const),
      )
    }
    const ended = await Promise.race(running.values())
    running.delete(ended[0])
    yield ended
  }
}

/** Returns whether every request would fail: the key is rejected, or the rate limit persists. */
export function refusesAll({ kind }: ApiError): boolean {
  return kind === 'unauthorized' || kind === 'rateLimited'
}
