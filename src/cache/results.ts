import { ApiError } from '../api/errors.ts'

/** A response; `at` is in epoch ms. */
export interface Loaded<V> {
  readonly value: V
  readonly at: number
}

/** An error instead of a response; `last` is the response before, if a refresh failed. */
interface Failed<V> {
  readonly error: ApiError
  readonly at: number
  readonly last?: Loaded<V> | undefined
}

/** The latest response, or the error instead. */
export type Result<V> = Loaded<V> | Failed<V>

/** A cached value with its reference. */
export interface CacheEntry<R, V> extends Loaded<V> {
  readonly ref: R
}

/** Returns the value of a result; undefined for an error, or without a result. */
export function valueOf<V>(result: Result<V> | undefined): V | undefined {
  return result && 'value' in result ? result.value : undefined
}

/** Returns the response to show: if a refresh failed, that of before. */
export function shownResult<V>(result: Result<V> | undefined): Loaded<V> | undefined {
  return result && 'error' in result ? result.last : result
}

/** Returns the value to show: if a refresh failed, that of before. */
export function shownValue<V>(result: Result<V> | undefined): V | undefined {
  return shownResult(result)?.value
}

/** Converts a promise to a result. Rejects with errors other than {@link ApiError}. */
export async function toResult<V>(reading: Promise<V>): Promise<Result<V>> {
  try {
    return { value: await reading, at: Date.now() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { error, at: Date.now() }
  }
}
