import type { Socket } from 'node:net'
import { selfSigned, type Certificate } from '../unit/api/certificates.ts'
import { deadUrl, serve, serveRaw } from '../unit/api/servers.ts'
import { answering, canary, sending, type Fault } from './fault.ts'

const nowhere = (baseUrl: string) => async () => ({ baseUrl })
const leaveOpen = () => {}
const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4096\r\nX-Echo: ${canary}\r\n\r\n`
const part = '{"zones":[{"name":"us-ea'
const json = 'Content-Type: application/json'
const cut = 'unreachable UND_ERR_SOCKET'
const reset = /^unreachable (ECONNRESET|UND_ERR_SOCKET)$/
const unsureReset = /^unreachable (ECONNRESET|UND_ERR_SOCKET) unsure$/

/** No connection, or one that breaks. */
const connection: Fault[] = [
  {
    name: 'refused',
    start: async () => ({ baseUrl: await deadUrl() }),
    read: 'unreachable ECONNREFUSED',
  },
  {
    name: 'no such name',
    start: nowhere('https://no-such-host.invalid'),
    read: /^unreachable (ENOTFOUND|EAI_AGAIN)$/,
  },
  {
    name: 'a port that fetch never connects to',
    start: nowhere('http://127.0.0.1:1'),
    read: 'unreachable BAD_PORT',
  },
  {
    name: 'reset before headers',
    start: sending('', (socket) => socket.resetAndDestroy()),
    read: reset,
    deletion: unsureReset,
  },
  broken(
    'a 101 that nobody asked for',
    'HTTP/1.1 101 Odd\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
  ),
  {
    name: 'reset mid-body',
    start: sending(head + part, (socket) => socket.resetAndDestroy()),
    read: reset,
    // It overtakes what was sent before it, or not.
    deletion: new RegExp(`^done$|${unsureReset.source}`),
  },
  { name: 'closed mid-body', start: sending(head + part), read: cut, deletion: 'done' },
]

/** What has no end but the deadline. */
const deadline: Fault[] = [
  {
    name: 'stall within headers',
    start: sending('HTTP/1.1 200 OK\r\nContent-Ty', leaveOpen),
    read: 'timeout',
    deletion: 'timeout unsure',
  },
  {
    name: 'stall mid-body',
    start: sending(head + part, leaveOpen),
    read: 'timeout',
    deletion: 'done',
  },
]

/** No trusted connection: nothing is sent. */
const secure: Fault[] = [
  secured('a self-signed certificate', () => selfSigned('127.0.0.1'), false),
  secured('an expired certificate', () => selfSigned('127.0.0.1', -1), true, 'CERT_HAS_EXPIRED'),
  secured(
    'a certificate of another host',
    () => selfSigned('127.0.0.2'),
    true,
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ),
  secured(
    'no common version of TLS',
    async () => ({
      ...(await selfSigned('127.0.0.1')),
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
    }),
    true,
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  ),
  {
    name: 'no TLS spoken there',
    start: async () => {
      const { baseUrl, received } = await serve((_, response) => response.end())
      return { baseUrl: baseUrl.replace('http:', 'https:'), mustStaySilent: received }
    },
    read: /^tls ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/,
  },
]

/** A proxy that keeps us from the service: nothing is sent. */
const proxy: Fault[] = [
  through('a proxy that asks for a password', 'unreachable PROXY_407', (socket) =>
    socket.end(
      `HTTP/1.1 407 Password\r\nProxy-Authenticate: Basic realm="${canary}"\r\nContent-Length: 2\r\n\r\nno`,
    ),
  ),
  {
    name: 'no proxy there',
    start: async () => ({ baseUrl: 'https://service.invalid', proxy: await deadUrl() }),
    read: 'unreachable ECONNREFUSED',
  },
]

/** What is no HTTP, an odd kind of it, or a body that is not what it announces. */
const answers: Fault[] = [
  noHttp('an SSH banner', 'SSH-2.0-OpenSSH_9.6\r\n'),
  noHttp('a header without an end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`),
  noHttp('the status 000', 'HTTP/1.1 000 Odd\r\nContent-Length: 0\r\n\r\n'),
  success(
    'a 103 before the right answer',
    'done',
    'HTTP/1.1 103 Odd\r\n\r\nHTTP/1.1 200 OK\r\n',
    '{"zones":[]}',
  ),
  success(
    'a 204 of type JSON',
    'invalidResponse 204',
    'HTTP/1.1 204 No Content\r\nContent-Type: application/json\r\n',
    '',
  ),
  ok('a Content-Length too short', 'invalidResponse 200', 'Content-Length: 5', '{"zones":[]}'),
  ok('a Content-Length too long', cut, 'Content-Length: 99', '{}'),
  ok('a broken chunk', 'invalidResponse HTTPParserError', 'Transfer-Encoding: chunked', 'zz'),
  ok('an empty body', 'invalidResponse 200', 'Content-Length: 0', ''),
  ok('broken JSON', 'invalidResponse 200', json, `${canary} {"zones":[{`),
  ok('JSON of something else', 'invalidResponse 200', json, `{"zones":"${canary}"}`),
  {
    name: 'what is not gzip',
    start: answering((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('rubbish')
    }),
    read: 'invalidResponse Z_DATA_ERROR',
    deletion: 'done',
  },
]

const kinds = { 401: 'unauthorized', 403: 'forbidden', 404: 'notFound', 409: 'conflict' }
/** One for each way to end. */
const statuses = [400, 401, 403, 404, 407, 408, 409, 410, 421, 429, 500, 503, 600]

/** Refusals, whose words repeat the key. */
const refusals: Fault[] = statuses.map((status): Fault => {
  const start = answering((_, response) => {
    response.writeHead(status, `No ${canary}`, { 'X-Echo': canary, 'Content-Type': 'text/plain' })
    response.end(JSON.stringify({ code: '', message: `No:\n${canary}` }))
  })
  // The fetch standard keeps from us that there was an answer.
  if (status === 407)
    return { name: '407', start, read: 'unreachable', deletion: 'unreachable unsure' }
  const other = status === 429 ? 'rateLimited' : status < 500 ? 'rejected' : 'server'
  const read = `${kinds[status as keyof typeof kinds] ?? other} ${status}`
  // A proxy that has waited for the service says 408.
  const isUnsure = other === 'server' || status === 408
  return { name: String(status), start, read, deletion: isUnsure ? `${read} unsure` : read }
})

/** Redirects; none is followed. */
const redirects: Fault[] = [
  ...[300, 301, 302, 303, 307, 308].map((status): Fault => ({
    name: `${status} to another origin`,
    start: async () => {
      const other = await serve((_, response) => response.end())
      const { baseUrl } = await redirecting(status, `${other.baseUrl}/?k=${canary}`)()
      return { baseUrl, mustStaySilent: other.received }
    },
    read: new RegExp(`^redirected ${status} to http://127\\.0\\.0\\.1:\\d+$`),
    // One that doesn’t ask to send the same elsewhere may answer what was done.
    ...(![301, 302, 307, 308].includes(status) && {
      deletion: new RegExp(`^redirected ${status} unsure to http://127\\.0\\.0\\.1:\\d+$`),
    }),
  })),
  ...[undefined, 'http://['].map((location): Fault => ({
    name: `302 to ${location ?? 'nowhere'}`,
    start: redirecting(302, location),
    read: 'redirected 302',
  })),
  {
    name: '302 with a name and a password in the address',
    start: redirecting(302, `https://user:${canary}@other.example/x`),
    read: 'redirected 302 to https://other.example',
  },
  {
    name: '302 to a host that is called like the key',
    start: redirecting(302, `https://${canary}.example/${canary}`),
    read: 'redirected 302 to https://‹API key›.example',
  },
]

/** All faults, by what is wrong. */
export const faults = { connection, deadline, secure, proxy, answers, refusals, redirects }

function broken(name: string, bytes: string): Fault {
  return { name, start: sending(bytes), read: cut, deletion: `${cut} unsure` }
}

function secured(
  name: string,
  make: () => Promise<Certificate>,
  isTrusted: boolean,
  ...codes: string[]
): Fault {
  return {
    name,
    start: async () => {
      const certificate = await make()
      const { baseUrl, received } = await serve((_, response) => response.end(), certificate)
      return { baseUrl, mustStaySilent: received, ...(isTrusted && { trust: certificate }) }
    },
    // Where a host cannot be told whom to trust, a certificate is first of all self-signed.
    read: new RegExp(`^tls (${[...codes, 'DEPTH_ZERO_SELF_SIGNED_CERT'].join('|')})$`),
  }
}

/**
 * A tunnel to a name that only a proxy would look up; before there is one, no header of ours is sent.
 */
function through(name: string, read: string, answer: (socket: Socket) => void): Fault {
  const start = async () => {
    const { baseUrl, received } = await serveRaw(answer)
    return { baseUrl: 'https://service.invalid', proxy: baseUrl, received }
  }
  return { name, start, read }
}

function ok(name: string, read: string, header: string, body: string): Fault {
  return success(name, read, `HTTP/1.1 200 OK\r\nX-Echo: ${canary}\r\n${header}\r\n`, body)
}

function success(name: string, read: string, headers: string, body: string): Fault {
  return { name, start: sending(`${headers}\r\n${body}`), read, deletion: 'done' }
}

/** Versions of Node.js differ in the code that they have for it. */
function noHttp(name: string, bytes: string): Fault {
  const codes = '(HTTPParserError|HPE_\\w+|UND_ERR_\\w+|ERR_ASSERTION)'
  return {
    name,
    start: sending(bytes),
    read: new RegExp(`^invalidResponse ${codes}$`),
    deletion: new RegExp(`^invalidResponse ${codes} unsure$`),
  }
}

function redirecting(status: number, location: string | undefined): Fault['start'] {
  return answering((_, response) => {
    response.writeHead(status, location === undefined ? {} : { Location: location })
    response.end(status === 304 ? undefined : '{"zones":[]}')
  })
}
