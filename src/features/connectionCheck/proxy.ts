import * as vscode from 'vscode'
import { isLoopback } from '../../api/baseUrl.ts'
import type { Environment } from '../../api/keyExposure.ts'
import { failed, notInBrowser, passed, type Quote, type Verdict } from './verdict.ts'

/**
 * The settings and environment variables about proxies, by name. Values are URLs without user name and password; undefined
 * for what isn’t a URL. Only VS Code knows which proxy it uses for a host.
 */
export type ProxySettings = ReadonlyMap<string, string | undefined>

/** The setting that turns proxies off. */
const supportSetting = 'http.proxySupport'

/** Reads VS Code’s settings and the environment. */
export function readProxySettings(
  settings: { get(name: string): unknown },
  environment: Environment,
): ProxySettings {
  const values = { 'http.proxy': settings.get('http.proxy'), ...environment }
  const proxySettings = new Map<string, string | undefined>()
  if (settings.get(supportSetting) === 'off') proxySettings.set(supportSetting, 'off')
  for (const [name, value] of Object.entries(values)) {
    const text = typeof value === 'string' ? value.trim() : ''
    const isProxy = /^(http\.|https?_)proxy$/i.test(name)
    if (text !== '' && isProxy) proxySettings.set(name, proxyAddress(text))
  }
  return proxySettings
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
  if (!proxy || proxy.size === 0 || proxy.has(supportSetting)) return false
  return !isLoopback(new URL(baseUrl).hostname)
}

/** Reports which proxies are set. */
export function proxyVerdict(proxy: ProxySettings | undefined, quote: Quote): Verdict {
  if (!proxy) return notInBrowser()
  if (proxy.size === 0) {
    return passed(vscode.l10n.t('No proxy is set. VS Code may use the system proxy.'))
  }
  const settings = [...proxy]
  const [invalidName] = settings.find(([, value]) => value === undefined) ?? []
  if (invalidName !== undefined) {
    return failed(
      vscode.l10n.t('The value of {0} isn’t a valid URL.', invalidName),
      vscode.l10n.t('Correct {0}. If it’s an environment variable, restart VS Code.', invalidName),
    )
  }
  const texts = settings.map(([name, value = '']) => `${name} ${quote(value)}`)
  return passed(
    vscode.l10n.t(
      'Proxy settings: {0}. VS Code decides which hosts it uses a proxy for.',
      texts.join(', '),
    ),
  )
}
