import { invalidInput } from './errors.ts'

/** An address that passed {@link parseBaseUrl}. */
export interface BaseUrl {
  /** Scheme, host and port: where the key may go. */
  origin: string
  /** Origin and path prefix, without a slash at the end. */
  href: string
}

/**
 * Reads the address of a service: absolute https, or http to this machine; it may carry a path
 * prefix. White space around it is dropped. Throws `invalidInput`.
 */
export function parseBaseUrl(text: string): BaseUrl {
  const trimmed = typeof text === 'string' ? text.trim() : ''
  if (trimmed === '') throw invalidInput('baseUrl', 'empty', 'is empty')
  // The URL parser drops control and invisible characters, takes a backslash for a slash, and skips
  // further slashes: what is used would not be what was read.
  if (/[\p{Cc}\p{Cf}\\]/u.test(trimmed))
    throw invalidInput('baseUrl', 'control', 'has a character no address has')
  if (!/^https?:\/\/[^/]/i.test(trimmed) || !URL.canParse(trimmed)) {
    throw invalidInput('baseUrl', 'addressForm', 'is not an absolute https address')
  }
  if (/^[^/]*\/\/[^/?#]*@/.test(trimmed))
    throw invalidInput('baseUrl', 'addressCredentials', 'carries credentials')
  if (/[?#]/.test(trimmed))
    throw invalidInput('baseUrl', 'addressQuery', 'carries a query or a fragment')
  const url = new URL(trimmed)
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw invalidInput(
      'baseUrl',
      'addressInsecure',
      'must be https, except for a service on this machine',
    )
  }
  return { origin: url.origin, href: url.href.replace(/\/+$/, '') }
}

/** Names that never leave this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
