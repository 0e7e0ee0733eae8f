/**
 * Network diagnostics that browsers don’t allow. src/node has an implementation for Node.js; without one, its
 * checks are skipped.
 */
export interface NetworkProbe {
  /** Resolves a host name. Rejects if that fails. */
  resolve(host: string): Promise<string[]>
  /**
   * Opens a direct TLS connection to the host of an https URL, and sends nothing. Returns its certificate,
   * trusted or not: only the real request knows, because VS Code can trust more certificates. Rejects without
   * a handshake.
   */
  handshake(url: URL, signal: AbortSignal): Promise<Certificate>
  environment(): Readonly<Record<string, string | undefined>>
}

/** The certificate of a host. */
export interface Certificate {
  /** The TLS version, such as `TLSv1.3`. */
  readonly protocol: string
  readonly subject: string
  readonly issuer: string
  /** In epoch ms. */
  readonly validTo: number
  /** The subjects of the issuing certificates, as far as the host sends them. */
  readonly chain: readonly string[]
}
