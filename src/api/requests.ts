import { parseHeaderValue } from './headerValue.ts'

/** A request to a service, without the sender’s identity. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  /** JSON. */
  body?: string
  /** True to omit the project, for the whole tenant. */
  omitProject?: boolean
}

/** The identity that requests are sent with. */
export interface RequestIdentity {
  /** As returned by {@link parseHeaderValue}; undefined for unauthenticated requests. */
  apiKey?: string | undefined
  /** Limits every request to a project (contract.md, 5). */
  projectUid?: string | undefined
}

export function getRequest(url: string, { omitProject = false } = {}): ApiRequest {
  return { method: 'GET', url, omitProject }
}

/** A search without conditions, which only reads (lookups.md, “clusters with their pools”). */
export function searchRequest(url: string): ApiRequest {
  return { method: 'POST', url, body: '{}' }
}

export function deleteRequest(url: string): ApiRequest {
  return { method: 'DELETE', url }
}

/**
 * Returns the headers of a request (contract.md, 5), all of them. Throws `invalidInput` for a project UID
 * that isn’t a valid header value.
 */
export function headersOf(
  { body, omitProject }: Pick<ApiRequest, 'body' | 'omitProject'>,
  { apiKey, projectUid }: RequestIdentity,
): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (apiKey !== undefined) headers['ApiKey'] = apiKey
  const project = omitProject ? '' : (projectUid ?? '').trim()
  if (project) headers['ProjectUid'] = parseHeaderValue('projectUid', project)
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  return headers
}
