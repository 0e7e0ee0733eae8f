import assert from 'node:assert/strict'
import { createClient, type ClientOptions } from '../../../src/api/client.ts'
import type { ApiError } from '../../../src/api/errors.ts'
import { createRedact, redactJson } from '../../../src/api/redaction.ts'
import { everythingIn } from './everythingIn.ts'
import { useSandbox } from '../useSandbox.ts'
import { clientOf, failureOf, operations, pool } from './helpers.ts'

const percent = (text: string) =>
  text.replace(/[\s\S]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
const htmlNamed: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** How a service may write a key that it echoes. */
const echoes: Record<string, (key: string) => string> = {
  'as it is': (key) => key,
  'in capitals': (key) => key.toUpperCase(),
  'in small letters': (key) => key.toLowerCase(),
  'in a URL': encodeURIComponent,
  'in a URL, every character': percent,
  'in a form': (key) => new URLSearchParams({ key }).toString().slice('key='.length),
  'in JSON': (key) => JSON.stringify(key),
  'in JSON, every character': (key) =>
    key.replace(
      /[\s\S]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  'in JSON, slashes escaped': (key) => JSON.stringify(key).replaceAll('/', '\\/'),
  'in HTML': (key) => key.replace(/[&<>"]/g, (character) => htmlNamed[character] ?? character),
  'in HTML, by number': (key) => key.replace(/\W/g, (character) => `&#${character.charCodeAt(0)};`),
  'in HTML, by hexadecimal number': (key) =>
    key.replace(/\W/g, (character) => `&#x${character.charCodeAt(0).toString(16)};`),
  'in HTML, by number with zeros': (key) =>
    key.replace(/\W/g, (character) => `&#${String(character.charCodeAt(0)).padStart(4, '0')};`),
  'in base64': (key) => Buffer.from(key).toString('base64'),
  'in base64 for URLs': (key) => Buffer.from(key).toString('base64url'),
  'in base64, as it was sent': (key) => Buffer.from(key, 'latin1').toString('base64'),
}

const canary = 'canary-key-7f3a9c21'
const keys = [
  canary,
  'q7',
  'two  spaces-q7',
  "$&-$1-$`-$'-$$",
  '(a+)+[b]{2}|^c.*?\\d$',
  '\\\\"/<q7>&\'q7 + 100%',
  'clé-ÿ-q7', // whose bytes as sent aren’t those of UTF-8
  Array.from({ length: 0x5f }, (_, index) => String.fromCharCode(0x20 + index))
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

describe('API client: A key within a word', () => {
  it('is redacted if it has 12 characters or more', () => {
    const redactWithin = (key: string) => createRedact(key)(`x${key}x`)
    assert.equal(redactWithin('canary-7f3a9'), 'x‹API key›x')
    assert.equal(redactWithin('canary-7f3a'), 'xcanary-7f3ax')
  })

  it('is no word without a key', () => {
    assert.equal(createRedact(undefined)('undefined'), 'undefined')
  })
})

describe('API client: A key in a text', () => {
  const bytes = 'abc???>>>abc' // in base64 with both characters in which the alphabets differ
  const rows: [what: string, key: string, text: string][] = [
    ['with less white space', 'two  spaces-q7', 'two spaces-q7'],
    ['with an apostrophe in HTML', "it's-q7", 'it&apos;s-q7'],
    ['in base64', bytes, Buffer.from(bytes).toString('base64')],
    ['in base64 for URLs', bytes, Buffer.from(bytes).toString('base64url')],
  ]
  for (const [what, key, text] of rows) {
    it(`is redacted ${what}`, () => assert.equal(createRedact(key)(text), '‹API key›'))
  }

  it('takes nothing else from JSON that repeats it than numbers that may have been the key', () => {
    const kept = { small: 1, largest: Number.MAX_SAFE_INTEGER, isListed: true, none: null }
    const rounded = 2 ** 60
    const redactIn = (value: object) =>
      redactJson(value, JSON.stringify(value), createRedact(canary))
    assert.deepEqual(redactIn({ ...kept, rounded, canary }), {
      ...kept,
      rounded: '‹API key›',
      canary: '‹API key›',
    })
    assert.deepEqual(redactIn({ ...kept, rounded }), { ...kept, rounded })
  })
})

describe('API client: A key with a plus beside white space', () => {
  it('is looked for without backtracking, which would take minutes', () => {
    const text = '+'.repeat(5_000)
    assert.equal(createRedact('+ + +x')(text), text)
  })
})

describe('API client: The key', () => {
  const sandbox = useSandbox()

  for (const key of keys) {
    it(`${key.slice(0, 30)} is taken out, however it is echoed`, () => {
      for (const [how, echo] of Object.entries(echoes)) {
        const left = createRedact(key)(`Bad ${echo(key)} given`)
        assert.match(left, /^Bad "?‹API key›\\?"? given$/, how)
      }
    })
  }

  it('is redacted in a text that stays the same otherwise', () => {
    const redact = createRedact('k.y$')
    assert.equal(redact('no key, no kay$: k.y$, K.Y%24.'), 'no key, no kay$: ‹API key›, ‹API key›.')
    assert.equal(createRedact('a b')(`a${' '.repeat(60_000)}c`).length, 60_002)
    assert.equal(createRedact('key')(createRedact('key')('a key')), 'a ‹API key›')
  })

  it('is redacted only as a whole word if it is short, so that names stay readable', () => {
    const redact = createRedact('pool')
    const names = 'worker-pool, pools, pool_2, poolside, worker-pool-1'
    assert.equal(redact(names), names)
    for (const echo of ['pool', '"pool"', 'key=pool&x', 'key%3Dpool', 'a\\npool', 'Pool: no']) {
      assert.match(redact(echo), /‹API key›/, echo)
    }
    assert.equal(createRedact(canary)(`x${canary}x`), 'x‹API key›x')
  })

  it('is redacted in a message that is put on one line and shortened', async () => {
    const words = [`two\u200b  ${canary}`, 'x'.repeat(290) + canary, `a\n\t${canary}\r\nb`]
    for (const message of words) {
      for (const body of [JSON.stringify({ code: message, message }), message]) {
        sandbox.addFault({ status: 401, body, headers: { 'Content-Type': 'text/plain' } })
        const error = await failureOf(operations.deleting(clientOf(sandbox, { apiKey: canary })))
        assert.ok(error.serviceMessage)
        assertKept(everythingIn(error), canary)
      }
    }
    const apiKey = 'a space-q7'
    sandbox.addFault({ status: 401, body: JSON.stringify({ message: 'Bad a\u200b space-q7' }) })
    const error = await failureOf(operations.deleting(clientOf(sandbox, { apiKey })))
    assert.equal(error.serviceMessage, 'Bad ‹API key›')
  })

  it('is redacted in the path for an observer, if it is part of a name', async () => {
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

  it('isn’t in the error if it is invalid', () => {
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

  // What a service sends in its answers is in the faults, each with the key in it.
  describe('is in no error', () => {
    const request = { headers: { ApiKey: canary }, url: `https://example.com/?ApiKey=${canary}` }
    for (const [name, run] of Object.entries(operations)) {
      for (const code of ['ECONNRESET', 'CERT_HAS_EXPIRED', 'HPE_INVALID_CONSTANT']) {
        it(`of fetch that contains the request, when ${name}: ${code}`, async () => {
          const cause = Object.assign(new Error(`ApiKey: ${canary}`), { code, request })
          const failed = new TypeError(`fetch failed ${canary}`, { cause })
          const fetch = () => Promise.reject(Object.assign(failed, { request }))
          const client = clientOf(sandbox, { apiKey: canary, fetch, timeoutMs: 400 })
          const error = await failureOf(run(client))
          assert.equal(error.cause, undefined)
          assertKept(everythingIn(error), canary)
        })
      }

      it(`for a cancellation whose reason contains it, when ${name}`, async () => {
        const signal = AbortSignal.abort(new Error(canary))
        const error = await failureOf(run(clientOf(sandbox, { apiKey: canary }), signal))
        assert.equal(error.kind, 'cancelled')
        assertKept(everythingIn(error), canary)
      })
    }

    it('for a response that can’t be parsed, which isn’t quoted', async () => {
      const bodies: [body: string, isPage?: boolean][] = [[`${canary} {`], [`<p>${canary}`, true]]
      for (const [body, isPage] of bodies) {
        sandbox.addFault({ body })
        const error = await failureOf(operations.listing(clientOf(sandbox, { apiKey: canary })))
        assert.deepEqual([error.kind, error.isPage], ['invalidResponse', isPage])
        assert.ok(!everythingIn(error).includes(canary.slice(0, 6))) // a parser quotes ten characters
      }
    })

    it('for a value that is no part of a path', async () => {
      const client = clientOf(sandbox, { apiKey: canary })
      const error = await failureOf(client.deleteMachinePool({ ...pool, provider: `A/${canary}` }))
      assert.equal(error.kind, 'invalidInput')
      assertKept(everythingIn(error), canary)
    })

    it('or event, which has only the method, path, status, and time', async () => {
      const events: object[] = []
      sandbox.addFault({ echoKey: true })
      const onExchange = (event: object) => events.push(event)
      await failureOf(operations.deleting(clientOf(sandbox, { onExchange })))
      assert.deepEqual(
        events.map((event) => Object.keys(event).sort()),
        [['method', 'ms', 'path', 'status']],
      )
    })
  })
})
