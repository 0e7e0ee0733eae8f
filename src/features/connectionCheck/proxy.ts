import * as vscode from 'vscode'
import { isLoopback } from '../../api/baseUrl.ts'
import { failed, notInBrowser, passed, type Quote, type Verdict } from './verdict.ts'

/**
 * What is set about proxies, by setting or environment variable: URLs without user name and password, undefined
 * for what isn’t a URL. Only VS Code knows which proxy it uses for a host.
 */
export type ProxySettings = ReadonlyMap<string, string | undefined>

/** The setting that turns proxies off. */
const supportSetting = 'http.proxySupport'

/** Reads VS Code’s settings and the environment. */
export function readProxySettings(
  settings: { get(name: string): unknown },
  environment: Readonly<Record<string, string | undefined>>,
): ProxySettings {
  const all = { 'http.proxy': settings.get('http.proxy'), ...environment }
  const found = new Map<string, string | undefined>()
  if (settings.get(supportSetting) === 'off') found.set(supportSetting, 'off')
  for (const [name, value] of Object.entries(all)) {
    const text = typeof value === 'string' ? value.trim() : ''
    if (text !== '' && /^(http\.|https?_)proxy$/i.test(name)) found.set(name, proxyAddress(text))
  }
  return found
}

function proxyAddress(proxy: string): string | undefined {
  const text = /^[\w+.-]+:\/\//.test(proxy) ? proxy : `http://${proxy}`
  if (!URL.canParse(text)) return undefined
  const { protocol, host, pathname, search, hash } = new URL(text)
  // A password with a slash: what seems to be the host is part of the secret.
  const isCut = `${pathname}${search}${hash}`.includes('@')
  return host === '' || isCut ? undefined : `${protocol}//${host}`
}

/** Returns whether requests to a service may go through a proxy that is set. */
export function mayBeProxied(baseUrl: string, proxy: ProxySettings | undefined): boolean {
  if (!proxy || proxy.size === 0 || proxy.has(supportSetting)) return false
  return !isLoopback(new URL(baseUrl).hostname)
}

/** Says what is set. */
export function proxyVerdict(proxy: ProxySettings | undefined, quote: Quote): Verdict {
  if (!proxy) return notInBrowser()
  if (proxy.size === 0) {
    return passed(vscode.l10n.t('No proxy is set. VS Code may use the system proxy.'))
  }
  const settings = [...proxy]
  const [wrong] = settings.find(([, value]) => value === undefined) ?? []
  if (wrong !== undefined) {
    return failed(
      vscode.l10n.t('The value of {0} isn’t a valid URL.', wrong),
      vscode.l10n.t('Correct {0}. If it’s an environment variable, restart VS Code.', wrong),
    )
  }
  const list = settings.map(([name, value = '']) => `${name} ${quote(value)}`).join(', ')
  return passed(
    vscode.l10n.t('Proxy settings: {0}. VS Code decides which hosts it uses a proxy for.', list),
  )
}
