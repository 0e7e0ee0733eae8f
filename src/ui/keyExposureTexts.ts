import * as vscode from 'vscode'
import type { KeyExposure } from '../api/keyExposure.ts'

/**
 * Returns why a request was not sent because it would have exposed the key; undefined for another code of an error.
 */
export function keyExposureText(code: string | undefined, host: string): string | undefined {
  switch (code as KeyExposure | undefined) {
    case 'CERTIFICATES_NOT_VALIDATED':
      return vscode.l10n.t(
        'Nothing was sent to {0} because the environment variable NODE_TLS_REJECT_UNAUTHORIZED turns off the verification of certificates.',
        host,
      )
    case 'HTTP_OVER_PROXY':
      return vscode.l10n.t(
        'Nothing was sent to {0} because Node.js would send the API key unencrypted to the proxy in the environment variables (NODE_USE_ENV_PROXY).',
        host,
      )
    case undefined:
      return undefined
  }
}

/** Returns what to do if a request was not sent because it would have exposed the key; undefined for another code. */
export function keyExposureAdvice(code: string | undefined): string | undefined {
  switch (code as KeyExposure | undefined) {
    case 'CERTIFICATES_NOT_VALIDATED':
      return vscode.l10n.t(
        'Remove the environment variable NODE_TLS_REJECT_UNAUTHORIZED and restart VS Code. If you didn’t set the variable, find and disable the extension that sets it.',
      )
    case 'HTTP_OVER_PROXY':
      return vscode.l10n.t('Add the host to the environment variable NO_PROXY and restart VS Code.')
    case undefined:
      return undefined
  }
}
