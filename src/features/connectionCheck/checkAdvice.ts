import * as vscode from 'vscode'
import { hiddenByBrowser } from '../../api/browser.ts'
import { needsProject, type ApiError } from '../../api/errors.ts'
import type { CheckLine, Fault, Reason } from './report.ts'

/** What to do about what was found; undefined where there is nothing to do. */
export function adviceText({ outcome, found }: CheckLine): string | undefined {
  if (outcome === 'fail') return faultAdvice(found)
  return outcome === 'notTried' ? reasonAdvice(found) : undefined
}

function faultAdvice(found: Fault): string {
  switch (found.kind) {
    case 'unresolved':
      return vscode.l10n.t(
        'Check the host in the connection’s address, the network and the VPN. Behind a proxy, set http.proxy.',
      )
    case 'untrusted':
      return certificateAdvice(found.error)
    case 'proxyUnreadable':
      return found.use.kind === 'unreadable' && found.use.from === 'setting'
        ? vscode.l10n.t('Correct the setting http.proxy.')
        : vscode.l10n.t('Correct HTTPS_PROXY or HTTP_PROXY in the environment of VS Code.')
    case 'page':
      if (found.status === 404) return pathAdvice()
      return found.status === 400
        ? rejectedAdvice()
        : vscode.l10n.t(
            'Check the path in the connection’s address, and whether a login page stands before the service.',
          )
    case 'failure':
      return failureAdvice(found.error)
    case 'noKey':
    case 'addressChanged':
      return vscode.l10n.t('Run “Set API Key…”.')
    case 'keyForbidden':
      return found.hasProject
        ? vscode.l10n.t(
            'Run “Set API Key…” to set a valid API key. If it’s valid, check the project of the connection, or ask an administrator for the permissions that the API key needs.',
          )
        : vscode.l10n.t(
            'Run “Set API Key…” to set a valid API key. If it’s valid, ask an administrator for the permissions that it needs.',
          )
    case 'projectMissing':
      return vscode.l10n.t('Correct or remove the project’s uid: run “Edit Connections”.')
    case 'skewed':
      return vscode.l10n.t('Set this machine’s clock, or tell who runs the service.')
  }
}

function reasonAdvice(reason: Reason): string | undefined {
  if (reason.kind !== 'noLookup') return undefined
  return reason.isAllNotFound
    ? pathAdvice()
    : vscode.l10n.t('Run “List Zones…” to see whether it works.')
}

function pathAdvice(): string {
  return vscode.l10n.t(
    'Check the path in the connection’s address. If List Zones works all the same, the service just offers no lookups.',
  )
}

/** Never to wait: the same request would be rejected again. */
function rejectedAdvice(): string {
  return vscode.l10n.t(
    'Check the connection’s URL: its path, and whether it starts with https://. If it’s right, contact the service administrator.',
  )
}

function certificateAdvice({ code = '' }: ApiError): string {
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return vscode.l10n.t('Check this machine’s clock; else who runs the service must renew it.')
  }
  if (/ALTNAME|HOSTNAME/.test(code)) {
    return vscode.l10n.t('The certificate is for another host: correct the connection’s address.')
  }
  return /SELF_SIGNED|UNABLE_TO|CERT_|INVALID_CA/.test(code)
    ? vscode.l10n.t(
        'If you trust the issuer, add its certificate to your operating system’s trust store, and then restart VS Code.',
      )
    : vscode.l10n.t('Check the port in the connection’s address: it may not speak TLS.')
}

function failureAdvice(error: ApiError): string {
  const { kind, code = '' } = error
  if (needsProject(error)) return vscode.l10n.t('Run “Select Project…”.')
  if (kind === 'unauthorized') {
    return vscode.l10n.t('Get a key that is valid, then run “Set API Key…”.')
  }
  if (kind === 'redirected' || kind === 'invalidResponse') {
    return vscode.l10n.t('Correct the connection’s address: run “Edit Connections”.')
  }
  if (kind === 'unreachable' && code === hiddenByBrowser) {
    return vscode.l10n.t(
      'Check the address and the network. If others reach the service from here, ask who runs it to allow requests from this web page (CORS), or use VS Code on the desktop.',
    )
  }
  if (kind === 'unreachable') {
    return code === 'ECONNREFUSED' || code === 'BAD_PORT'
      ? vscode.l10n.t('Check the port in the connection’s address, and whether the service runs.')
      : vscode.l10n.t('Check the network, the VPN, the firewall and the proxy.')
  }
  if (kind === 'rejected') return rejectedAdvice()
  return kind === 'timeout'
    ? vscode.l10n.t('Check the VPN, the firewall and the proxy; else the service is slow.')
    : vscode.l10n.t('Try again later, or tell who runs the service.')
}
