import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import {
  connect,
  type ConnectionOptions,
  type DetailedPeerCertificate,
  type TLSSocket,
} from 'node:tls'
import type { Certificate, NetworkProbe } from '../features/connectionCheck/networkProbe.ts'

/** The network diagnostics of Node.js. */
export const networkProbe: NetworkProbe = {
  async resolve(host) {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  },

  handshake(url, signal) {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const options: ConnectionOptions = {
      host,
      port: Number(url.port) || 443,
      // Untrusted certificates are accepted to report them. Nothing is sent or read over this connection.
      rejectUnauthorized: false,
    }
    if (isIP(host) === 0) options.servername = host
    return new Promise((resolve, reject) => {
      const socket = connect(options)
      const hangUp = () => socket.destroy()
      signal.addEventListener('abort', hangUp, { once: true })
      if (signal.aborted) hangUp()
      socket
        .once('secureConnect', () => {
          resolve(readCertificate(socket))
          hangUp()
        })
        .on('error', reject)
        .once('close', () => {
          signal.removeEventListener('abort', hangUp)
          reject(new Error('No handshake')) // no effect after a handshake
        })
    })
  },

  environment: () => process.env,
}

/** A host may send certificates that issue each other in a circle. */
const maxChainLength = 10

function readCertificate(socket: TLSSocket): Certificate {
  const certificate = socket.getPeerCertificate(true)
  const chain: string[] = []
  let issued = certificate
  // A root certificate is its own issuer. Certificates that the host doesn’t send are missing.
  const isRoot = ({ issuerCertificate, fingerprint256 }: DetailedPeerCertificate) =>
    !issuerCertificate || issuerCertificate.fingerprint256 === fingerprint256
  while (!isRoot(issued) && chain.length < maxChainLength) {
    issued = issued.issuerCertificate
    chain.push(readName(issued.subject))
  }
  return {
    isTrusted: socket.authorized,
    protocol: socket.getProtocol() ?? '',
    subject: readName(certificate.subject) || (certificate.subjectaltname ?? ''),
    issuer: readName(certificate.issuer),
    validTo: Date.parse(certificate.valid_to),
    chain,
  }
}

/** Returns a name in a certificate, whose parts may be missing or repeated. */
function readName(name: Partial<DetailedPeerCertificate['subject']> | undefined): string {
  return [name?.CN ?? name?.O ?? ''].flat().join(', ')
}
