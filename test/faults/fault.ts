import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import type { Certificate } from '../unit/api/certificates.ts'
import { serve, serveRaw } from '../unit/api/servers.ts'

/** A key that every server of a fault repeats where it can, and that nobody must ever see. */
export const canary = 'canary-key-7f3a9c21'

/** A host whose name has a label too long for DNS: it is found by nobody, and no resolver is asked, who may not answer. */
export const unresolvableHost = `${'x'.repeat(64)}.invalid`

/** Something that goes wrong between us and a service, and how an operation then ends (ends.ts). */
export interface Fault {
  name: string
  start: () => Promise<FaultyService>
  /** How listing zones ends, and how a deletion does. */
  listing: string | RegExp
  deletion: string | RegExp
}

/** A service that is in trouble. */
export interface FaultyService {
  baseUrl: string
  /** What arrived. */
  received?: string[]
  /** A certificate that is to be trusted, so that only what else is wrong with it counts. */
  trustedCertificate?: Certificate
  /** The address of a proxy on the way. */
  proxy?: string
  /** What arrived where nothing must. */
  unexpectedRequests?: string[]
}

/** A service that answers every request so. */
export function respondWith(handler: RequestListener): Fault['start'] {
  return () => serve(handler)
}

/** A service that answers every request with these bytes, and then does something to the socket. */
export function sendBytes(
  bytes: string,
  then: (socket: Socket) => void = (socket) => socket.end(),
): Fault['start'] {
  return () => {
    const answered = new WeakSet<Socket>()
    return serveRaw((socket) => {
      if (answered.has(socket)) return // the rest of the same request
      answered.add(socket)
      socket.write(bytes, 'latin1', () => then(socket))
    })
  }
}
