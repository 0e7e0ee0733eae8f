import * as vscode from 'vscode'
import type { ApiError } from '../../api/errors.ts'
import type { Certificate } from './networkProbe.ts'
import type { ProxyUse } from './proxy.ts'
import type { Blocker, CheckId, CheckLine, FailDetail, PassDetail, SkipDetail } from './report.ts'
import { hostOf, type Connection } from '../../connections/connection.ts'
import { joinSentences } from '../../texts.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { keyExpiryText } from './keyExpiryText.ts'

/** Escapes external text. */
type Quote = (text: string) => string

/** The display names of the checks. */
export const checkNames: Record<CheckId, string> = {
  address: vscode.l10n.t('DNS'),
  tls: vscode.l10n.t('TLS'),
  proxy: vscode.l10n.t('Proxy'),
  answers: vscode.l10n.t('Response'),
  key: vscode.l10n.t('API key'),
  keyExpiry: vscode.l10n.t('API key expiry'),
  project: vscode.l10n.t('Project'),
  whoAmI: vscode.l10n.t('User info'),
  projects: vscode.l10n.t('Project list'),
  accounts: vscode.l10n.t('Cloud account list'),
  clusters: vscode.l10n.t('Cluster list'),
  regions: vscode.l10n.t('Lists by region'),
  clock: vscode.l10n.t('Clock'),
}

/** The outcomes of checks, with a symbol that doesn’t rely on color. */
const outcomes = {
  pass: { mark: '✓', word: vscode.l10n.t('passed') },
  fail: { mark: '✗', word: vscode.l10n.t('failed') },
  notTried: { mark: '–', word: vscode.l10n.t('skipped') },
}

/** Returns the outcome of a check. */
export function outcomeText({ outcome, found }: CheckLine): { mark: string; word: string } {
  if (found.kind !== 'notOffered') return outcomes[outcome]
  const isDenied = found.error.kind === 'forbidden'
  const word = isDenied ? vscode.l10n.t('access denied') : vscode.l10n.t('not supported')
  return { mark: '–', word }
}

/** Returns one or two sentences for a result. */
export function foundText(line: CheckLine, connection: Connection, quote: Quote): string {
  switch (line.outcome) {
    case 'pass':
      return fineText(line.found, connection, quote)
    case 'fail':
      return faultText(line.found, connection, quote)
    case 'notTried':
      return line.found.kind === 'blocked' ? blockers[line.found.by] : reasons[line.found.kind]
  }
}

function fineText(found: PassDetail, connection: Connection, quote: Quote): string {
  const host = quote(hostOf(connection))
  switch (found.kind) {
    case 'resolves':
      return addressesText(new URL(connection.baseUrl).hostname, found.addresses, quote)
    case 'resolvedByProxy':
      return vscode.l10n.t(
        'The host name doesn’t resolve on this computer, but the service responded. A proxy probably resolves the name.',
      )
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
      return vscode.l10n.t('{0} responded ({1}).', host, found.status)
    case 'accepted':
      return found.organization === undefined
        ? vscode.l10n.t('{0} accepted the API key but didn’t report its organization.', host)
        : vscode.l10n.t(
            '{0} accepted the API key for organization {1}.',
            host,
            quote(found.organization),
          )
    case 'keyExpiry':
      return keyExpiryText(found.expiry)
    case 'project':
      return vscode.l10n.t('The API key has access to project {0}.', quote(found.name))
    case 'offered':
      return vscode.l10n.t('Supported.')
    case 'notOffered':
      return notOfferedText(found.error)
    case 'inStep':
      return toleratedSkewText(found.clockSkewSeconds)
  }
}

function addressesText(name: string, addresses: readonly string[], quote: Quote): string {
  if (addresses.length === 1 && name.includes(addresses[0] ?? '')) {
    return vscode.l10n.t('{0} is an IP address, so no name resolution is needed.', quote(name))
  }
  return vscode.l10n.t('{0} resolves to {1}.', quote(name), addresses.map(quote).join(', '))
}

function faultText(found: FailDetail, connection: Connection, quote: Quote): string {
  const host = quote(hostOf(connection))
  switch (found.kind) {
    case 'unresolved':
      return vscode.l10n.t(
        'Host name {0} doesn’t resolve ({1}).',
        quote(new URL(connection.baseUrl).hostname),
        quote(found.error.code ?? found.error.kind),
      )
    case 'untrusted':
      return joinSentences(
        errorText(found.error, connection, quote),
        found.certificate ? certificateText(found.certificate, quote) : '',
      )
    case 'proxyUnreadable':
      return proxyText(found.use, quote)
    case 'page':
      return vscode.l10n.t('{0} returned a web page ({1}) instead of data.', host, found.status)
    case 'failure':
      return errorText(found.error, connection, quote)
    case 'noKey':
      return vscode.l10n.t('Connection {0} has no API key.', quote(connection.name))
    case 'addressChanged':
      return vscode.l10n.t(
        'The connection’s URL has changed since the API key was set. A key is sent only to the host it was set for.',
      )
    case 'keyForbidden':
      return vscode.l10n.t(
        '{0} doesn’t accept the API key, or the key has no permissions (403).',
        host,
      )
    case 'projectMissing':
      return vscode.l10n.t(
        'The API key has no access to project {0}, or the project doesn’t exist.',
        quote(found.projectUid),
      )
    case 'skewed':
      return skewText(found.clockSkewSeconds)
  }
}

/** Why checks of the sample are skipped. */
export const sampleText = vscode.l10n.t('Sample data comes from Poolkeeper, not from a service.')

const reasons: Record<Exclude<SkipDetail['kind'], 'blocked'>, string> = {
  noProbe: vscode.l10n.t('Can’t be checked from a browser.'),
  sample: sampleText,
  proxyResolves: vscode.l10n.t(
    'The host name doesn’t resolve on this computer. Behind a proxy, it doesn’t have to.',
  ),
  plainHttp: vscode.l10n.t('The URL uses http, so the connection isn’t encrypted.'),
  noLookup: vscode.l10n.t('The requests that this check needs aren’t available.'),
  noAnswer: vscode.l10n.t('The requests that this check needs failed.'),
  incompleteList: vscode.l10n.t('The service’s list couldn’t be loaded completely.'),
  noListedKey: vscode.l10n.t('The service doesn’t list any active API keys for you.'),
  noProject: vscode.l10n.t(
    'No project is set. The cluster list covers every project that the API key has access to. Cloud accounts that belong to a project aren’t listed.',
  ),
  whenNeeded: vscode.l10n.t(
    'Regions and zones are checked when you expand a cloud account, and instance types when you check a file that names them.',
  ),
  noDate: vscode.l10n.t('The service doesn’t report its time.'),
}

/** Why checks were skipped, by the check that has failed. */
const blockers: Record<Blocker, string> = {
  address: vscode.l10n.t('The DNS check failed.'),
  tls: vscode.l10n.t('The TLS check failed.'),
  answers: vscode.l10n.t('The response check failed.'),
  key: vscode.l10n.t('The API key check failed.'),
}

function notOfferedText({ kind, status }: ApiError): string {
  if (kind === 'forbidden')
    return vscode.l10n.t('Access denied for this API key (403). This feature is optional.')
  return kind === 'invalidResponse'
    ? vscode.l10n.t('The response isn’t in a supported format. This feature is optional.')
    : vscode.l10n.t('The service returned {0}. This feature is optional.', status ?? kind)
}

function certificateText(certificate: Certificate, quote: Quote): string {
  const { subject, issuer, validTo, protocol, chain } = certificate
  const above = chain.length > 0 ? ` ← ${chain.map(quote).join(' ← ')}` : ''
  return vscode.l10n.t(
    'Certificate subject: {0}. Issuer: {1}. Valid until: {2}. Protocol: {3}.',
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
        ? vscode.l10n.t('Requests go through {0} (http.proxy setting).', quote(use.address))
        : vscode.l10n.t('Requests go through {0} (environment variable).', quote(use.address))
    case 'unreadable':
      return use.from === 'setting'
        ? vscode.l10n.t('The http.proxy setting isn’t a valid URL.')
        : vscode.l10n.t('The proxy in the environment variables isn’t a valid URL.')
    case 'excepted':
      return vscode.l10n.t('A proxy is set, but this host is excluded from it.')
    case 'loopback':
      return vscode.l10n.t('No proxy is used for services on this computer.')
    case 'off':
      return vscode.l10n.t('No proxy is used because http.proxySupport is “off”.')
    case 'none':
      return vscode.l10n.t('No proxy is set. VS Code may use the system proxy.')
  }
}

function skewText(clockSkewSeconds: number): string {
  const seconds = Math.abs(clockSkewSeconds)
  return clockSkewSeconds > 0
    ? vscode.l10n.t('The service’s clock is {0} s ahead of your computer’s clock.', seconds)
    : vscode.l10n.t('The service’s clock is {0} s behind your computer’s clock.', seconds)
}

function toleratedSkewText(clockSkewSeconds: number): string {
  // The header has a resolution of one second.
  return Math.abs(clockSkewSeconds) <= 1
    ? vscode.l10n.t('The service’s clock matches your computer’s clock.')
    : joinSentences(
        skewText(clockSkewSeconds),
        vscode.l10n.t('The difference is within tolerance.'),
      )
}
