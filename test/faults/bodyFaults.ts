import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { answering, canary, sending, type Fault } from './fault.ts'

const MiB = 1024 * 1024
/** 64 MiB in 64 KiB. */
const bomb = once(() => gzipSync(Buffer.alloc(64 * MiB), { level: 9 }))
const spaces = once(() => Buffer.alloc(8 * MiB + 1, ' '))
const loginPage = `<!doctype html><title>Sign in</title><form>${canary}</form>`

/** An answer that is cut short, too large, or not what it announces. Its status is a success. */
export const bodyFaults: Fault[] = [
  success('a Content-Length too short', 'invalidResponse 200', 'Content-Length: 5', '{"zones":[]}'),
  success('a Content-Length too long', 'unreachable UND_ERR_SOCKET', 'Content-Length: 99', '{}'),
  success('a broken chunk', 'invalidResponse HTTPParserError', 'Transfer-Encoding: chunked', 'zz'),
  success(
    'a chunk cut short',
    'unreachable UND_ERR_SOCKET',
    'Transfer-Encoding: chunked',
    'ff\r\n{',
  ),
  success('an empty body', 'invalidResponse 200', 'Content-Length: 0', ''),
  success('no length and no body', 'invalidResponse 200', 'Connection: close', ''),
  success('broken JSON', 'invalidResponse 200', 'Content-Type: application/json', '{"zones":[{'),
  {
    ...success('a login page', 'invalidResponse 200', 'Content-Type: text/html', loginPage),
    deletion: 'invalidResponse 200 unsure',
  },
  ...[201, 202, 203, 206, 226, 299].map((status): Fault => ({
    name: `a login page with ${status}`,
    start: sending(
      `HTTP/1.1 ${status} Odd\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${loginPage}`,
    ),
    read: `invalidResponse ${status}`,
    deletion: `invalidResponse ${status} unsure`,
  })),
  success(
    'a login page that says it is JSON',
    'invalidResponse 200',
    'Content-Type: application/json',
    loginPage,
  ),
  {
    name: 'a 204 of type JSON',
    start: sending('HTTP/1.1 204 No Content\r\nContent-Type: application/json\r\n\r\n'),
    read: 'invalidResponse 204',
    deletion: 'done',
  },
  {
    name: 'a 204 with a body',
    start: sending(
      'HTTP/1.1 204 No Content\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\nrubbish',
    ),
    read: 'invalidResponse 204',
    deletion: 'done',
  },
  gzip('a truncated gzip', /^invalidResponse (200|Z_\w+)$/, (response) => {
    const whole = gzipSync(
      JSON.stringify({ zones: Array.from({ length: 1000 }, (_, name) => ({ name })) }),
    )
    response.end(whole.subarray(0, whole.length / 2))
  }),
  gzip('what is not gzip', /^invalidResponse Z_DATA_ERROR$/, (response) => {
    response.end('rubbish')
  }),
  gzip('a gzip bomb', 'invalidResponse tooLarge', (response) => {
    response.end(bomb())
  }),
  {
    name: 'a body of more than 8 MiB',
    start: answering((_, response) => response.end(spaces())),
    read: 'invalidResponse tooLarge',
    deletion: 'done',
  },
]

/** What is no HTTP, or an odd kind of it. */
export const protocolFaults: Fault[] = [
  noHttp('an SSH banner', 'SSH-2.0-OpenSSH_9.6\r\n'),
  noHttp('HTTP/2 unasked', '\0\0\x12\x04\0\0\0\0\0'),
  noHttp('a header without an end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`),
  noHttp('no number for a length', 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n'),
  noHttp('two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nno'),
  noHttp('the status 000', 'HTTP/1.1 000 Odd\r\nContent-Length: 0\r\n\r\n'),
  {
    name: 'the status 600',
    start: sending('HTTP/1.1 600 Odd\r\nContent-Length: 0\r\n\r\n'),
    read: 'server 600',
    deletion: 'server 600 unsure',
  },
  {
    name: 'a 101 that nobody asked for',
    start: sending('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    read: 'unreachable UND_ERR_SOCKET',
    deletion: 'unreachable UND_ERR_SOCKET unsure',
  },
  {
    name: 'a 100 that nobody asked for',
    start: sending('HTTP/1.1 100 Continue\r\n\r\n', () => {}),
    read: 'unreachable UND_ERR_SOCKET',
    deletion: 'unreachable UND_ERR_SOCKET unsure',
  },
  ...[102, 103, 199].map((status): Fault => ({
    name: `a ${status} before the right answer`,
    start: sending((answer) => `HTTP/1.1 ${status} Odd\r\nLink: x\r\n\r\n${right(answer)}`),
    read: 'done',
  })),
  {
    name: 'a 103 and no more',
    start: sending('HTTP/1.1 103 Early Hints\r\n\r\n'),
    read: 'unreachable UND_ERR_SOCKET',
    deletion: 'unreachable UND_ERR_SOCKET unsure',
  },
  {
    name: 'HTTP/1.0',
    start: sending((answer) => `HTTP/1.0 200 OK\r\n\r\n${answer}`),
    read: 'done',
  },
]

function success(name: string, read: string, header: string, body: string): Fault {
  const start = sending(`HTTP/1.1 200 OK\r\n${header}\r\nX-Echo: ${canary}\r\n\r\n${body}`)
  return { name, start, read, deletion: 'done' }
}

function gzip(name: string, read: Fault['read'], send: (response: ServerResponse) => void): Fault {
  const start = answering((_, response) => {
    send(response.writeHead(200, { 'Content-Encoding': 'gzip' }))
  })
  return { name, start, read, deletion: 'done' }
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

function right(answer: string): string {
  return `HTTP/1.1 200 OK\r\nContent-Length: ${answer.length}\r\nConnection: close\r\n\r\n${answer}`
}

/** Makes something large when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
