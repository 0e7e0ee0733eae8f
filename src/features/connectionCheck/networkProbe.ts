/**
 * What only a program outside a browser can see of the network. There is one for Node.js, in
 * src/node; where there is none, what it would tell is not tried.
 */
export interface NetworkProbe {
  /** The addresses of a host name. Rejects with an error of Node.js. */
  resolve(host: string): Promise<string[]>
  /**
   * Shakes hands with the host of an https address, directly, and sends nothing. The certificate is
   * told as it is, trusted or not: whether it is, only the real request knows, which VS Code lets
   * trust the system's certificates and its own. Rejects with an error of Node.js.
   */
  handshake(url: URL, signal: AbortSignal): Promise<Certificate>
  /** The variables of the environment. */
  environment(): Readonly<Record<string, string | undefined>>
}

/** The certificate that a host shows. */
export interface Certificate {
  /** Such as `TLSv1.3`. */
  readonly protocol: string
  /** Whom it is for. */
  readonly subject: string
  readonly issuer: string
  /** In epoch ms. */
  readonly validTo: number
  /** Whom the certificates above it are for, as far as the host sends them. */
  readonly chain: readonly string[]
}
