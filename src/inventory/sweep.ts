import type { ApiError } from '../api/client.ts'
import type { Known, Result } from './cached.ts'

/**
 * How many places are read at once. A connection takes four requests at once (src/api/limit.ts): one
 * stays free, so that what a person opens meanwhile does not wait behind a sweep.
 */
const mostAtOnce = 3

/** What came of a sweep; each part in the order of what was asked for. */
export interface Swept<R, V> {
  readonly read: readonly Known<R, V>[]
  readonly failed: readonly { readonly ref: R; readonly error: ApiError }[]
  /** What was not read because the sweep was cancelled. */
  readonly left: readonly R[]
}

/**
 * Reads several places, some at once; the client paces the requests, and waits where the service asks
 * for it. What fails does not keep the others from being read, except where the service would refuse
 * them too: then they fail likewise, unasked.
 */
export async function sweep<R, V>(
  refs: readonly R[],
  read: (ref: R, signal: AbortSignal) => Promise<Result<V>>,
  signal: AbortSignal,
  onProgress: (ended: number) => void = () => {},
): Promise<Swept<R, V>> {
  const results: Result<V>[] = []
  let next = 0
  let ended = 0
  let refusal: Result<never> | undefined
  const lane = async () => {
    while (next < refs.length && !signal.aborted && !refusal) {
      const index = next++
      const result = await read(refs[index]!, signal).catch((error: unknown) => {
        next = refs.length // our own mistake: the other lanes end, too
        throw error
      })
      if ('error' in result && refusesAll(result.error)) refusal ??= result
      results[index] = result
      onProgress(++ended)
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, lane))

  const done: Known<R, V>[] = []
  const failed: { ref: R; error: ApiError }[] = []
  const left: R[] = []
  for (const [index, ref] of refs.entries()) {
    const result = results[index] ?? refusal
    if (!result || ('error' in result && result.error.kind === 'cancelled')) left.push(ref)
    else if ('error' in result) failed.push({ ref, error: result.error })
    else done.push({ ref, ...result })
  }
  return { read: done, failed, left }
}

/** A key that is not accepted, or a service that still asks to wait after the client has waited. */
function refusesAll({ kind }: ApiError): boolean {
  return kind === 'unauthorized' || kind === 'rateLimited'
}
