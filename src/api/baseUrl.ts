import { invalidInputError, type InputProblem } from './errors.ts'

/** A URL that passed {@link parseBaseUrl}. */
interface BaseUrl {
  /** Scheme, host, and port: the only destination of the key. */
  origin: string
  /** Origin and path prefix, without a trailing slash. */
  href: string
}

/**
 * Parses the base URL of a service: absolute https, or http to this computer, with an optional path prefix.
 * Drops surrounding white space, and a trailing `/v1`, with which every path of the API begins. Throws
 * `invalidInput`.
 */
export function parseBaseUrl(text: string): BaseUrl {
  const { origin, href } = parseUrl('baseUrl', text)
  // A host may be named `v1`, too.
  return { origin, href: href.replace(/(?<!\/)(\/v1)+$/, '') }
}

/** Parses a URL by the rules for a base URL, but keeps its path. Throws `invalidInput`. */
export function parseUrl(field: string, text: string): BaseUrl {
  const trimmed = typeof text === 'string' ? text.trim() : ''
  const refuse = (problem: InputProblem): never => {
    throw invalidInputError(field, problem)
  }
  if (trimmed === '') refuse('empty')
  // The URL parser drops control and invisible characters, turns backslashes into slashes, and folds repeated
  // slashes and dots. The URL that is used would differ from the one that was shown.
  if (/[\p{Cc}\p{Cf}\\]/u.test(trimmed)) refuse('addressCharacter')
  const [, authority = '', path = ''] = /^https?:\/\/([^/?#]+)([^?#]*)/i.exec(trimmed) ?? []
  // Browsers take a space in a host, and encode it.
  if (authority === '' || /\s/.test(authority)) refuse('addressForm')
  if (authority.includes('@')) refuse('addressCredentials')
  if (isBadPort(authority)) refuse('addressPort')
  if (!URL.canParse(trimmed)) refuse('addressForm')
  if (/[?#]/.test(trimmed)) refuse('addressQuery')
  const plain = path.replace(/\/+$/, '')
  if (/\/\/|\/(\.|%2e){1,2}(\/|$)/i.test(plain)) refuse('addressPath')
  const url = new URL(trimmed)
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    refuse('addressInsecure')
  }
  return { origin: url.origin, href: url.href.replace(/\/+$/, '') }
}

/** Returns whether an authority has an invalid port. IPv6 addresses stand in brackets. */
function isBadPort(authority: string): boolean {
  const [, port = ''] = /:([^:\]]*)$/.exec(authority) ?? []
  return port !== '' && !(/^\d+$/.test(port) && Number(port) >= 1 && Number(port) <= 65535)
}

/**
 * Returns whether a host name always means this computer. Of its addresses, these are the ones that VS Code never
 * requests over a proxy.
 */
export function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
