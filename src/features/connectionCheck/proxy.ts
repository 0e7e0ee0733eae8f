import * as vscode from 'vscode'
import { isLoopback } from '../../api/baseUrl.ts'
import type { Environment } from '../../api/keyExposure.ts'
import { failed, notInBrowser, passed, type Quote, type Verdict } from './verdict.ts'

/** What the settings and the environment say about proxies. Only VS Code knows which proxy it uses for a host. */
export interface ProxySettings {
  /** The proxies by name. Values are URLs without user name and password; undefined for what isn’t a URL. */
  readonly proxies: ReadonlyMap<string, string | undefined>
  /** The setting by which VS Code uses no proxy for any request of an extension. */
  readonly disabledBy: string | undefined
  readonly exceptions: ProxyExceptions
}

/** The hosts that are requested without a proxy, as the setting or the environment variable `name` says. */
interface ProxyExceptions {
  readonly name: string
  /** In lowercase, such as `api.example.com:8443`, `.example.com`, or `*`. */
  readonly hosts: readonly string[]
}

/** Reads VS Code’s settings and the environment. */
export function readProxySettings(
  settings: { get(name: string): unknown },
  environment: Environment,
): ProxySettings {
  const values = { 'http.proxy': settings.get('http.proxy'), ...environment }
  const proxies = new Map<string, string | undefined>()
  for (const [name, value] of Object.entries(values)) {
    const text = typeof value === 'string' ? value.trim() : ''
    const isProxy = /^(http\.|https?_)proxy$/i.test(name)
    if (text !== '' && isProxy) proxies.set(name, proxyAddress(text))
  }
  const disabledBy = findDisablingSetting(settings, environment)
  return { proxies, disabledBy, exceptions: readExceptions(settings, environment) }
}

function findDisablingSetting(
  settings: { get(name: string): unknown },
  environment: Environment,
): string | undefined {
  if (settings.get('http.proxySupport') === 'off') return 'http.proxySupport'
  // Without this setting, fetch is that of Node.js, which knows proxies only from the environment, and if told so.
  const usesEnvironment = (environment['NODE_USE_ENV_PROXY'] ?? '') !== ''
  const isUnsupported = settings.get('http.fetchAdditionalSupport') === false && !usesEnvironment
  return isUnsupported ? 'http.fetchAdditionalSupport' : undefined
}

/** Reads the exceptions as VS Code’s proxy agent does: any in the setting replace those of the environment. */
function readExceptions(
  settings: { get(name: string): unknown },
  environment: Environment,
): ProxyExceptions {
  const noProxy = settings.get('http.noProxy')
  if (Array.isArray(noProxy) && noProxy.length > 0) {
    return { name: 'http.noProxy', hosts: noProxy.map(normalizeException) }
  }
  const name = environment['no_proxy'] ? 'no_proxy' : 'NO_PROXY'
  const hosts = (environment[name] ?? '').split(',').map(normalizeException)
  return { name, hosts: hosts.filter((host) => host !== '') }
}

function normalizeException(host: unknown): string {
  return String(host).trim().toLowerCase()
}

/** Returns the URL of a proxy without user name and password; undefined for what isn’t a URL. */
function proxyAddress(proxy: string): string | undefined {
  const hasScheme = /^[\w+.-]+:\/\//.test(proxy)
  const text = hasScheme ? proxy : `http://${proxy}`
  if (!URL.canParse(text)) return undefined
  const { protocol, host, pathname, search, hash } = new URL(text)
  // In a password with a slash, what seems to be the host is part of the secret.
  const isHostSecret = `${pathname}${search}${hash}`.includes('@')
  return host === '' || isHostSecret ? undefined : `${protocol}//${host}`
}

/** Returns whether requests to a service may go through a proxy that is set. */
export function mayBeProxied(baseUrl: string, proxy: ProxySettings | undefined): boolean {
  if (!proxy || proxy.proxies.size === 0 || isLoopback(new URL(baseUrl).hostname)) return false
  return findExclusion(baseUrl, proxy) === undefined
}

/** Returns the setting or variable by which requests to a service use no proxy; undefined if there is none. */
function findExclusion(
  baseUrl: string,
  { disabledBy, exceptions }: ProxySettings,
): string | undefined {
  if (disabledBy !== undefined) return disabledBy
  return exceptions.hosts.some((host) => isExceptionFor(baseUrl, host))
    ? exceptions.name
    : undefined
}

/** Returns whether an exception includes a host: `*` includes all, and a domain its subdomains. A port may follow. */
function isExceptionFor(baseUrl: string, exception: string): boolean {
  if (exception === '*') return true
  const { hostname, port, protocol } = new URL(baseUrl)
  const [name = '', exceptionPort = ''] = exception.split(':')
  if (name === '') return false
  const domain = name.startsWith('.') ? name : `.${name}`
  const servicePort = port || (protocol === 'https:' ? '443' : '80')
  const hasPort = exceptionPort === '' || exceptionPort === servicePort
  return `.${hostname}`.endsWith(domain) && hasPort
}

/** Reports which proxies are set, and what excludes the service from them. */
export function proxyVerdict(
  proxy: ProxySettings | undefined,
  baseUrl: string,
  quote: Quote,
): Verdict {
  if (!proxy) return notInBrowser()
  if (proxy.proxies.size === 0) {
    return passed(vscode.l10n.t('No proxy is set. VS Code may use the system proxy.'))
  }
  const proxies = [...proxy.proxies]
  const list = proxies.map(([name, value = '']) => `${name} ${quote(value)}`.trim()).join(', ')
  const exclusion = findExclusion(baseUrl, proxy)
  if (exclusion !== undefined) {
    return passed(
      vscode.l10n.t(
        'Proxy settings: {0}. Requests to this service don’t use a proxy because of {1}.',
        list,
        exclusion,
      ),
    )
  }
  const [invalidName] = proxies.find(([, value]) => value === undefined) ?? []
  if (invalidName !== undefined) {
    return failed(
      vscode.l10n.t('The value of {0} isn’t a valid URL.', invalidName),
      vscode.l10n.t('Correct {0}. If it’s an environment variable, restart VS Code.', invalidName),
    )
  }
  return passed(
    vscode.l10n.t('Proxy settings: {0}. VS Code decides which hosts it uses a proxy for.', list),
  )
}
