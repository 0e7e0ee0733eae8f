import type { Environment } from '../../api/keyExposure.ts'

/**
 * Network diagnostics that browsers don’t allow. src/node has an implementation for Node.js; without one, its
 * checks are skipped.
 */
export interface NetworkProbe {
  /** Resolves a host name. Rejects if that fails. */
  resolve(host: string): Promise<string[]>
  /**
   * Opens a direct TLS connection to the host of an https URL, and sends nothing. Returns its certificate, trusted or
   * not. Rejects without a handshake.
   */
  handshake(url: URL, signal: AbortSignal): Promise<Certificate>
  /** Returns the environment variables at present. */
  environment(): Environment
}

/** The certificate of a host. */
export interface Certificate {
  /** Whether Node.js trusts the certificate for this host, with the certificates that VS Code adds. */
  readonly isTrusted: boolean
  /** The TLS version, such as `TLSv1.3`. */
  readonly protocol: string
  readonly subject: string
  readonly issuer: string
  /** In epoch ms. */
  readonly validTo: number
  /** The subjects of the issuing certificates, as far as the host sends them. */
  readonly chain: readonly string[]
}
