import { serve } from '../unit/api/servers.ts'
import { answering, canary, type Fault } from './fault.ts'

const statuses = Array.from({ length: 30 }, (_, nth) => 400 + nth).concat(
  [431, 451],
  [500, 501, 502, 503, 504, 505, 507, 511, 599],
)
const kinds: Record<number, string> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  429: 'rateLimited',
}
/** What a service may have to say, in any form, and what is left of it to be shown. */
const bodies: Record<string, { type: string; body: string; said: [code: string, words: string] }> =
  {
    JSON: {
      type: 'application/json',
      body: JSON.stringify({ code: 'Odd', message: `No: ${canary}` }),
      said: [' Odd', ' “No: ‹API key›”'],
    },
    'JSON details alone': {
      type: 'application/json',
      body: JSON.stringify({ code: 'Odd', details: `No: ${canary}` }),
      said: [' Odd', ' “No: ‹API key›”'],
    },
    text: { type: 'text/plain', body: `No:\n${canary}`, said: ['', ' “No: ‹API key›”'] },
    HTML: { type: 'text/html', body: `<html><h1>No: ${canary}</h1>`, said: ['', ''] },
    nothing: { type: '', body: '', said: ['', ''] },
  }

/** Every refusal, with every kind of body. */
export const statusFaults: Fault[] = statuses.flatMap((status) =>
  Object.entries(bodies).map(
    ([
      what,
      {
        type,
        body,
        said: [code, words],
      },
    ]): Fault => {
      const start = answering((_, response) => {
        const headers = {
          'X-Echo': canary,
          'WWW-Authenticate': 'Basic realm="x"',
          ...(type && { 'Content-Type': type }),
        }
        response.writeHead(status, `No ${canary}`, headers).end(body)
      })
      const name = `${status} with ${what}`
      // The fetch standard keeps from us that there was an answer.
      if (status === 407)
        return { name, start, read: 'unreachable', deletion: 'unreachable unsure' }
      const kind = kinds[status] ?? (status < 500 ? 'rejected' : 'server')
      // A proxy that has waited for the service says 408.
      const unsure = kind === 'server' || status === 408 ? ' unsure' : ''
      return {
        name,
        start,
        read: `${kind} ${status}${code}${words}`,
        deletion: `${kind} ${status}${code}${unsure}${words}`,
      }
    },
  ),
)

const inAnHour = () => new Date(Date.now() + 3_600_000).toUTCString()
const waits: [header: string | (() => string), told: string][] = [
  ['90', ' wait 90 s'],
  ['0', ' wait 0 s'],
  [inAnHour, ' wait 3\\d{3} s'],
  ['Sun, 06 Nov 1994 08:49:37 GMT', ' wait 0 s'],
  ['Fri, 31 Dec 9999 23:59:59 GMT', ' wait 2\\d{11} s'],
  ['9'.repeat(400), ' wait 9007199254741 s'],
  ['-5', ''],
  ['1.5', ''],
  ['soon', ''],
  [canary, ''],
]

/** A service that asks to wait, and how long it is then understood to mean. */
export const retryAfterFaults: Fault[] = [429, 503].flatMap((status) =>
  waits.map(([header, told]): Fault => {
    const text = typeof header === 'string' ? header : 'a date in an hour'
    const kind = status === 429 ? 'rateLimited' : 'server'
    return {
      name: `${status} with Retry-After ${text.slice(0, 30)}`,
      start: answering((_, response) => {
        const value = typeof header === 'string' ? header : header()
        response.writeHead(status, { 'Retry-After': value }).end()
      }),
      read: new RegExp(`^${kind} ${status}${told}$`),
      deletion: new RegExp(`^${kind} ${status}${kind === 'server' ? ' unsure' : ''}${told}$`),
    }
  }),
)

const redirects = [300, 301, 302, 303, 304, 305, 306, 307, 308]

/** Every redirect; none is followed. */
export const redirectFaults: Fault[] = [
  ...redirects.map((status): Fault => ({
    name: `${status} to the same origin`,
    start: redirecting(status, '/elsewhere'),
    ...redirectEnds(status),
  })),
  ...redirects.map((status): Fault => ({
    name: `${status} to another origin`,
    start: async () => {
      // Whatever it gets there is a fault.
      const other = await serve((_, response) => response.end())
      const { baseUrl, received } = await redirecting(status, `${other.baseUrl}/?k=${canary}`)()
      return { baseUrl, received: received ?? [], mustStaySilent: other.received }
    },
    ...redirectEnds(status),
  })),
  ...[undefined, 'http://[', 'mailto:someone@example.com'].map((location): Fault => ({
    name: `302 to ${location ?? 'nowhere'}`,
    start: redirecting(302, location),
    read: 'redirected 302',
  })),
  {
    name: '302 whose page has no end',
    start: answering((_, response) => {
      response.writeHead(302, { Location: 'https://other.example/' }).write('<html>')
    }),
    read: 'redirected 302 to https://other.example',
  },
  {
    name: '302 to another host of the same scheme',
    start: redirecting(302, '//other.example/x'),
    read: 'redirected 302 to http://other.example',
  },
  {
    name: '302 with a name and a password in the address',
    start: redirecting(302, `https://user:${canary}@other.example/x`),
    read: 'redirected 302 to https://other.example',
  },
  {
    name: '302 to a host that is called like the key',
    start: redirecting(302, `https://${canary}.example/`),
    read: 'redirected 302 to https://‹API key›.example',
  },
]

/** A deletion with a redirect that doesn’t ask to send the same elsewhere may have been done. */
function redirectEnds(status: number): Pick<Fault, 'read' | 'deletion'> {
  const to = 'to http://127\\.0\\.0\\.1:\\d+$'
  const unsure = [301, 302, 307, 308].includes(status) ? '' : 'unsure '
  return {
    read: new RegExp(`^redirected ${status} ${to}`),
    deletion: new RegExp(`^redirected ${status} ${unsure}${to}`),
  }
}

function redirecting(status: number, location: string | undefined): Fault['start'] {
  return answering((_, response) => {
    response.writeHead(status, location === undefined ? {} : { Location: location })
    response.end(status === 304 ? undefined : '{"zones":[]}')
  })
}
