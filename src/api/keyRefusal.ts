import { ApiError, isCodedNotFound } from './errors.ts'
import type { ApiRequest } from './requests.ts'

/**
 * Converts an error of “who am I”: a 404 with a code becomes `unauthorized`. The service answers a wrong or revoked key
 * like a thing that isn’t there (docs/api.md, “Support”), and the path of “who am I” names no other thing than the
 * key’s owner.
 */
export function asKeyRefusal(error: unknown): unknown {
  return isCodedNotFound(error) ? refusedKeyError(error, error.message) : error
}

/**
 * Converts an error of any other request: a 404 with a code becomes `unauthorized` if “who am I” then shows that the
 * service doesn’t accept the key. `askKeyRefusal` sends “who am I”, and resolves to its error; to undefined if the key
 * was accepted.
 */
export async function explainNotFound(
  error: unknown,
  { method }: Pick<ApiRequest, 'method'>,
  askKeyRefusal: () => Promise<unknown>,
): Promise<unknown> {
  if (!isCodedNotFound(error)) return error
  const refusal = await askKeyRefusal()
  if (!(refusal instanceof ApiError) || refusal.kind !== 'unauthorized') return error
  // The 404 of a deletion may still be about the pool: a proxy may have sent the request twice, and a service may use the
  // same words for all that it doesn’t find.
  return refusedKeyError(refusal, error.message, method === 'DELETE')
}

function refusedKeyError(
  { status, code, serviceMessage }: ApiError,
  message: string,
  mayHaveTakenEffect = false,
): ApiError {
  const details = { status, code, serviceMessage, mayHaveTakenEffect }
  return new ApiError('unauthorized', message, details)
}
