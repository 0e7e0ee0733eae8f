import * as vscode from 'vscode'
import { hiddenByBrowser } from '../../api/browser.ts'
import { needsProject, type ApiError } from '../../api/errors.ts'
import type { CheckLine, FailDetail } from './report.ts'

/** Returns the advice for a result, if any. */
export function adviceText({ outcome, found }: CheckLine): string | undefined {
  if (outcome === 'fail') return faultAdvice(found)
  if (found.kind !== 'noLookup') return undefined
  return found.isAllNotFound
    ? pathAdvice
    : vscode.l10n.t('Run “List Zones…” to test the connection.')
}

function faultAdvice(found: FailDetail): string {
  switch (found.kind) {
    case 'unresolved':
      return vscode.l10n.t(
        'Check the host name in the connection’s URL, your network, and your VPN. If you’re behind a proxy, configure the http.proxy setting.',
      )
    case 'untrusted':
      return certificateAdvice(found.error)
    case 'proxyUnreadable':
      return found.use.kind === 'unreadable' && found.use.from === 'setting'
        ? vscode.l10n.t('Correct the http.proxy setting.')
        : vscode.l10n.t(
            'Correct the HTTPS_PROXY or HTTP_PROXY environment variable, and then restart VS Code.',
          )
    case 'page':
      if (found.status === 404) return pathAdvice
      return found.status === 400
        ? rejectedAdvice
        : vscode.l10n.t(
            'Check the path in the connection’s URL, and check whether a sign-in page is in front of the service.',
          )
    case 'failure':
      return failureAdvice(found.error)
    case 'noKey':
    case 'addressChanged':
      return vscode.l10n.t('Run “Set API Key…”.')
    case 'keyForbidden':
      return found.hasProject
        ? vscode.l10n.t(
            'Run “Set API Key…” to set a valid API key. If the current key is valid, check the project of the connection, or ask an administrator for the permissions that the key needs.',
          )
        : vscode.l10n.t(
            'Run “Set API Key…” to set a valid API key. If the current key is valid, ask an administrator for the permissions that it needs.',
          )
    case 'projectMissing':
      return vscode.l10n.t('Run “Select Project…” to select another project.')
    case 'skewed':
      return vscode.l10n.t(
        'Correct your computer’s clock. If it’s right, contact the service administrator.',
      )
  }
}

const pathAdvice = vscode.l10n.t(
  'Check the path in the connection’s URL. If “List Zones…” works, the path is correct and the service doesn’t support lists.',
)

/** Never advises waiting, because the same request would be rejected again. */
const rejectedAdvice = vscode.l10n.t(
  'Check the connection’s URL, including its path and whether it starts with https://. If the URL is right, contact the service administrator.',
)

function certificateAdvice({ code = '' }: ApiError): string {
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return vscode.l10n.t(
      'Check your computer’s clock. If it’s right, ask the service administrator to replace the certificate.',
    )
  }
  if (/ALTNAME|HOSTNAME/.test(code)) {
    return vscode.l10n.t(
      'The certificate was issued for a different host. Correct the connection’s URL.',
    )
  }
  if (/SELF_SIGNED|UNABLE_TO|CERT_UNTRUSTED|INVALID_CA/.test(code)) {
    return vscode.l10n.t(
      'If you trust the issuer, add its certificate to your operating system’s trust store, and then restart VS Code.',
    )
  }
  // Revoked, for example: trust in the issuer wouldn’t help.
  return code.startsWith('CERT_')
    ? vscode.l10n.t('Ask the service administrator to replace the certificate.')
    : vscode.l10n.t(
        'Check the port in the connection’s URL. The service may not use TLS on this port.',
      )
}

function failureAdvice(error: ApiError): string {
  const { kind, code = '' } = error
  if (needsProject(error)) return vscode.l10n.t('Run “Select Project…”.')
  if (kind === 'unauthorized') {
    return vscode.l10n.t('Get a valid API key, and then run “Set API Key…”.')
  }
  if (kind === 'redirected' || kind === 'invalidResponse') {
    return vscode.l10n.t('Run “Edit Connections” to correct the URL.')
  }
  if (kind === 'unreachable' && code === hiddenByBrowser) {
    return vscode.l10n.t(
      'Check the URL and your network connection. If the service is reachable from your network, ask its administrator to allow requests from this web page (CORS), or use VS Code Desktop.',
    )
  }
  if (kind === 'unreachable') {
    return code === 'ECONNREFUSED' || code === 'BAD_PORT'
      ? vscode.l10n.t(
          'Check the port in the connection’s URL, and check whether the service is running.',
        )
      : vscode.l10n.t('Check your network, VPN, firewall, and proxy.')
  }
  if (kind === 'rejected') return rejectedAdvice
  return kind === 'timeout'
    ? vscode.l10n.t(
        'Check your VPN, firewall, and proxy. If they’re fine, the service may be slow to respond.',
      )
    : vscode.l10n.t('Try again later. If the problem persists, contact the service administrator.')
}
