import { generate } from 'selfsigned'
import * as tls from 'node:tls'

/** A certificate and its key, in PEM. */
export interface Certificate {
  cert: string
  key: string
}

/** Makes a self-signed certificate for an address, valid from yesterday until `days` from now. */
export async function selfSigned(address: string, days = 1): Promise<Certificate> {
  const day = 24 * 60 * 60 * 1000
  const { cert, private: key } = await generate([{ name: 'commonName', value: address }], {
    algorithm: 'sha256',
    keyType: 'ec',
    notBeforeDate: new Date(Date.now() - 10 * day),
    notAfterDate: new Date(Date.now() + days * day),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: address }] }],
  })
  return { cert, key }
}

/** Runs something with certificates trusted beside those of the system, where a host can do that. */
export async function trusting<T>(certificates: Certificate[], run: () => Promise<T>): Promise<T> {
  if (certificates.length === 0 || !('setDefaultCACertificates' in tls)) return run()
  const before = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...before, ...certificates.map(({ cert }) => cert)])
  try {
    return await run()
  } finally {
    tls.setDefaultCACertificates(before)
  }
}
