import { invalidInput } from './errors.ts'
import type { ApiRequest } from './requests.ts'
import { readZones } from './zones.ts'

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

/** The parameters in braces of a path. */
type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never

/** The values of parameters. One that is missing is refused like an empty one. */
export type ParameterValues<Name extends string> = { readonly [K in Name]?: string | undefined }

/** A request that a service may support: all that there is to say of it. */
export interface Endpoint<Name extends string, T> {
  readonly method: ApiRequest['method']
  /** The path and query below the base URL, with parameters in braces. */
  readonly path: string
  /**
   * Set for a list with pages: whether the first one is requested with the maximum size, too. The lists of machines of
   * two providers accept no limit.
   */
  readonly pages?: 'limited' | 'unlimited'
  /** JSON. */
  readonly body?: string
  /** True to omit the project, for the whole tenant. */
  readonly omitProject?: true
  /** Reads the JSON of a response; throws for anything else. */
  readonly read: (json: unknown, parameters: ParameterValues<Name>) => T
}

/** Creates an endpoint, with `GET` by default. */
export function endpoint<Path extends string, T>(
  path: Path,
  read: Endpoint<ParameterOf<Path>, T>['read'],
  more: Partial<Omit<Endpoint<never, never>, 'path' | 'read'>> = {},
): Endpoint<ParameterOf<Path>, T> {
  return { method: 'GET', path, read, ...more }
}

/** The two documented operations (docs/api.md, “Documented operations”). */
export const documented = {
  zones: endpoint(
    '/v1/clouds/{provider}/regions/{region}/zones?cloudAccountUid={cloudAccountUid}',
    (json) => readZones(json),
  ),
  /** The response isn’t read. */
  machinePool: endpoint(
    '/v1/cloudconfigs/{provider}/{configUid}/machinePools/{machinePoolName}',
    () => undefined,
    { method: 'DELETE' },
  ),
}

/**
 * Creates the request to an endpoint below a base URL, or for the page of a token (“Paging”). Throws `invalidInput` for parameters that
 * can’t be part of a URL.
 */
export function requestTo<Name extends string>(
  baseUrl: string,
  { method, path, pages, body, omitProject }: Endpoint<Name, unknown>,
  parameters: ParameterValues<Name>,
  token?: string,
): ApiRequest {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: Name) => {
    const value = parameters[name]
    return name === 'provider' ? providerPath(value) : encodeSegment(name, value)
  })
  const limit = pages === 'limited' || token ? '?limit=50' : ''
  const page = token ? `&continue=${encodeURIComponent(token)}` : ''
  return {
    method,
    url: baseUrl + filled + limit + page,
    ...(body !== undefined && { body }),
    ...(omitProject && { omitProject }),
  }
}

/**
 * Validates a provider and returns it as a path: one lowercase segment such as `aws`, or `cloudTypes/{name}`
 * for a custom cloud (docs/api.md, “Deletions”). Throws `invalidInput`.
 */
export function providerPath(provider = ''): string {
  encodeSegment('provider', provider) // the more specific error first
  const custom = /^cloudTypes\/([^/]*)$/.exec(provider)?.[1]
  if (custom !== undefined) return `cloudTypes/${encodeSegment('provider', custom)}`
  if (/^[a-z0-9][a-z0-9._-]*$/.test(provider)) return provider
  throw invalidInput('provider', 'provider')
}

/**
 * Encodes a value as one path segment or query value. Refuses only values that would change the path: URL
 * parsing folds `.` and `..`, as do proxies that decode the slashes beside them, and servers redirect empty
 * segments. Throws `invalidInput`.
 */
export function encodeSegment(field: string, value: string | undefined): string {
  if (typeof value === 'string' && /^[\w-]+$/.test(value)) return value // the common case
  if (typeof value !== 'string' || value.trim() === '') throw invalidInput(field, 'empty')
  if (/(^|[/\\])\.\.?($|[/\\])/.test(value)) throw invalidInput(field, 'dots')
  if (/\p{Cc}/u.test(value)) throw invalidInput(field, 'control')
  try {
    return encodeURIComponent(value)
  } catch {
    throw invalidInput(field, 'malformed')
  }
}
