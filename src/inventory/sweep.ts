import type { ApiError } from '../api/client.ts'
import { limits, type Priority } from '../api/rateLimiter.ts'
import type { Known, Result } from './results.ts'

/** What came of a sweep; each part in the order of what was asked for. */
export interface Swept<R, V> {
  readonly read: readonly Known<R, V>[]
  readonly failed: readonly { readonly ref: R; readonly error: ApiError; readonly at: number }[]
  /** What was not read because the sweep was cancelled. */
  readonly left: readonly R[]
}

/**
 * Reads several places as a batch, some at once; the client paces the requests, and waits where the
 * service asks for it. What fails does not keep the others from being read, except where the service would refuse
 * them too: then they fail likewise, unasked.
 */
export async function sweep<R, V>(
  refs: readonly R[],
  read: (ref: R, signal: AbortSignal, priority: Priority) => Promise<Result<V>>,
  signal: AbortSignal,
  onProgress: (ended: number) => void = () => {},
  /** How many places are read at once: as many as a batch may (src/api/rateLimiter.ts). */
  maxConcurrency: number = limits.lists.batchSlots,
): Promise<Swept<R, V>> {
  const results: Result<V>[] = []
  let next = 0
  let ended = 0
  let refusal: Result<never> | undefined
  const lane = async () => {
    while (next < refs.length && !signal.aborted && !refusal) {
      const index = next++
      const result = await read(refs[index]!, signal, 'batch').catch((error: unknown) => {
        next = refs.length // our own mistake: the other lanes end, too
        throw error
      })
      if ('error' in result && refusesAll(result.error)) refusal ??= result
      results[index] = result
      onProgress(++ended)
    }
  }
  await Promise.all(Array.from({ length: maxConcurrency }, lane))

  return sorted(refs, (_, index) => results[index] ?? refusal)
}

/** The same, but reads only what a cache knows nothing of. */
export async function sweepUnknown<R extends Base, Base, V>(
  refs: readonly R[],
  cache: {
    get(ref: Base, priority: Priority): Promise<Result<V>>
    peek(ref: Base): Result<V> | undefined
  },
  signal: AbortSignal = new AbortController().signal,
  maxConcurrency?: number,
): Promise<Swept<R, V>> {
  const known = new Map(refs.map((ref) => [ref, cache.peek(ref)]))
  const { read, failed } = await sweep(
    refs.filter((ref) => !known.get(ref)),
    (ref, _, priority) => cache.get(ref, priority),
    signal,
    undefined,
    maxConcurrency,
  )
  for (const { ref, ...result } of [...read, ...failed]) known.set(ref, result)
  return sorted(refs, (ref) => known.get(ref))
}

function sorted<R, V>(
  refs: readonly R[],
  resultOf: (ref: R, index: number) => Result<V> | undefined,
): Swept<R, V> {
  const read: Known<R, V>[] = []
  const failed: { ref: R; error: ApiError; at: number }[] = []
  const left: R[] = []
  for (const [index, ref] of refs.entries()) {
    const result = resultOf(ref, index)
    if (!result || ('error' in result && result.error.kind === 'cancelled')) left.push(ref)
    else if ('error' in result) failed.push({ ref, ...result })
    else read.push({ ref, ...result })
  }
  return { read, failed, left }
}

/** A key that is not accepted, or a service that still asks to wait after the client has waited. */
export function refusesAll({ kind }: ApiError): boolean {
  return kind === 'unauthorized' || kind === 'rateLimited'
}
