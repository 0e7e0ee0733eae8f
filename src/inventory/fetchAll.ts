import type { ApiError } from '../api/client.ts'
import { limits, type Priority } from '../api/rateLimiter.ts'
import type { CacheEntry, Result } from './results.ts'

/**
 * Loads a batch concurrently; the client limits the rate and retries. A failed item doesn’t stop the others,
 * unless every request would fail in the same way (401, 429). The remaining items then fail without a
 * request. Resolves to the results in the order of the input, without the items that a cancellation has left out.
 */
export async function fetchAll<R, V>(
  refs: readonly R[],
  load: (ref: R, signal: AbortSignal, priority: Priority) => Promise<Result<V>>,
  signal: AbortSignal,
  onProgress: (ended: number) => void = () => {},
  /** The concurrency, by default that of a batch (src/api/rateLimiter.ts). */
  maxConcurrency: number = limits.lists.batchSlots,
) {
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
  for (const ref of refs) {
    const result = results.get(ref) ?? refusal
    if (!result) continue
    if (!('error' in result)) read.push({ ref, ...result })
    else if (result.error.kind !== 'cancelled') failed.push({ ref, ...result })
  }
  return { read, failed }
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
