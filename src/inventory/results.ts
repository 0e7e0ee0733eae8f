import { clock } from '../api/clock.ts'
import { ApiError } from '../api/errors.ts'

/** The latest response of the service, or the error in its place; `at` is in epoch ms. */
export type Result<V> =
  { readonly value: V; readonly at: number } | { readonly error: ApiError; readonly at: number }

/** A value that was read, and of what. */
export interface CacheEntry<R, V> {
  readonly ref: R
  readonly value: V
  /** When it was read, in epoch ms. */
  readonly at: number
}

/** The value of a result; undefined for an error, or where nothing was read yet. */
export function valueOf<V>(result: Result<V> | undefined): V | undefined {
  return result && 'value' in result ? result.value : undefined
}

/** The result of a reading. Rejects with what is no {@link ApiError}. */
export async function settled<V>(reading: Promise<V>): Promise<Result<V>> {
  try {
    return { value: await reading, at: clock.now() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { error, at: clock.now() }
  }
}
