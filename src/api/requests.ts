import { parseHeaderValue } from './headerValue.ts'

/** What is sent to a service, but for who sends it. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  /** JSON. */
  body?: string
  /** Whether it is asked of the whole tenant: sent without the project. */
  ofTenant?: boolean
}

/** As whom a service is spoken to. */
export interface Sender {
  /** As {@link parseHeaderValue} returns it; missing where it is as nobody. */
  apiKey?: string | undefined
  /** Restricts every request to a project (contract.md, 5). */
  projectUid?: string | undefined
}

/** Reads something. */
export function reading(url: string, { ofTenant = false } = {}): ApiRequest {
  return { method: 'GET', url, ofTenant }
}

/** A search of no conditions, which reads only (lookups.md, “clusters with their pools”). */
export function searching(url: string): ApiRequest {
  return { method: 'POST', url, body: '{}' }
}

/** Deletes something. */
export function deleting(url: string): ApiRequest {
  return { method: 'DELETE', url }
}

/**
 * The headers of a request (contract.md, 5): these and no others are ours. Throws `invalidInput` for a
 * project that no header can carry.
 */
export function headersOf(
  { body, ofTenant }: Pick<ApiRequest, 'body' | 'ofTenant'>,
  { apiKey, projectUid }: Sender,
): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (apiKey !== undefined) headers['ApiKey'] = apiKey
  const project = ofTenant ? '' : (projectUid ?? '').trim()
  if (project) headers['ProjectUid'] = parseHeaderValue('projectUid', project)
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  return headers
}
