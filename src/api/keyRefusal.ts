import { ApiError, isCodedNotFound, isUnsupported } from './errors.ts'
import type { ApiRequest } from './requests.ts'
import { raceAbort } from './deadline.ts'

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
  if (check.isAccepted) return Object.assign(error, { isKeyAccepted: true })
  const { error: refusal } = check
  if (!(refusal instanceof ApiError) || refusal.kind !== 'unauthorized') return error
  // The 404 of a deletion may still be about the pool: a proxy may have sent the request twice, and a service may use
  // the same words for all that it doesn’t find.
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

/**
 * Asks services whether they accept their keys. Many requests may fail at a time, so they share the request that is in
 * progress.
 */
export class KeyChecks {
  /** The requests in progress, by service URL and key. */
  readonly #pending = new Map<string, Promise<KeyCheck>>()

  /**
   * Resolves to whether the service accepts the key: `sendRequest` resolves then. When the signal aborts, the key
   * doesn’t count as accepted. Never rejects.
   */
  async check(
    { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
    sendRequest: () => Promise<unknown>,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<KeyCheck> {
    const id = JSON.stringify([baseUrl, apiKey])
    const check = this.#pending.get(id) ?? this.#start(id, sendRequest)
    return raceAbort(check, signal).catch((error: unknown) => ({ isAccepted: false, error }))
  }

  async #start(id: string, sendRequest: () => Promise<unknown>): Promise<KeyCheck> {
    const check = sendRequest()
      .then(
        (): KeyCheck => ({ isAccepted: true }),
        (error: unknown): KeyCheck => ({ isAccepted: false, error }),
      )
      .finally(() => this.#pending.delete(id))
    this.#pending.set(id, check)
    return check
  }
}
