import { clock } from '../api/clock.ts'
import { ApiError } from '../api/errors.ts'

/** The latest response, or the error instead; `at` is in epoch ms. */
export type Result<V> =
  { readonly value: V; readonly at: number } | { readonly error: ApiError; readonly at: number }

/** A cached value with its reference. */
export interface CacheEntry<R, V> {
  readonly ref: R
  readonly value: V
  /** When it was loaded, in epoch ms. */
  readonly at: number
}

/** Returns the value of a result; undefined for an error, or without a result. */
export function valueOf<V>(result: Result<V> | undefined): V | undefined {
  return result && 'value' in result ? result.value : undefined
}

/** Converts a promise to a result. Rejects with errors other than {@link ApiError}. */
export async function settled<V>(reading: Promise<V>): Promise<Result<V>> {
  try {
    return { value: await reading, at: clock.now() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { error, at: clock.now() }
  }
}
