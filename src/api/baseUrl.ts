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
  // The slash before isn’t matched, so that the host `v1` in `https://v1` stays.
  return { origin, href: href.replace(/(?<!\/)(\/v1)+$/, '') }
}

/** Parses a URL by the rules for a base URL, but keeps its path. Throws `invalidInput`. */
export function parseUrl(field: string, text: string): BaseUrl {
  const trimmed = typeof text === 'string' ? text.trim() : ''
  const problem = findProblem(trimmed)
  if (problem !== undefined) throw invalidInputError(field, problem)
  const { origin, href } = new URL(trimmed)
  return { origin, href: href.replace(/\/+$/, '') }
}

/** Returns why a text can’t be a base URL; undefined if it can. */
function findProblem(text: string): InputProblem | undefined {
  if (text === '') return 'empty'
  // The URL parser drops control and invisible characters, turns backslashes into slashes, and folds repeated
  // slashes and dots. The URL that is used would differ from the one that was shown.
  if (/[\p{Cc}\p{Cf}\\]/u.test(text)) return 'addressCharacter'
  const [, authority = '', path = ''] = /^https?:\/\/([^/?#]+)([^?#]*)/i.exec(text) ?? []
  // Browsers accept a space in a host, and encode it.
  if (authority === '' || /\s/.test(authority)) return 'addressForm'
  if (authority.includes('@')) return 'addressCredentials'
  if (hasBadPort(authority)) return 'addressPort'
  if (!URL.canParse(text)) return 'addressForm'
  if (/[?#]/.test(text)) return 'addressQuery'
  const pathPrefix = path.replace(/\/+$/, '')
  if (/\/\/|\/(\.|%2e){1,2}(\/|$)/i.test(pathPrefix)) return 'addressPath'
  const { protocol, hostname } = new URL(text)
  return protocol === 'http:' && !isLoopback(hostname) ? 'addressInsecure' : undefined
}

/** Returns whether a host ends in an invalid port. The colons of an IPv6 address don’t count: it stands in brackets. */
function hasBadPort(authority: string): boolean {
  const [, port] = /:([^:\]]*)$/.exec(authority) ?? []
  if (port === undefined || port === '') return false
  return !/^\d+$/.test(port) || Number(port) < 1 || Number(port) > 65535
}

/**
 * Returns whether a host name always means this computer. VS Code requests these three hosts without a proxy, in
 * contrast to other addresses of this computer.
 */
export function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** The number of URLs whose identities are cached: more than anybody has connections. */
const maxCachedIdentities = 1000
const identitiesOfUrls = new Map<string, string>()

/**
 * Returns the same text for different spellings of a base URL, which then count as one service. Text that isn’t a URL
 * is returned as it is. The results are cached, because the identity of each of thousands of pools needs one.
 */
export function serviceIdentity(baseUrl: string): string {
  const cached = identitiesOfUrls.get(baseUrl)
  if (cached !== undefined) return cached
  if (identitiesOfUrls.size >= maxCachedIdentities) identitiesOfUrls.clear()
  const identity = readServiceIdentity(baseUrl)
  identitiesOfUrls.set(baseUrl, identity)
  return identity
}

function readServiceIdentity(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl
  const { protocol, hostname, port, pathname } = new URL(baseUrl)
  const host = isLoopback(hostname) ? 'localhost' : hostname.replace(/\.$/, '')
  return `${protocol}//${host}:${port}${normalizeEscapes(pathname)}`
}

/**
 * Decodes the characters of a path that needn’t be escaped, and writes other escapes in uppercase (RFC 3986, 6.2.2).
 */
function normalizeEscapes(path: string): string {
  return path.replace(/%[\da-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase()
  })
}
