import { invalidInput } from './errors.ts'

/** A request to a service, without the sender’s identity. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  /** JSON, in ASCII. */
  body?: string
  /** True to omit the project, for the whole tenant. */
  omitProject?: boolean
}

/** The identity that requests are sent with. */
export interface RequestIdentity {
  /** As returned by {@link parseHeaderValue}; undefined for unauthenticated requests. */
  apiKey?: string | undefined
  /** Limits every request to a project (docs/api.md, “Headers”). */
  projectUid?: string | undefined
}

/**
 * Returns the headers of a request (docs/api.md, “Headers”), all of them. Throws `invalidInput` for a project UID
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

/**
 * Validates and trims a header value: pasted text often ends in a line break. Throws `invalidInput`, without
 * the value.
 */
export function parseHeaderValue(field: string, text: string): string {
  const trimmed = typeof text === 'string' ? text.trim() : ''
  if (trimmed === '') throw invalidInput(field, 'empty')
  if (!/^[\x20-\x7e\xa0-\xff]+$/.test(trimmed)) {
    throw invalidInput(field, 'header')
  }
  return trimmed
}
