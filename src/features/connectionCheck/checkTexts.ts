import * as vscode from 'vscode'
import type { ApiError } from '../../api/errors.ts'
import type { Certificate } from './networkProbe.ts'
import type { ProxyUse } from './proxy.ts'
import type { Blocker, CheckId, CheckLine, Fault, Fine, Reason } from './report.ts'
import { hostOf, type Connection } from '../../connections/connection.ts'
import { errorText } from '../../ui/errorTexts.ts'

/** Makes a text from outside fit for where the words stand. */
type Quote = (text: string) => string

/** The name of a check. */
export function checkName(id: CheckId): string {
  switch (id) {
    case 'address':
      return vscode.l10n.t('Address')
    case 'tls':
      return vscode.l10n.t('TLS')
    case 'proxy':
      return vscode.l10n.t('Proxy')
    case 'answers':
      return vscode.l10n.t('Answer')
    case 'key':
      return vscode.l10n.t('API key')
    case 'project':
      return vscode.l10n.t('Project')
    case 'whoAmI':
      return vscode.l10n.t('Lookup of the user')
    case 'projects':
      return vscode.l10n.t('Lookup of projects')
    case 'accounts':
      return vscode.l10n.t('Lookup of cloud accounts')
    case 'clusters':
      return vscode.l10n.t('Lookup of clusters')
    case 'regions':
      return vscode.l10n.t('Lookup of regions and zones')
    case 'clock':
      return vscode.l10n.t('Clock')
  }
}

/** What came of a check, with a mark that needs no color. */
export function outcomeText({ outcome, found }: CheckLine): { mark: string; word: string } {
  if (found.kind === 'notOffered') return { mark: '–', word: vscode.l10n.t('not offered') }
  switch (outcome) {
    case 'pass':
      return { mark: '✓', word: vscode.l10n.t('passed') }
    case 'fail':
      return { mark: '✗', word: vscode.l10n.t('failed') }
    case 'notTried':
      return { mark: '–', word: vscode.l10n.t('not tried') }
  }
}

/** What was found, in a sentence or two. */
export function foundText(line: CheckLine, connection: Connection, quote: Quote): string {
  switch (line.outcome) {
    case 'pass':
      return fineText(line.found, connection, quote)
    case 'fail':
      return faultText(line.found, connection, quote)
    case 'notTried':
      return reasonText(line.found)
  }
}

function fineText(found: Fine, connection: Connection, quote: Quote): string {
  const host = quote(hostOf(connection))
  switch (found.kind) {
    case 'resolves':
      return addressesText(new URL(connection.baseUrl).hostname, found.addresses, quote)
    case 'resolvedByProxy':
      return vscode.l10n.t('The name does not resolve on this machine, but on the way there.')
    case 'trusted':
      return found.certificate
        ? vscode.l10n.t(
            'The certificate is trusted. {0}',
            certificateText(found.certificate, quote),
          )
        : vscode.l10n.t('The certificate is trusted.')
    case 'proxy':
      return proxyText(found.use, quote)
    case 'answers':
      return vscode.l10n.t('{0} answers ({1}).', host, found.status)
    case 'accepted':
      return found.organization === undefined
        ? vscode.l10n.t('{0} accepts it. It does not say whose it is.', host)
        : vscode.l10n.t('{0} accepts it, for organization {1}.', host, quote(found.organization))
    case 'project':
      return vscode.l10n.t('The key can use project {0}.', quote(found.name))
    case 'offered':
      return vscode.l10n.t('Offered.')
    case 'notOffered':
      return notOfferedText(found.error)
    case 'inStep':
      return toleratedSkewText(found.clockSkewSeconds)
  }
}

function addressesText(name: string, addresses: readonly string[], quote: Quote): string {
  if (addresses.length === 1 && name.includes(addresses[0] ?? '')) {
    return vscode.l10n.t('{0} is an address that needs no name.', quote(name))
  }
  return vscode.l10n.t('{0} is at {1}.', quote(name), addresses.map(quote).join(', '))
}

function faultText(found: Fault, connection: Connection, quote: Quote): string {
  const host = quote(hostOf(connection))
  switch (found.kind) {
    case 'unresolved':
      return vscode.l10n.t(
        'The name {0} does not resolve ({1}).',
        quote(new URL(connection.baseUrl).hostname),
        quote(found.error.code ?? found.error.kind),
      )
    case 'untrusted':
      return found.certificate
        ? `${errorText(found.error, connection, quote)} ${certificateText(found.certificate, quote)}`
        : vscode.l10n.t(
            'No trusted connection to {0} was made ({1}).',
            host,
            quote(found.error.code ?? 'TLS'),
          )
    case 'proxyUnreadable':
      return proxyText(found.use, quote)
    case 'page':
      return vscode.l10n.t(
        '{0} answers with a page for people ({1}), not with data.',
        host,
        found.status,
      )
    case 'failure':
      return errorText(found.error, connection, quote)
    case 'noKey':
      return vscode.l10n.t('Connection {0} has no API key.', quote(connection.name))
    case 'addressChanged':
      return vscode.l10n.t(
        'The address has changed since the key was set. A key is sent only to the address it was set for.',
      )
    case 'keyForbidden':
      return vscode.l10n.t(
        '{0} doesn’t accept the API key, or the key has no permissions (403).',
        host,
      )
    case 'projectMissing':
      return vscode.l10n.t(
        'Project {0} is not among those that the key can use.',
        quote(found.projectUid),
      )
    case 'skewed':
      return skewText(found.clockSkewSeconds)
  }
}

function reasonText(found: Reason): string {
  switch (found.kind) {
    case 'blocked':
      return blockedText(found.by)
    case 'noProbe':
      return vscode.l10n.t('In a browser this cannot be seen.')
    case 'proxyResolves':
      return vscode.l10n.t('The name does not resolve on this machine; behind a proxy it need not.')
    case 'plainHttp':
      return vscode.l10n.t('The address is plain http, so nothing is encrypted.')
    case 'noLookup':
      return vscode.l10n.t('The lookups that would show it are not offered.')
    case 'noAnswer':
      return vscode.l10n.t('The lookups that would show it failed.')
    case 'noProject':
      return vscode.l10n.t('None is set, so requests are for all that the key can use.')
    case 'whenNeeded':
      return vscode.l10n.t('Asked when you open a cloud account.')
    case 'noDate':
      return vscode.l10n.t('The service does not tell its time.')
  }
}

function blockedText(by: Blocker): string {
  switch (by) {
    case 'address':
      return vscode.l10n.t('The address comes first.')
    case 'tls':
      return vscode.l10n.t('A trusted connection comes first.')
    case 'answers':
      return vscode.l10n.t('An answer comes first.')
    case 'key':
      return vscode.l10n.t('An API key that is accepted comes first.')
  }
}

function notOfferedText({ kind, status }: ApiError): string {
  if (kind === 'forbidden') return vscode.l10n.t('Not for this key (403). You type instead.')
  return kind === 'invalidResponse'
    ? vscode.l10n.t('Its answer cannot be read. You type instead.')
    : vscode.l10n.t('The service does not have it ({0}). You type instead.', status ?? kind)
}

function certificateText(certificate: Certificate, quote: Quote): string {
  const { subject, issuer, validTo, protocol, chain } = certificate
  const above = chain.length > 0 ? ` ← ${chain.map(quote).join(' ← ')}` : ''
  return vscode.l10n.t(
    'It is for {0}, issued by {1}, valid until {2} ({3}).',
    `${quote(subject)}${above}`,
    quote(issuer),
    Number.isNaN(validTo) ? '?' : new Date(validTo).toISOString().slice(0, 10),
    quote(protocol),
  )
}

function proxyText(use: ProxyUse, quote: Quote): string {
  switch (use.kind) {
    case 'proxy':
      return use.from === 'setting'
        ? vscode.l10n.t('Requests go through {0}, as http.proxy says.', quote(use.address))
        : vscode.l10n.t('Requests go through {0}, as the environment says.', quote(use.address))
    case 'unreadable':
      return use.from === 'setting'
        ? vscode.l10n.t('The setting http.proxy is no address.')
        : vscode.l10n.t('The environment names a proxy that is no address.')
    case 'excepted':
      return vscode.l10n.t('One is set, but not for this host.')
    case 'loopback':
      return vscode.l10n.t('None is used for this machine.')
    case 'off':
      return vscode.l10n.t('None is used: http.proxySupport is off.')
    case 'none':
      return vscode.l10n.t('None is set. VS Code may use the system’s.')
  }
}

function skewText(clockSkewSeconds: number): string {
  const seconds = Math.abs(clockSkewSeconds)
  return clockSkewSeconds > 0
    ? vscode.l10n.t('The service’s clock is {0} s ahead of your computer’s clock.', seconds)
    : vscode.l10n.t('The service’s clock is {0} s behind your computer’s clock.', seconds)
}

function toleratedSkewText(clockSkewSeconds: number): string {
  const seconds = Math.abs(clockSkewSeconds)
  if (seconds <= 1) {
    // the header has whole seconds
    return vscode.l10n.t('The service’s clock matches your computer’s clock.')
  }
  return clockSkewSeconds > 0
    ? vscode.l10n.t(
        'The service’s clock is {0} s ahead of your computer’s clock, which is within tolerance.',
        seconds,
      )
    : vscode.l10n.t(
        'The service’s clock is {0} s behind your computer’s clock, which is within tolerance.',
        seconds,
      )
}
