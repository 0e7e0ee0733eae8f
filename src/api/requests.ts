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
