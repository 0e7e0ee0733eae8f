import { isLoopback } from '../../api/baseUrl.ts'

/** Which way requests to an address take, as far as settings and environment tell. */
export type ProxyUse =
  | { readonly kind: 'proxy'; readonly address: string; readonly from: ProxySource }
  /** The source names one, but in a form that is none. */
  | { readonly kind: 'unreadable'; readonly from: ProxySource }
  /** A proxy is set, but not for this host. */
  | { readonly kind: 'excepted' }
  /** This machine is reached without. */
  | { readonly kind: 'loopback' }
  /** `http.proxySupport` is off. */
  | { readonly kind: 'off' }
  | { readonly kind: 'none' }

export type ProxySource = 'setting' | 'environment'

/** The settings of VS Code that say which proxy there is: `http.proxy` and what goes with it. */
export interface ProxySettings {
  readonly proxy?: string | undefined
  readonly proxySupport?: string | undefined
  readonly noProxy?: readonly string[] | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

/** Finds the proxy of an address as VS Code does: the setting first, then the environment. */
export function proxyFor(url: URL, settings: ProxySettings, environment: Environment): ProxyUse {
  if (isLoopback(url.hostname)) return { kind: 'loopback' }
  if (settings.proxySupport === 'off') return { kind: 'off' }
  const fromEnvironment = proxyOf(url, environment)
  const proxy = settings.proxy?.trim() || fromEnvironment
  if (!proxy) return { kind: 'none' }
  const inEnvironment = environment['no_proxy'] ?? environment['NO_PROXY'] ?? ''
  const exceptions = settings.noProxy?.length ? settings.noProxy : inEnvironment.split(',')
  if (exceptions.some((exception) => excepts(exception, url))) return { kind: 'excepted' }
  const from = settings.proxy?.trim() ? 'setting' : 'environment'
  const address = addressOf(proxy)
  return address === undefined ? { kind: 'unreadable', from } : { kind: 'proxy', address, from }
}

function proxyOf(url: URL, environment: Environment): string | undefined {
  const names = ['http_proxy', 'HTTP_PROXY']
  if (url.protocol === 'https:') names.unshift('https_proxy', 'HTTPS_PROXY')
  return names.map((name) => environment[name]?.trim()).find(Boolean)
}

/** Where a proxy is, without the name and password that may stand before it. */
function addressOf(proxy: string): string | undefined {
  const text = /^[\w+.-]+:\/\//.test(proxy) ? proxy : `http://${proxy}`
  if (!URL.canParse(text)) return undefined
  const { protocol, host } = new URL(text)
  return host === '' ? undefined : `${protocol}//${host}`
}

/** Whether an exception, such as `*`, `.example.com` or `example.com:8443`, is about an address. */
function excepts(exception: string, { hostname, port, protocol }: URL): boolean {
  const text = exception.trim().toLowerCase()
  if (text === '' || text === '*') return text === '*'
  // An IPv6 address may stand without brackets; its last colon begins no port.
  const [, name = text, onlyPort] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? []
  const usedPort = port || (protocol === 'https:' ? '443' : '80')
  if (onlyPort !== undefined && onlyPort !== usedPort) return false
  const domain = name.includes(':') ? ipv6(name) : name.replace(/^\*?\./, '')
  return hostname === domain || hostname.endsWith(`.${domain}`)
}

/** An IPv6 address as the host of a URL has it. */
function ipv6(address: string): string {
  const url = `http://[${address.replace(/^\[|\]$/g, '')}]`
  return URL.canParse(url) ? new URL(url).hostname : address
}
