import { ApiError, isCodedNotFound, isUnsupported } from './errors.ts'
import type { ApiRequest } from './requests.ts'

/**
 * Whether the service has accepted a key, mostly for “who am I”. If not, the error may also be another one than a
 * refusal.
 */
export type KeyCheck =
  { readonly isAccepted: true } | { readonly isAccepted: false; readonly error: unknown }

/**
 * Resolves if the service accepts the key: for `whoAmI` or, if it doesn’t support that, for another request that needs
 * a key. Rejects with the error of `whoAmI`.
 */
export async function proveKey(
  whoAmI: () => Promise<unknown>,
  otherRequest: () => Promise<unknown>,
): Promise<void> {
  try {
    await whoAmI()
  } catch (error) {
    if (!(error instanceof ApiError) || !isUnsupported(error)) throw error
    await otherRequest().catch(() => {
      throw error
    })
  }
}

/**
 * Converts an error of “who am I”: a 404 with a code becomes `unauthorized`. The service answers a wrong or revoked key
 * like a thing that isn’t there (docs/api.md, “Support”), and the path of “who am I” names no other thing than the
 * key’s owner.
 */
export function asKeyRefusal(error: unknown): unknown {
  return isCodedNotFound(error) ? refusedKeyError(error, error.message) : error
}

/**
 * Converts an error of any other request: a 404 with a code becomes `unauthorized` if another request then shows that
 * the service doesn’t accept the key, and gets `isKeyAccepted` if it does. `checkKey` sends that request, and never
 * rejects.
 */
export async function explainNotFound(
  error: unknown,
  { method }: Pick<ApiRequest, 'method'>,
  checkKey: () => Promise<KeyCheck>,
): Promise<unknown> {
  if (!isCodedNotFound(error)) return error
  const check = await checkKey()
  if (check.isAccepted) return withAcceptedKey(error)
  const { error: refusal } = check
  if (!(refusal instanceof ApiError) || refusal.kind !== 'unauthorized') return error
  // The 404 of a deletion may still be about the pool: a proxy may have sent the request twice, and a service may use
  // the same words for all that it doesn’t find.
  return refusedKeyError(refusal, error.message, method === 'DELETE')
}

function withAcceptedKey(error: ApiError): ApiError {
  const { kind, message, status, code, serviceMessage, retryAfterMs, isOfProjectList } = error
  const { mayHaveTakenEffect } = error
  const details = {
    status,
    code,
    serviceMessage,
    retryAfterMs,
    isOfProjectList,
    mayHaveTakenEffect,
  }
  return new ApiError(kind, message, { ...details, isKeyAccepted: true })
}

function refusedKeyError(
  { status, code, serviceMessage }: ApiError,
  message: string,
  mayHaveTakenEffect = false,
): ApiError {
  const details = { status, code, serviceMessage, mayHaveTakenEffect }
  return new ApiError('unauthorized', message, details)
}
