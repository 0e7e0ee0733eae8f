import { selfSigned } from '../unit/api/certificates.ts'
import { deadUrl, serve, serveRaw } from '../unit/api/servers.ts'
import {
  respondWith,
  canary,
  unresolvableHost,
  sendBytes,
  type Fault,
  type FaultyService,
} from './fault.ts'

const serviceAt = (baseUrl: string) => async () => ({ baseUrl })
const leaveOpen = () => {}
const responseHead = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4096\r\nX-Echo: ${canary}\r\n\r\n`
const bodyPart = '{"zones":[{"name":"us-ea'
const jsonHeader = 'Content-Type: application/json'
const socketError = 'unreachable UND_ERR_SOCKET'
const resetError = /^unreachable (ECONNRESET|UND_ERR_SOCKET)$/
const unsureResetError = /^unreachable (ECONNRESET|UND_ERR_SOCKET) unsure$/

function createFault(
  name: string,
  start: Fault['start'],
  listing: Fault['listing'],
  deletion: Fault['deletion'] = listing,
): Fault {
  return { name, start, listing, deletion }
}

/** The connection fails, or breaks. */
const connectionFaults: Fault[] = [
  createFault('refused', async () => ({ baseUrl: await deadUrl() }), 'unreachable ECONNREFUSED'),
  createFault(
    'no such name',
    serviceAt(`https://${unresolvableHost}`),
    /^unreachable (ENOTFOUND|EAI_FAIL)$/,
  ),
  createFault('a port that fetch refuses', serviceAt('http://127.0.0.1:1'), 'unreachable BAD_PORT'),
  createFault(
    'reset before headers',
    sendBytes('', (socket) => socket.resetAndDestroy()),
    resetError,
    unsureResetError,
  ),
  createFault(
    'closed mid-body',
    sendBytes(responseHead + bodyPart),
    socketError,
    'invalidResponse 200 unsure',
  ),
]

/** Only the deadline ends the request. */
const deadlineFaults: Fault[] = [
  createFault(
    'stall within headers',
    sendBytes('HTTP/1.1 200 OK\r\nContent-Ty', leaveOpen),
    'timeout',
    'timeout unsure',
  ),
  createFault(
    'stall mid-body',
    sendBytes(responseHead + bodyPart, leaveOpen),
    'timeout',
    'invalidResponse 200 unsure',
  ),
]

/** The connection is not trusted, so nothing is sent. */
const tlsFaults: Fault[] = [
  createCertificateFault('a self-signed certificate', '127.0.0.1'),
  createCertificateFault('an expired certificate', '127.0.0.1', 'CERT_HAS_EXPIRED', -1),
  createCertificateFault(
    'a certificate of another host',
    '127.0.0.2',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ),
  createFault(
    'no TLS spoken there',
    async () => {
      const { baseUrl, received } = await serve((_, response) => response.end())
      return { baseUrl: baseUrl.replace('http:', 'https:'), unexpectedRequests: received }
    },
    /^tls ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/,
  ),
]

/** The proxy prevents the connection, so nothing is sent. */
const proxyFaults: Fault[] = [
  createFault(
    'a proxy that asks for a password',
    async () => {
      // The proxy alone resolves the name of the service. Nothing is sent before there is a tunnel.
      const { baseUrl, received } = await serveRaw((socket) =>
        socket.end(
          `HTTP/1.1 407 Password\r\nProxy-Authenticate: Basic realm="${canary}"\r\nContent-Length: 2\r\n\r\nno`,
        ),
      )
      return { baseUrl: 'https://service.invalid', proxy: baseUrl, received }
    },
    'unreachable PROXY_407',
  ),
  createFault(
    'no proxy there',
    async () => ({ baseUrl: 'https://service.invalid', proxy: await deadUrl() }),
    'unreachable ECONNREFUSED',
  ),
]

/** The response is not HTTP, or odd, or its body contradicts its headers. */
const responseFaults: Fault[] = [
  createNotHttpFault('an SSH banner', 'SSH-2.0-OpenSSH_9.6\r\n'),
  createNotHttpFault('a header without an end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`),
  createNotHttpFault('the status 000', 'HTTP/1.1 000 Odd\r\nContent-Length: 0\r\n\r\n'),
  createFault(
    'a 204 of type JSON',
    sendBytes('HTTP/1.1 204 No Content\r\nContent-Type: application/json\r\n\r\n'),
    'invalidResponse 204',
    'done',
  ),
  createBodyFault(
    'a Content-Length too short',
    'invalidResponse 200',
    'Content-Length: 5',
    '{"zones":[]}',
    'invalidResponse 200 unsure',
  ),
  createFault(
    'a Content-Length too long',
    sendBytes('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{}'),
    socketError,
    'invalidResponse 200 unsure',
  ),
  createFault(
    'a broken chunk',
    sendBytes('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz'),
    'invalidResponse HTTPParserError',
    'invalidResponse 200 unsure',
  ),
  createBodyFault('an empty body', 'invalidResponse 200', 'Content-Length: 0', ''),
  createBodyFault(
    'broken JSON',
    'invalidResponse 200',
    jsonHeader,
    `${canary} {"zones":[{`,
    'invalidResponse 200 unsure',
  ),
  createBodyFault(
    'JSON of something else',
    'invalidResponse 200',
    jsonHeader,
    `{"zones":"${canary}"}`,
    'invalidResponse 200 unsure',
  ),
  createFault(
    'what is not gzip',
    respondWith((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('rubbish')
    }),
    'invalidResponse Z_DATA_ERROR',
    'invalidResponse 200 unsure',
  ),
]

const kinds = { 401: 'unauthorized', 403: 'forbidden', 404: 'notFound', 409: 'conflict' }
/** A status for each kind of error. */
const statuses = [400, 401, 403, 404, 407, 408, 409, 410, 421, 429, 500, 503, 600]

/** Refusals that repeat the API key. */
const refusals: Fault[] = statuses.map((status): Fault => {
  const start = respondWith((_, response) => {
    response.writeHead(status, `No ${canary}`, { 'X-Echo': canary, 'Content-Type': 'text/plain' })
    response.end(JSON.stringify({ code: '', message: `No:\n${canary}` }))
  })
  // The fetch standard hides a response with this status.
  if (status === 407) return createFault('407', start, 'unreachable', 'unreachable unsure')
  const end = `${getErrorKind(status)} ${status}`
  // A proxy that has waited for the service responds with 408.
  const isUnsure = status >= 500 || status === 408
  return createFault(String(status), start, end, isUnsure ? `${end} unsure` : end)
})

/** Redirects, which the client does not follow. */
const redirects: Fault[] = [
  ...[300, 301, 302, 303, 307, 308].map((status) => {
    const start: Fault['start'] = async () => {
      const target = await serve((_, response) => response.end())
      const { baseUrl } = await redirectTo(status, `${target.baseUrl}/?k=${canary}`)()
      return { baseUrl, unexpectedRequests: target.received }
    }
    const getEnd = (suffix: string) =>
      new RegExp(`^redirected ${status}${suffix} to http://127\\.0\\.0\\.1:\\d+$`)
    // With other statuses, the service may have carried out the request.
    const isUnsure = ![301, 302, 307, 308].includes(status)
    return createFault(
      `${status} to another origin`,
      start,
      getEnd(''),
      getEnd(isUnsure ? ' unsure' : ''),
    )
  }),
  createFault('302 to nowhere', redirectTo(302, undefined), 'redirected 302'),
  createFault('302 to no URL', redirectTo(302, 'http://['), 'redirected 302'),
  createFault(
    '302 with a name and a password in the address',
    redirectTo(302, `https://user:${canary}@other.example/x`),
    'redirected 302 to https://other.example',
  ),
  createFault(
    '302 to a host that is called like the key',
    redirectTo(302, `https://${canary}.example/${canary}`),
    'redirected 302 to https://‹API key›.example',
  ),
]

/** All faults, by kind. */
export const faults = {
  connection: connectionFaults,
  deadline: deadlineFaults,
  secure: tlsFaults,
  proxy: proxyFaults,
  answers: responseFaults,
  refusals,
  redirects,
}

function getErrorKind(status: number): string {
  if (status in kinds) return kinds[status as keyof typeof kinds]
  if (status === 429) return 'rateLimited'
  return status < 500 ? 'rejected' : 'server'
}

/** A bad certificate. With a code, the client trusts its issuer, and fails with that code. */
function createCertificateFault(
  name: string,
  address: string,
  code?: string,
  days?: number,
): Fault {
  const start: Fault['start'] = async () => {
    const certificate = await selfSigned(address, days)
    const { baseUrl, received } = await serve((_, response) => response.end(), certificate)
    const service: FaultyService = { baseUrl, unexpectedRequests: received }
    if (code !== undefined) service.trustedCertificate = certificate
    return service
  }
  // Hosts in which a test can’t set trusted certificates fail because the certificate is self-signed.
  return createFault(name, start, new RegExp(`^tls (${code}|DEPTH_ZERO_SELF_SIGNED_CERT)$`))
}

function createBodyFault(
  name: string,
  listing: string,
  header: string,
  body: string,
  deletion = 'done',
): Fault {
  const headers = `HTTP/1.1 200 OK\r\nX-Echo: ${canary}\r\n${header}`
  return createFault(name, sendBytes(`${headers}\r\n\r\n${body}`), listing, deletion)
}

/** Bytes that are not HTTP. The error code depends on the version of Node.js. */
function createNotHttpFault(name: string, bytes: string): Fault {
  const codes = '(HTTPParserError|HPE_\\w+|UND_ERR_\\w+|ERR_ASSERTION)'
  const getEnd = (suffix: string) => new RegExp(`^invalidResponse ${codes}${suffix}$`)
  return createFault(name, sendBytes(bytes), getEnd(''), getEnd(' unsure'))
}

function redirectTo(status: number, location: string | undefined): Fault['start'] {
  return respondWith((_, response) => {
    response.writeHead(status, location === undefined ? {} : { Location: location })
    response.end('{"zones":[]}')
  })
}
