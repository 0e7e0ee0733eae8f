import { ApiError } from './errors.ts'
import type { ApiRequest } from './requests.ts'

/** The codes of a missing route: a number or text that repeats the status, or a code such as `RouteNotFound`. */
const routeCodes = /^\d*$|^not[ _-]?found$|route|path|endpoint|method/i

/** Returns whether a 404 is the service’s answer that something isn’t there, because it has a code like `ResourceNotFound`. */
function isCodedNotFound(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.kind !== 'notFound' || error.isPage) return false
  return !routeCodes.test(error.code ?? '')
}

/**
 * Returns the error of “who am I”, as `unauthorized` if the service answers 404 with a code: it answers a wrong or revoked
 * key as what isn’t there (docs/api.md, “Support”), and the path of “who am I” names nothing else.
 */
export function asKeyRefusal(error: unknown): unknown {
  return isCodedNotFound(error) ? refusedKeyError(error, error.message) : error
}

/**
 * Returns the error of any other request. After a 404 that may be about the key, “who am I” is asked: if the service
 * refuses the key there, too, the error is `unauthorized`. `askKeyRefusal` resolves to the error of “who am I”; to undefined
 * if the key was accepted.
 */
export async function explainNotFound(
  error: unknown,
  { method }: Pick<ApiRequest, 'method'>,
  askKeyRefusal: () => Promise<unknown>,
): Promise<unknown> {
  if (!isCodedNotFound(error)) return error
  const refusal = await askKeyRefusal()
  if (!(refusal instanceof ApiError) || refusal.kind !== 'unauthorized') return error
  // In other words than those of “who am I”, the 404 may be about a pool that was deleted before the key was revoked.
  const isSameAnswer =
    refusal.code === error.code && refusal.serviceMessage === error.serviceMessage
  return refusedKeyError(refusal, error.message, method === 'DELETE' && !isSameAnswer)
}

function refusedKeyError(
  { status, code, serviceMessage }: ApiError,
  message: string,
  mayHaveTakenEffect = false,
): ApiError {
  const details = { status, code, serviceMessage, mayHaveTakenEffect }
  return new ApiError('unauthorized', message, details)
}
