import { ApiError } from '../api/errors.ts'

/** A loaded value, and when it was loaded, in epoch ms. */
export interface Loaded<V> {
  readonly value: V
  readonly at: number
}

/**
 * An error instead of a value, and when it occurred, in epoch ms; `previous` is the value from before the failed
 * refresh.
 */
interface Failed<V> {
  readonly error: ApiError
  readonly at: number
  readonly previous?: Loaded<V> | undefined
}

/** What the last request for a value resulted in. */
export type Result<V> = Loaded<V> | Failed<V>

/** A cached value with its reference. */
export interface CacheEntry<R, V> extends Loaded<V> {
  readonly ref: R
}

/** Returns the value of a result; undefined if there is no result, or the request failed. */
export function valueOf<V>(result: Result<V> | undefined): V | undefined {
  return result && 'value' in result ? result.value : undefined
}

/** Returns the value to show, with its time: if a refresh failed, the value from before. */
export function shownResult<V>(result: Result<V> | undefined): Loaded<V> | undefined {
  return result && 'error' in result ? result.previous : result
}

/** Returns the value to show: if a refresh failed, the value from before. */
export function shownValue<V>(result: Result<V> | undefined): V | undefined {
  return shownResult(result)?.value
}

/** Waits for a value, and returns it, or an {@link ApiError}, as a result. Rejects with other errors. */
export async function toResult<V>(reading: Promise<V>): Promise<Result<V>> {
  try {
    return { value: await reading, at: Date.now() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { error, at: Date.now() }
  }
}
