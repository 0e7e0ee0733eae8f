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

/** Runs something with certificates trusted beside those of the system. */
export async function trusting(certificates: Certificate[], run: () => Promise<void>) {
  const before = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...before, ...certificates.map(({ cert }) => cert)])
  try {
    await run()
  } finally {
    tls.setDefaultCACertificates(before)
  }
}
