/** The kind of failure, for programs to switch on. */
export type ApiErrorKind = (typeof apiErrorKinds)[number]

export const apiErrorKinds = [
  'invalidInput', // rejected before a request was sent
  'unauthorized', // 401, or a 404 about the key
  'forbidden', // 403
  'notFound', // 404
  'conflict', // 409
  'rateLimited', // 429
  'rejected', // any other 4xx
  'server', // 5xx
  'redirected', // 3xx, never followed
  'unreachable', // no connection, or it broke
  'tls', // no secure connection
  'timeout', // the deadline passed
  'cancelled', // the caller's signal
  'invalidResponse', // a response outside the contract
] as const

/** Why a value was rejected before a request was sent (`ApiError.code`). */
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
  | 'addressCharacter'
  | 'placeholder'
  | 'header'
  | 'timeout'

/** Why a response to a lookup can’t be used, although the service sent it (`ApiError.code` of `invalidResponse`). */
export type UnusableCode =
  | 'incomplete' // it lacks what every response to its lookup has
  | 'otherItem' // it is about another item than the requested one

/** The optional fields of {@link ApiError}. */
export type ApiErrorDetails = {
  [K in Exclude<keyof ApiError, keyof Error | 'kind'>]?: ApiError[K] | undefined
}

/**
 * The only error of this API. It holds neither the key nor request headers, and has no `cause`, because
 * ofetch’s errors carry both.
 */
export class ApiError extends Error {
  readonly kind: ApiErrorKind
  /** The HTTP status; undefined without a response. */
  declare readonly status?: number
  /** The service’s code, the network’s (`ECONNREFUSED`), or an {@link InputProblem}. */
  declare readonly code?: string
  /** The name of the rejected value (`invalidInput`). */
  declare readonly field?: string
  /** The time to wait before the next request, as the service requests it (`Retry-After`), in milliseconds. */
  declare readonly retryAfterMs?: number
  /** True if the deletion may have happened although the request failed. */
  readonly mayHaveTakenEffect: boolean
  /** The service’s error message: plain text, at most 300 characters, without the key. */
  declare readonly serviceMessage?: string
  /** The origin of the redirect’s target. */
  declare readonly redirectOrigin?: string
  /** True for a web page instead of data, as from a sign-in or a proxy. */
  declare readonly isPage?: boolean
  /**
   * True for a 404 after which the service has accepted the key for another request, so that the 404 isn’t the response
   * to a wrong key.
   */
  declare readonly isKeyAccepted?: true
  /** True for a list that was asked for with a project, whose refusal may be that of the project. */
  declare readonly isOfProjectList?: boolean

  constructor(kind: ApiErrorKind, message: string, details: ApiErrorDetails = {}) {
    super(message)
    this.name = 'ApiError'
    this.kind = kind
    this.mayHaveTakenEffect = false
    const known = Object.entries(details).filter(([, value]) => value !== undefined)
    Object.assign(this, Object.fromEntries(known))
  }
}

/** Creates the error for a value that is rejected before a request is sent. */
export function invalidInputError(field: string, problem: InputProblem): ApiError {
  return new ApiError('invalidInput', `${field} is not valid: ${problem}`, { code: problem, field })
}

/** The service’s error message with its code, or the code alone; empty if it sent neither. */
export function serviceErrorText({ serviceMessage = '', status, code }: ApiError): string {
  // Without a status, the code isn’t from the service.
  if (status === undefined || code === undefined || serviceMessage.includes(code))
    return serviceMessage
  return serviceMessage ? `${serviceMessage} (${code})` : code
}

/** Returns why a response to a lookup can’t be used; undefined if the error is another one. */
export function unusableCode({ kind, code }: ApiError): UnusableCode | undefined {
  if (kind !== 'invalidResponse') return undefined
  return code === 'incomplete' || code === 'otherItem' ? code : undefined
}

/**
 * Returns whether an error only means that a lookup isn’t supported, or not allowed for this key. A response that can’t
 * be read counts as unsupported, but not a response that was read and is of no use ({@link unusableCode}).
 */
export function isUnsupported(error: ApiError): boolean {
  const { kind, status } = error
  const isUnusable = unusableCode(error) !== undefined
  if (isUnusable || refusesProject(error)) return false
  return ['forbidden', 'notFound', 'invalidResponse'].includes(kind) || status === 405
}

/** The codes of a missing route: a number or text that repeats the status, or a code such as `RouteNotFound`. */
const routeCodes = /^\d*$|^not[ _-]?found$|route|path|endpoint|method/i

/**
 * Returns whether a 404 is the service’s answer that something isn’t there, because it has a code like
 * `ResourceNotFound`. Any other 404 may mean that the service, or a gateway before it, lacks the route.
 */
export function isCodedNotFound(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.kind !== 'notFound' || error.isPage) return false
  return !routeCodes.test(error.code ?? '')
}

/**
 * The codes of a 404 about a machine pool, or about what it is part of. Others may be about access, such as
 * `UserNotFound`.
 */
const absenceCodes =
  /^(resource|(spectro)?cluster|(cloud|cluster)?config|(machine|node)?pool|machine)s?notfound$/i

function withoutSeparators(code: string): string {
  return code.replace(/[ _-]/g, '')
}

/**
 * Returns whether a 404 says that a machine pool isn’t there. That proves it only if the service accepts the key,
 * because the response to a wrong key may be the same.
 */
export function saysPoolIsAbsent(error: ApiError): boolean {
  return (
    isCodedNotFound(error) &&
    !refusesProject(error) &&
    absenceCodes.test(withoutSeparators(error.code ?? ''))
  )
}

/**
 * Returns whether the project of a request is gone or forbidden (docs/api.md, “Projects”). The codes of a list are
 * about the project. For a single thing, `ResourceAccessDenied` and `ResourceNotFound` are about the thing itself.
 */
export function refusesProject({ kind, code = '', isOfProjectList }: ApiError): boolean {
  if (kind !== 'notFound' && kind !== 'forbidden') return false
  if (code === 'ProjectNotFoundInTenant') return true
  return isOfProjectList === true && ['ResourceAccessDenied', 'ResourceNotFound'].includes(code)
}

/**
 * Returns whether the user must select another project, or any project, because the key has access only to some
 * projects (docs/api.md, “Projects”).
 */
export function needsProject(error: ApiError): boolean {
  const isTenantForbidden = error.kind === 'forbidden' && error.code === 'OperationForbidden'
  return isTenantForbidden || refusesProject(error)
}
