import { selfSigned, type Certificate } from '../unit/api/certificates.ts'
import { deadUrl, serve } from '../unit/api/servers.ts'
import { answering, canary, sending, type Fault } from './fault.ts'

const nowhere = (baseUrl: string) => async () => ({ baseUrl })
const headers = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4096\r\nX-Echo: ${canary}\r\n\r\n`
const part = '{"zones":[{"name":"us-ea'
const cut = /^unreachable UND_ERR_SOCKET$/
const reset = /^unreachable (ECONNRESET|UND_ERR_SOCKET)$/
const unsure = ({ source }: RegExp) => new RegExp(source.replace('$', ' unsure$'))
/** A reset overtakes what was sent before it, or not. */
const doneOrUnsure = new RegExp(`^done$|${unsure(reset).source}`)

/** No connection, or one that breaks. */
export const connectionFaults: Fault[] = [
  {
    name: 'refused',
    start: async () => ({ baseUrl: await deadUrl() }),
    read: 'unreachable ECONNREFUSED',
  },
  {
    name: 'unreachable host',
    start: nowhere('https://255.255.255.255'), // refused by the system itself
    read: /^unreachable (ENETUNREACH|EHOSTUNREACH|EACCES|EADDRNOTAVAIL|EINVAL)$/,
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
    deletion: unsure(reset),
  },
  {
    name: 'closed before headers',
    start: sending(''),
    read: cut,
    deletion: unsure(cut),
  },
  {
    name: 'closed within headers',
    start: sending('HTTP/1.1 200 OK\r\nContent-Ty'),
    read: cut,
    deletion: unsure(cut),
  },
  {
    name: 'reset after headers',
    start: sending(headers, (socket) => socket.resetAndDestroy()),
    read: reset,
    deletion: doneOrUnsure,
  },
  { name: 'closed after headers', start: sending(headers), read: cut, deletion: 'done' },
  {
    name: 'reset mid-body',
    start: sending(headers + part, (socket) => socket.resetAndDestroy()),
    read: reset,
    deletion: doneOrUnsure,
  },
  { name: 'closed mid-body', start: sending(headers + part), read: cut, deletion: 'done' },
]

const leaveOpen = () => {}

/** What has no end but the deadline. */
export const endlessFaults: Fault[] = [
  {
    name: 'stall before headers',
    start: answering(() => {}),
    read: 'timeout',
    deletion: 'timeout unsure',
    isEndless: true,
  },
  {
    name: 'stall within headers',
    start: sending('HTTP/1.1 200 OK\r\nContent-Ty', leaveOpen),
    read: 'timeout',
    deletion: 'timeout unsure',
    isEndless: true,
  },
  {
    name: 'slow drip of headers',
    start: sending('HTTP/1.1 200 OK\r\n', (socket) => {
      const drip = setInterval(() => socket.write('X: y\r\n'), 20)
      socket.on('close', () => clearInterval(drip))
    }),
    read: 'timeout',
    deletion: 'timeout unsure',
    isEndless: true,
  },
  {
    name: 'stall before body',
    start: sending(headers, leaveOpen),
    read: 'timeout',
    deletion: 'done',
    isEndless: true,
  },
  {
    name: 'stall mid-body',
    start: sending(headers + part, leaveOpen),
    read: 'timeout',
    deletion: 'done',
    isEndless: true,
  },
  {
    name: 'slow drip of a body',
    start: answering((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    }),
    read: 'timeout',
    deletion: 'done',
    isEndless: true,
  },
  {
    name: 'stall in the body of a refusal, whose status is the answer',
    start: answering((_, response) => {
      response.writeHead(403, { 'Content-Type': 'text/plain' }).write('Not ')
    }),
    read: 'forbidden 403',
    isEndless: true,
  },
]

/** No trusted connection: nothing is sent. */
export const tlsFaults: Fault[] = [
  secured('a self-signed certificate', () => selfSigned('127.0.0.1'), false, [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
  ]),
  secured('an expired certificate', () => selfSigned('127.0.0.1', -1), true, ['CERT_HAS_EXPIRED']),
  secured('a certificate of another host', () => selfSigned('127.0.0.2'), true, [
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ]),
  {
    name: 'no TLS spoken there',
    start: async () => {
      const { baseUrl, received } = await serve((_, response) => response.end())
      return { baseUrl: baseUrl.replace('http:', 'https:'), received }
    },
    read: /^tls ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/,
  },
]

function secured(
  name: string,
  make: () => Promise<Certificate>,
  isTrusted: boolean,
  codes: string[],
): Fault {
  return {
    name,
    start: async () => {
      const certificate = await make()
      const server = await serve((_, response) => response.end(), certificate)
      return isTrusted ? { ...server, trust: certificate } : server
    },
    // Where a host cannot be told whom to trust, a certificate is first of all self-signed.
    read: new RegExp(`^tls (${[...codes, 'DEPTH_ZERO_SELF_SIGNED_CERT'].join('|')})$`),
  }
}
