import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import type { Certificate } from '../unit/api/certificates.ts'
import { serve, serveRaw } from '../unit/api/servers.ts'

/** An API key that every server of a fault repeats where it can, and that no text may contain. */
export const canary = 'canary-key-7f3a9c21'

/** A host whose name has a label too long for DNS: it fails without a request to a resolver, which may not respond. */
export const unresolvableHost = `${'x'.repeat(64)}.invalid`

/** A failure between the client and a service, and how operations end with it (runOverFault.ts). */
export interface Fault {
  name: string
  start: () => Promise<FaultyService>
  /** How listing zones, and deleting a machine pool, ends: `done`, or an error as `describeError` has it. */
  listing: string | RegExp
  deletion: string | RegExp
}

/** A running service with a fault. */
export interface FaultyService {
  baseUrl: string
  /** The texts that arrived at the service. */
  received?: string[]
  /** A certificate that the client must trust, so that it fails for another reason. */
  trustedCertificate?: Certificate
  /** The URL of the proxy to the service. */
  proxy?: string
  /** The requests that arrived where none must. */
  unexpectedRequests?: string[]
}

/** A service with this handler. */
export function respondWith(handler: RequestListener): Fault['start'] {
  return () => serve(handler)
}

/** A service that responds to every request with these bytes, and then calls `then` with the socket. */
export function sendBytes(
  bytes: string,
  then: (socket: Socket) => void = (socket) => socket.end(),
): Fault['start'] {
  return () => {
    const responded = new WeakSet<Socket>()
    return serveRaw((socket) => {
      if (responded.has(socket)) return // the rest of the same request
      responded.add(socket)
      socket.write(bytes, 'latin1', () => then(socket))
    })
  }
}
