import assert from 'node:assert/strict'
import { createClient, type ClientOptions } from '../../../src/api/client.ts'
import type { ApiError, ApiErrorKind } from '../../../src/api/errors.ts'
import { createRedact } from '../../../src/api/redaction.ts'
import { everythingIn } from '../../faults/everythingIn.ts'
import { startSandbox, type Fault, type Sandbox } from '../../sandbox/service.ts'
import { clientOf, failureOf, operations, pool } from './helpers.ts'

const percent = (text: string) => text.replace(/[\s\S]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
const htmlNamed: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** How a service may write a key that it echoes. */
const echoes: Record<string, (key: string) => string> = {
  'as it is': (key) => key,
  'in capitals': (key) => key.toUpperCase(),
  'in small letters': (key) => key.toLowerCase(),
  'in a URL': encodeURIComponent,
  'in a URL, in small letters': (key) => encodeURIComponent(key).toLowerCase(),
  'in a URL, every character': percent,
  'in a form': (key) => new URLSearchParams({ key }).toString().slice('key='.length),
  'in JSON': (key) => JSON.stringify(key),
  'in JSON, every character': (key) =>
    key.replace(/[\s\S]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'in JSON, slashes escaped': (key) => JSON.stringify(key).replaceAll('/', '\\/'),
  'in HTML': (key) => key.replace(/[&<>"]/g, (c) => htmlNamed[c] ?? c),
  'in HTML, by number': (key) => key.replace(/\W/g, (c) => `&#${c.charCodeAt(0)};`),
  'in other white space': (key) => key.replaceAll(' ', '\t'),
  'in more white space': (key) => key.replaceAll(' ', ' \r\n\u0000'),
  'in less white space': (key) => key.replace(/\s+/g, ' '),
  'in a URL within a URL': (key) => encodeURIComponent(percent(key)),
  'in HTML, by number with zeros': (key) => key.replace(/[\s\S]/g, (c) => `&#0${c.charCodeAt(0)};`),
  'in base64': (key) => Buffer.from(key).toString('base64'),
  'in base64 for URLs': (key) => Buffer.from(key).toString('base64url'),
  'in base64, as it was sent': (key) => Buffer.from(key, 'latin1').toString('base64'),
  'in hexadecimal': (key) => Buffer.from(key).toString('hex'),
  'in hexadecimal, as it was sent': (key) => Buffer.from(key, 'latin1').toString('hex'),
}

const canary = 'canary-key-7f3a9c21'
const keys = [
  canary,
  'q7',
  'a space-q7',
  'two  spaces-q7',
  "$&-$1-$`-$'-$$",
  '(a+)+[b]{2}|^c.*?\\d$',
  '\\\\"/<q7>&\'q7 + 100%',
  'é-ÿ-qü7',
  'dGhpcyBpcyBhIGtleQ+/q7==',
  Array.from({ length: 0x5f }, (_, n) => String.fromCharCode(0x20 + n))
    .join('')
    .trim(),
]

function assertKept(text: string, key: string) {
  for (const [how, echo] of Object.entries(echoes)) {
    const spelled = echo(key).replace(/^"|"$/g, '').toLowerCase()
    assert.ok(!text.toLowerCase().includes(spelled), `the key shows, ${how}`)
  }
  assert.ok(!text.includes(key.replace(/\s+/g, ' ')), 'the key shows, on one line')
  assert.doesNotMatch(text, /\bApiKey['"]?\s*[:=,]/i, 'the header shows')
}

describe('API client: the key', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox()
  })
  afterEach(() => sandbox.reset())
  after(() => sandbox.close())

  for (const key of keys) {
    for (const [how, echo] of Object.entries(echoes)) {
      it(`${key.slice(0, 30)} echoed ${how} is taken out`, async () => {
        const echoed = echo(key)
        const faults: Fault[] = [
          { body: JSON.stringify({ code: 'E', message: `Bad ${echoed} given` }) },
          { body: JSON.stringify({ code: `E ${echoed}`, message: 'x' }) },
          { body: `Bad\n${echoed}\tgiven`, headers: { 'Content-Type': 'text/plain' } },
          { body: JSON.stringify({ message: 'x'.repeat(290) + echoed }) },
        ]
        for (const fault of faults) {
          sandbox.addFault({ status: 401, ...fault })
          const error = await failureOf(operations.deleting(clientOf(sandbox, { apiKey: key })))
          assert.equal(error.kind, 'unauthorized')
          assert.ok(error.serviceMessage)
          assertKept(everythingIn(error), key)
        }
      })
    }
  }

  it('is taken out of a text that is left as it is otherwise', () => {
    const redact = createRedact('k.y$')
    assert.equal(redact('no key, no kay$: k.y$, K.Y%24.'), 'no key, no kay$: ‹API key›, ‹API key›.')
    assert.equal(createRedact('a b')(`a${' '.repeat(60_000)}c`).length, 60_002)
    assert.equal(createRedact('key')(createRedact('key')('a key')), 'a ‹API key›')
  })

  for (const key of keys.filter(({ length }) => length >= 8)) {
    it(`${key.slice(0, 30)} within a longer text in base64 is taken out`, () => {
      for (const encoding of ['base64', 'base64url'] as const) {
        for (const before of ['', 'a', 'ab', 'abc', 'user:']) {
          for (const after of ['', 'x', 'xy', 'xyz']) {
            const echoed = Buffer.from(before + key + after).toString(encoding)
            const left = createRedact(key)(`Basic ${echoed} was refused`)
            assert.match(left, /^Basic [\w+/-]*‹API key›[\w+/-]*=* was refused$/)
            // What is left belongs to what stood beside the key, but for a few bits.
            const around = left
              .replace(/^Basic | was refused$/g, '')
              .split('‹API key›')
              .join('')
            const most = Math.ceil((before.length * 4) / 3) + Math.ceil((after.length * 4) / 3)
            assert.ok(around.replace(/=+$/, '').length <= most, left)
          }
        }
      }
    })
  }

  describe('that is broken up or cut off is taken out', () => {
    const key = 'sk-9fA2b7Qz81LmNoPq'
    const half = 'sk-9fA2b7Q'
    const broken: Record<string, string> = {
      'by a line end': 'sk-9fA2b7\r\n  Qz81LmNoPq',
      'by one that is invisible': 'sk-9f\u200bA2b7Qz81\u{e0020}LmNoPq',
      'by a soft hyphen': 'sk-9fA2b7\u00adQz81LmNoPq',
      'by a place to break': 'sk-9fA2b7<wbr>Qz81<wbr />LmNoPq',
      everywhere: Array.from(key).join('\u2060'),
      'within JSON': 'sk-9fA2b7\\nQz81LmNoPq',
      'in base64 with line ends': Buffer.from(key).toString('base64').replace(/.{10}/g, '$&\r\n'),
      'in hexadecimal, by a line end': Buffer.from(key).toString('hex').replace(/.{16}/g, '$&\r\n'),
      'with its end cut off': 'sk-9fA2b7Qz81LmNoP…',
      'without its prefix': key.slice(3),
      'without its prefix, by a line end': '9fA2\r\n  b7Qz81LmNoPq',
      'without its prefix, in a URL': percent(key.slice(3)),
      'without its prefix, in hexadecimal': Buffer.from(key.slice(3)).toString('hex'),
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6, 7].map((from) => [
          `without its first characters, in base64: ${from}`,
          Buffer.from(key.slice(from)).toString('base64').replace(/=+$/, ''),
        ]),
      ),
      'to its half': `${half}…`,
      'to its half, in hexadecimal': `${Buffer.from(half).toString('hex')}…`,
      'to its half, in a URL': `${percent(half)}...`,
      'to its half, in base64': `${Buffer.from(half).toString('base64').slice(0, 13)}…`,
    }
    for (const [how, echoed] of Object.entries(broken)) {
      it(how, async () => {
        const left = createRedact(key)(`bad ${echoed} given`)
        assert.match(left, /^bad ‹API key›(…|\.\.\.|==)? given$/, left)
        sandbox.addFault({ status: 401, body: JSON.stringify({ message: `bad ${echoed} given` }) })
        const error = await failureOf(operations.listing(clientOf(sandbox, { apiKey: key })))
        assert.match(error.serviceMessage ?? '', /^bad ‹API key›(…|\.\.\.|==)? given$/)
      })
    }

    it('but not what only begins like it', () => {
      const text = 'sk-9fA is no key, nor sk-9fA2b7, nor S K - 9'
      assert.equal(createRedact(key)(text), text)
      assert.equal(createRedact('12345')('1234 of 12345'), '1234 of ‹API key›')
    })

    // The test's own time limit is the measure: a careless search would take hours.
    it('in a text that is hostile', () => {
      const texts = [
        'sk-9fA2b7'.repeat(8_000),
        `s${' '.repeat(60_000)}`,
        'sk-9f\u200b'.repeat(10_000),
        key.slice(3).repeat(4_000),
        Buffer.from(half).toString('hex').slice(0, -1).repeat(4_000),
        Buffer.from(key.slice(1, -1)).toString('base64').slice(1, -1).repeat(4_000),
        `${'\u200b'.repeat(60_000)}${key.slice(5)}`,
      ]
      for (const text of texts) assert.ok(createRedact(key)(text))
    })
  })

  it('that is a part of a name is not in the path that is told', async () => {
    const paths: string[] = []
    const client = clientOf(sandbox, {
      apiKey: canary,
      onExchange: ({ path }) => paths.push(path),
    })
    const error = await failureOf(
      client.deleteMachinePool({ ...pool, machinePoolName: `a ${canary}` }),
    )
    assertKept(everythingIn(error), canary)
    assert.equal(paths.length, 1)
    assertKept(paths.join(), canary)
  })

  it('that cannot be used is not in what says so', () => {
    const bad: Partial<ClientOptions>[] = [
      { apiKey: `${canary}\nx` },
      { apiKey: canary, projectUid: `${canary}\nx` },
      { apiKey: canary, baseUrl: `https://${canary}:${canary}@example.com` },
      { apiKey: canary, baseUrl: `https://example.com?ApiKey=${canary}` },
      { apiKey: canary, baseUrl: `http://${canary}.example` },
    ]
    for (const options of bad) {
      assert.throws(
        () => createClient({ baseUrl: sandbox.baseUrl, apiKey: canary, ...options }),
        (error: ApiError) => {
          assert.equal(error.kind, 'invalidInput')
          assertKept(everythingIn(error), canary)
          return true
        },
      )
    }
  })

  describe('is in no error of any kind', () => {
    interface Provocation {
      fault?: Fault
      options?: Partial<ClientOptions>
      signal?: AbortSignal
      provider?: string
    }
    const words = JSON.stringify({ code: `E-${canary}`, message: `Bad ${canary} given` })
    const refusal = (status: number) => ({ fault: { status, body: words, times: Infinity } })
    const request = { headers: { ApiKey: canary }, url: `https://example.com/?ApiKey=${canary}` }
    const rejecting = (code: string) => {
      const cause = Object.assign(new Error(`ApiKey: ${canary}`), { code, request })
      const failed = Object.assign(new TypeError(`fetch failed ${canary}`, { cause }), { request })
      return { options: { fetch: () => Promise.reject(failed), timeoutMs: 400 } }
    }
    const provocations: Record<ApiErrorKind, Provocation[]> = {
      invalidInput: [{ provider: `${canary}\n` }, { provider: `A/${canary}` }],
      unauthorized: [refusal(401), { fault: { echoKey: true } }],
      forbidden: [refusal(403)],
      notFound: [refusal(404)],
      conflict: [refusal(409)],
      rateLimited: [refusal(429)],
      rejected: [refusal(400), refusal(408), refusal(421)],
      server: [refusal(500), refusal(503)],
      redirected: [
        { fault: { redirect: `https://${canary}.example/${canary}?ApiKey=${canary}` } },
        { fault: { redirect: `https://user:${canary}@example.com/` } },
        { fault: { redirect: `/${canary}` } },
      ],
      unreachable: [
        { fault: { cut: 'beforeHeaders', times: Infinity } },
        rejecting('ECONNRESET'),
        rejecting('ECONNREFUSED'),
      ],
      tls: [rejecting('CERT_HAS_EXPIRED')],
      timeout: [
        { fault: { stall: 'beforeHeaders' }, options: { timeoutMs: 50 } },
        { options: { timeoutMs: 50, fetch: () => new Promise<never>(() => {}) } },
      ],
      cancelled: [{ signal: AbortSignal.abort(new Error(canary)) }],
      invalidResponse: [rejecting('HPE_INVALID_CONSTANT')],
    }
    const ofListing: Provocation[] = [
      { fault: { body: `${canary} {` } },
      { fault: { body: `{"zones":[{"name":1,"x":"${canary}"}]}` } },
      { fault: { body: `{"zones":"${canary}"}` } },
      { fault: { oversize: true }, options: { timeoutMs: 20_000 } }, // which is not sent again
    ]

    const cases = Object.entries(operations).flatMap(([name, run]) =>
      Object.entries(provocations).flatMap(([kind, list]) => {
        const more = name === 'listing' && kind === 'invalidResponse' ? ofListing : []
        return [...list, ...more].map((provocation, nth) => ({ name, run, kind, provocation, nth }))
      }),
    )
    for (const { name, run, kind, provocation, nth } of cases) {
      it(`${name}: ${kind} (${nth})`, async () => {
        const { fault, options, signal, provider } = provocation
        if (fault) sandbox.addFault(fault)
        const events: object[] = []
        const client = clientOf(sandbox, {
          apiKey: canary,
          onExchange: (event) => events.push(event),
          timeoutMs: 450, // no time for a second try, but where there is no wait
          ...options,
        })
        const attempt =
          provider === undefined
            ? run(client, signal)
            : name === 'listing'
              ? client.listZones({ provider, region: 'r', cloudAccountUid: 'a' })
              : client.deleteMachinePool({ ...pool, provider })
        const error = await failureOf(attempt)
        assert.equal(error.kind, kind)
        assert.equal(error.cause, undefined)
        assertKept(everythingIn(error), canary)

        assertKept(JSON.stringify(events), canary)
        for (const event of events) {
          const known = ['method', 'path', 'status', 'ms']
          assert.deepEqual(
            Object.keys(event).filter((field) => !known.includes(field)),
            [],
          )
        }
      })
    }
  })
})
