import { isLoopback } from '../../api/baseUrl.ts'

/** The route of requests, as far as settings and environment tell. */
export type ProxyUse =
  | { readonly kind: 'proxy'; readonly address: string; readonly from: ProxySource }
  /** The source has an invalid proxy URL. */
  | { readonly kind: 'unreadable'; readonly from: ProxySource }
  /** A proxy is set, but bypassed for this host. */
  | { readonly kind: 'excepted' }
  /** This computer is reached directly. */
  | { readonly kind: 'loopback' }
  /** `http.proxySupport` is off. */
  | { readonly kind: 'off' }
  | { readonly kind: 'none' }

export type ProxySource = 'setting' | 'environment'

/** VS Code’s proxy settings: `http.proxy` and related ones. */
export interface ProxySettings {
  readonly proxy?: string | undefined
  readonly proxySupport?: string | undefined
  readonly noProxy?: readonly string[] | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

/** Determines the proxy of a URL as VS Code does: settings first, then the environment. */
export function proxyFor(url: URL, settings: ProxySettings, environment: Environment): ProxyUse {
  if (isLoopback(url.hostname)) return { kind: 'loopback' }
  if (settings.proxySupport === 'off') return { kind: 'off' }
  const fromEnvironment = proxyOf(url, environment)
  const proxy = settings.proxy?.trim() || fromEnvironment
  if (!proxy) return { kind: 'none' }
  const inEnvironment = environment['no_proxy'] ?? environment['NO_PROXY'] ?? ''
  const exceptions = settings.noProxy?.length ? settings.noProxy : inEnvironment.split(',')
  if (exceptions.some((exception) => bypasses(exception, url))) return { kind: 'excepted' }
  const from = settings.proxy?.trim() ? 'setting' : 'environment'
  const address = addressOf(proxy)
  return address === undefined ? { kind: 'unreadable', from } : { kind: 'proxy', address, from }
}

function proxyOf(url: URL, environment: Environment): string | undefined {
  const names = ['http_proxy', 'HTTP_PROXY']
  if (url.protocol === 'https:') names.unshift('https_proxy', 'HTTPS_PROXY')
  return names.map((name) => environment[name]?.trim()).find(Boolean)
}

/** Returns a proxy’s URL without user name and password. */
function addressOf(proxy: string): string | undefined {
  const text = /^[\w+.-]+:\/\//.test(proxy) ? proxy : `http://${proxy}`
  if (!URL.canParse(text)) return undefined
  const { protocol, host } = new URL(text)
  return host === '' ? undefined : `${protocol}//${host}`
}

/** Returns whether a bypass rule, such as `*`, `.example.com`, or `example.com:8443`, matches a URL. */
function bypasses(exception: string, { hostname, port, protocol }: URL): boolean {
  const text = exception.trim().toLowerCase()
  if (text === '' || text === '*') return text === '*'
  // An IPv6 address may have no brackets; its last colon doesn’t begin a port.
  const [, name = text, onlyPort] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? []
  const usedPort = port || (protocol === 'https:' ? '443' : '80')
  if (onlyPort !== undefined && onlyPort !== usedPort) return false
  const domain = name.includes(':') ? ipv6(name) : name.replace(/^\*?\./, '')
  return hostname === domain || hostname.endsWith(`.${domain}`)
}

/** Formats an IPv6 address like the host of a URL. */
function ipv6(address: string): string {
  const url = `http://[${address.replace(/^\[|\]$/g, '')}]`
  return URL.canParse(url) ? new URL(url).hostname : address
}
