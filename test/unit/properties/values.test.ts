import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { createClient } from '../../../src/api/client.ts'
import { parseBaseUrl } from '../../../src/api/baseUrl.ts'
import { createDeleteRequest } from '../../../src/api/requests.ts'
import { ApiError } from '../../../src/api/errors.ts'
import { createRedact } from '../../../src/api/redaction.ts'
import { isLong } from '../../long.ts'
import { anyKey, anyText } from './anyTexts.ts'

const region = { provider: 'aws', region: 'us-east-1', cloudAccountUid: 'a' }
const pool = { provider: 'aws', configUid: 'c', machinePoolName: 'p' }

/** The time limit of a property in ms, on a busy machine. */
const timeLimit = 120_000
const runs = { numRuns: isLong ? 1000 : 120 }

/** Runs a function that may refuse its input, but may not fail otherwise. */
function runOrRefuse<T>(run: () => T): T | ApiError {
  try {
    return run()
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    assert.equal(error.kind, 'invalidInput')
    return error
  }
}

describe('Any text: As a header', function () {
  this.timeout(timeLimit)

  for (const field of ['apiKey', 'projectUid'] as const) {
    it(`is sent as it is, without white space around it, or is refused: ${field}`, async () => {
      const property = fc.asyncProperty(anyText, async (text) => {
        // A key that is the name of a field is redacted in the response, which can’t be read then.
        fc.pre(text.trim() !== 'zones')
        let sent = new Headers()
        const client = runOrRefuse(() =>
          createClient({
            baseUrl: 'https://service.example',
            apiKey: 'a-key',
            [field]: text,
            fetch: async (_, init) => {
              sent = new Headers(init?.headers)
              return Response.json({ zones: [] })
            },
          }),
        )
        const canTravel = /^[\x20-\x7e\xa0-\xff]+$/.test(text.trim())
        if (client instanceof ApiError) return assert.ok(!canTravel)
        await client.listZones(region)
        const name = field === 'apiKey' ? 'ApiKey' : 'ProjectUid'
        assert.equal(sent.get(name), text.trim() || null)
        const expected = ['accept', 'apikey']
        if (text.trim() && field === 'projectUid') expected.push('projectuid')
        assert.deepEqual([...sent.keys()], expected)
      })
      await fc.assert(property, runs)
    })
  }
})

describe('Any text: As a base URL', function () {
  this.timeout(timeLimit)

  const schemes = fc.constantFrom('https://', 'http://', 'HTTPS://', 'https:', '//', 'ftp://', '')
  const hosts = fc.oneof(
    fc.constantFrom(
      'localhost',
      '127.0.0.1',
      '127.1',
      '[::1]',
      '0x7f.1',
      'example.com',
      '[::ffff:1]',
    ),
    fc.domain(),
    anyText,
  )
  const rest = fc.array(
    fc.oneof(fc.constantFrom('/', '/a', '/..', '?', '#', '@', ':8443'), anyText),
    {
      maxLength: 3,
    },
  )
  const encoded = (start: string) =>
    fc.oneof(
      fc.constant(''),
      anyText.map((text) => start + encodeURIComponent(text.toWellFormed())),
    )
  // Not `fc.webUrl`, which takes more than a second to be created.
  const validUrl = fc
    .tuple(fc.domain(), encoded('/'), encoded('?'), encoded('#'))
    .map((parts) => `https://${parts.join('')}`)
  const address = fc.oneof(
    fc.tuple(schemes, hosts, rest).map(([scheme, host, path]) => scheme + host + path.join('')),
    validUrl,
    anyText,
  )

  it('is safe for the key, and every request goes to its origin, or it is refused', () => {
    const property = fc.property(address, (text) => {
      const base = runOrRefuse(() => parseBaseUrl(text))
      if (base instanceof ApiError) return
      const { protocol, hostname, username, password, search, hash, pathname } = new URL(base.href)
      assert.ok(protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
      assert.deepEqual([username, password, search, hash], ['', '', '', ''])
      const url = new URL(createDeleteRequest(base.href, pool).url)
      assert.equal(url.origin, base.origin)
      assert.ok(url.pathname.startsWith(`${pathname.replace(/\/+$/, '')}/v1/`))
      assert.deepEqual(parseBaseUrl(base.href), base)
    })
    fc.assert(property, runs)
  })
})

describe('Any text: An API key in a text', function () {
  this.timeout(timeLimit)

  // Only the characters of keys: JavaScript’s `toLowerCase` turns the sign for kelvins into a k, too.
  const lower = (text: string) => text.replace(/[A-Z\xC0-\xDE]/g, (letter) => letter.toLowerCase())
  const percent = (text: string) =>
    Array.from(new TextEncoder().encode(text), (byte) => `%${byte.toString(16)}`).join('')
  const forms: Record<string, (key: string) => string> = {
    plain: (key) => key,
    'in capitals': (key) => key.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
    'in a URL': encodeURIComponent,
    'in a URL, all of it': percent,
    'in a form': (key) => new URLSearchParams({ key }).toString().slice('key='.length),
    'in JSON': (key) => JSON.stringify(key).slice(1, -1),
    'in base64': (key) => Buffer.from(key).toString('base64').replace(/=+$/, ''),
    'in base64 for URLs': (key) => Buffer.from(key).toString('base64url'),
  }
  for (const [form, write] of Object.entries(forms)) {
    it(`is redacted: ${form}`, () => {
      // A shorter key is redacted only as a whole word.
      const longKey = anyKey.map((key) => key.padEnd(12, 'q7'))
      const property = fc.property(longKey, anyText, anyText, (key, before, after) => {
        const written = write(key)
        const remaining = createRedact(key)(before + written + after).split('‹API key›')
        assert.ok(remaining.length > 1)
        assert.ok(!lower(remaining.join('\0')).includes(lower(written)))
      })
      fc.assert(property, runs)
    })
  }
})
