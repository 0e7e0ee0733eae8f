import * as vscode from 'vscode'
import { needsProject, type ApiError } from '../../api/errors.ts'

export const pathAdvice = vscode.l10n.t(
  'Check the path in the connection’s URL. If “List Zones…” works, the path is correct and the service doesn’t support lists.',
)

/** Returns what to do about a certificate that isn’t trusted. */
export function certificateAdvice({ code = '' }: ApiError): string {
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return vscode.l10n.t(
      'Check your computer’s clock. If it’s right, contact the service administrator.',
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

/** Returns what to do about a failed request. */
export function failureAdvice(error: ApiError): string {
  const { kind, code = '' } = error
  if (needsProject(error)) return vscode.l10n.t('Run “Select Project…”.')
  if (kind === 'unauthorized') {
    return vscode.l10n.t('Run “Set API Key…” to set a valid API key.')
  }
  if (kind === 'redirected' || kind === 'invalidResponse') {
    return vscode.l10n.t('Run “Edit Connections” to correct the URL.')
  }
  if (code === 'ECONNREFUSED' || code === 'BAD_PORT') {
    return vscode.l10n.t(
      'Check the port in the connection’s URL, and check whether the service is running.',
    )
  }
  if (kind === 'unreachable' || kind === 'timeout') {
    return vscode.l10n.t('Check your network, VPN, firewall, and proxy.')
  }
  // No advice to wait, because the same request would be rejected again.
  return kind === 'rejected'
    ? vscode.l10n.t(
        'Check the connection’s URL, including its path and whether it starts with https://. If the URL is right, contact the service administrator.',
      )
    : vscode.l10n.t('Try again later. If the problem persists, contact the service administrator.')
}
