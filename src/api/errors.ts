/** What went wrong, as one word that a program can switch on. */
export type ApiErrorKind =
  | 'invalidInput' // refused here, nothing was sent
  | 'unauthorized' // 401
  | 'forbidden' // 403
  | 'notFound' // 404
  | 'conflict' // 409
  | 'rateLimited' // 429
  | 'rejected' // any other 4xx
  | 'server' // 5xx
  | 'redirected' // 3xx, never followed
  | 'unreachable' // no connection, or it was cut
  | 'tls' // no trusted connection
  | 'timeout' // the deadline passed
  | 'cancelled' // the caller's signal
  | 'invalidResponse' // an answer that the contract does not know

/** What is wrong with a value that was refused before anything was sent (`ApiError.code`). */
export type InputProblem =
  | 'empty'
  | 'dots'
  | 'control'
  | 'malformed'
  | 'provider'
  | 'addressForm'
  | 'addressPort'
  | 'addressPath'
  | 'addressInsecure'
  | 'addressCredentials'
  | 'addressQuery'
  | 'header'
  | 'timeout'

/** The facts of an {@link ApiError} beside its kind. */
export interface ApiErrorDetails {
  status?: number
  code?: string
  retryAfterMs?: number
  mayHaveTakenEffect?: boolean
  serviceMessage?: string
  redirectOrigin?: string
}

/**
 * The one error of this API. It holds neither the key nor a request's headers, and it has no
 * `cause`: what ofetch throws carries both.
 */
export class ApiError extends Error {
  readonly kind: ApiErrorKind
  /** The HTTP status, where there was an answer. */
  declare readonly status?: number
  /** The service's own code, the network's (`ECONNREFUSED`), or an {@link InputProblem}. */
  declare readonly code?: string
  /** How long the service asks to wait, in milliseconds (`Retry-After`). */
  declare readonly retryAfterMs?: number
  /** True where a deletion may have happened although it failed here. */
  readonly mayHaveTakenEffect: boolean
  /** The service's own words: plain text, at most 300 characters, without the key. */
  declare readonly serviceMessage?: string
  /** The origin that the service redirects to. */
  declare readonly redirectOrigin?: string
  /** True for a 403 where the service has accepted nothing yet with this key: it may be a wrong one. */
  declare readonly keyMayBeWrong?: boolean

  constructor(kind: ApiErrorKind, message: string, details: ApiErrorDetails = {}) {
    super(message)
    this.name = 'ApiError'
    this.kind = kind
    this.mayHaveTakenEffect = false
    Object.assign(this, details)
  }
}

/** Makes the error for a value that is refused before anything is sent. */
export function invalidInput(field: string, problem: InputProblem, why: string): ApiError {
  return new ApiError('invalidInput', `${field} ${why}`, { code: problem })
}

/** Whether an error says no more than that a service does not offer a lookup, or not to this key. */
export function isNotOffered({ kind, status, keyMayBeWrong }: ApiError): boolean {
  if (kind === 'forbidden') return keyMayBeWrong !== true
  return kind === 'notFound' || kind === 'invalidResponse' || status === 405
}

/** Whether a project must be chosen: the key has no access to all of them (lookups.md, “Scope”). */
export function needsProject({ kind, code }: ApiError): boolean {
  return kind === 'forbidden' && code === 'OperationForbidden'
}
