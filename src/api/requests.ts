import { invalidInputError } from './errors.ts'

/** A request to a service, without the sender’s identity. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  /** JSON, in ASCII. */
  body?: string
  /** True to omit the project, for the whole tenant. */
  omitProject?: boolean
}

/** The parts of a request beside its URL. The method is `GET` by default. */
export type RequestDetails = Partial<Omit<ApiRequest, 'url'>>

/** The parameters of listing what a cloud account has, such as its projects in its cloud. */
export interface AccountQuery {
  readonly provider: string
  readonly cloudAccountUid: string
}

/** The parameters of listing regions. */
export interface RegionsQuery extends AccountQuery {
  /** The Google Cloud project, for gcp only. */
  readonly project?: string | undefined
}

/** The parameters of listing zones (docs/api.md, “List zones”). */
export interface ZonesQuery extends AccountQuery {
  /** Empty for a provider without regions. */
  readonly region: string
}

/** The path of a cloud config. */
export interface CloudConfigPath {
  readonly provider: string
  readonly configUid: string
}

/** The path of a machine pool (docs/api.md, “Delete a machine pool”). */
export interface MachinePoolPath extends CloudConfigPath {
  readonly machinePoolName: string
}

/** The names of the parameters that a path has in braces. */
type ParameterName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterName<Rest>
  : never

/** The values for the parameters of a path. A Google Cloud project that isn’t known is refused like an empty name. */
export type PathValues<Path extends string> = {
  readonly [Name in Exclude<ParameterName<Path>, 'project'>]: string
} & Pick<RegionsQuery, 'project'>

/**
 * Creates the request to a path and query below a base URL, with values for the parameters in braces.
 * Throws `invalidInput` for values that can’t be part of a URL.
 */
export function createRequest<Path extends string>(
  baseUrl: string,
  path: Path,
  values: PathValues<Path>,
  details: RequestDetails = {},
): ApiRequest {
  const valuesByName: Readonly<Record<string, string | undefined>> = values
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = valuesByName[name]
    return name === 'provider' ? encodeProvider(value) : encodeSegment(name, value)
  })
  return { method: 'GET', url: baseUrl + filledPath, ...details }
}

/** The path of a machine pool with its parameters in braces (docs/api.md, “Delete a machine pool”). */
export const machinePoolTemplate =
  '/v1/cloudconfigs/{provider}/{configUid}/machinePools/{machinePoolName}'

/** Creates the request that deletes a machine pool (docs/api.md, “Delete a machine pool”). Throws `invalidInput`. */
export function createDeleteRequest(baseUrl: string, pool: MachinePoolPath): ApiRequest {
  return createRequest(baseUrl, machinePoolTemplate, pool, { method: 'DELETE' })
}

/**
 * Validates a provider and returns its part of a path: one lowercase segment such as `aws`, or `cloudTypes/{name}` for
 * a custom cloud (docs/api.md, “Deletions”). Throws `invalidInput`.
 */
export function encodeProvider(provider = ''): string {
  encodeSegment('provider', provider) // for its error, which is more specific
  const customCloud = /^cloudTypes\/([^/]*)$/.exec(provider)?.[1]
  if (customCloud !== undefined) return `cloudTypes/${encodeSegment('provider', customCloud)}`
  if (/^[a-z0-9][a-z0-9._-]*$/.test(provider)) return provider
  throw invalidInputError('provider', 'provider')
}

/**
 * Encodes a value as one path segment or query value. Throws `invalidInput` only for values that would change the path:
 * URL parsers remove `.` and `..`, as do proxies that decode the slashes beside them, and servers redirect empty
 * segments.
 */
export function encodeSegment(field: string, value: string | undefined): string {
  if (typeof value === 'string' && /^[\w-]+$/.test(value)) return value // the common case
  if (typeof value !== 'string' || value.trim() === '') throw invalidInputError(field, 'empty')
  if (/(^|[/\\])\.\.?($|[/\\])/.test(value)) throw invalidInputError(field, 'dots')
  if (/\p{Cc}/u.test(value)) throw invalidInputError(field, 'control')
  try {
    return encodeURIComponent(value)
  } catch {
    throw invalidInputError(field, 'malformed')
  }
}

/**
 * Validates and trims a header value: pasted text often ends in a line break. Throws `invalidInput`. The error doesn’t
 * contain the value, which may be the API key.
 */
export function parseHeaderValue(field: string, text: string): string {
  const trimmed = typeof text === 'string' ? text.trim() : ''
  if (trimmed === '') throw invalidInputError(field, 'empty')
  if (!/^[\x20-\x7e\xa0-\xff]+$/.test(trimmed)) {
    throw invalidInputError(field, 'header')
  }
  return trimmed
}
