import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { createClient, type ClientOptions } from '../../../src/api/client.ts'
import { ApiError } from '../../../src/api/errors.ts'
import { createLookups } from '../../../src/api/lookups.ts'
import { all } from '../lookups/helpers.ts'
import { anyText } from './anyTexts.ts'

const prefixes = ['', '/gateway', '/a%20b/c']
const origin = 'https://service.example'

/** What is asked for with three texts, and the only path and query that it may come to. */
interface Question {
  run: (options: ClientOptions, texts: [string, string, string]) => Promise<unknown>
  segments: (texts: [string, string, string]) => string[]
  /** The text that goes into the query. */
  query?: (texts: [string, string, string]) => string
}

const questions: Record<string, Question> = {
  zones: {
    run: (options, [provider, region, cloudAccountUid]) =>
      createClient(options).listZones({ provider, region, cloudAccountUid }),
    segments: ([provider, region]) => [
      'clouds',
      ...provider.split('/'),
      'regions',
      region,
      'zones',
    ],
    query: ([, , account]) => account,
  },
  deletion: {
    run: (options, [provider, configUid, machinePoolName]) =>
      createClient(options).deleteMachinePool({ provider, configUid, machinePoolName }),
    segments: ([provider, config, pool]) => [
      'cloudconfigs',
      ...provider.split('/'),
      config,
      'machinePools',
      pool,
    ],
  },
  machines: {
    run: (options, [provider, configUid, machinePoolName]) =>
      createLookups(options).machines({ provider, configUid, machinePoolName }),
    segments: ([provider, config, pool]) => [
      'cloudconfigs',
      ...provider.split('/'),
      config,
      'machinePools',
      pool,
      'machines',
    ],
  },
  'zones of gcp': {
    run: (options, [region, project, cloudAccountUid]) =>
      createLookups(options).providerZones({ provider: 'gcp', region, project, cloudAccountUid }),
    segments: ([region, project]) => [
      'clouds',
      'gcp',
      'projects',
      project,
      'regions',
      region,
      'zones',
    ],
    query: ([, , account]) => account,
  },
}

const provider = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('aws', 'edge-native', 'x_1.2') },
  anyText.map((text) => `cloudTypes/${text}`),
  anyText,
)

/** Whether no path and no query can carry a text. */
function isImpossible(text: string): boolean {
  return text.trim() === '' || /^\.\.?$|\p{Cc}|\p{Surrogate}/u.test(text)
}

describe('Any text: any texts in a path', function () {
  this.timeout(30_000)

  for (const [name, { run, segments, query }] of Object.entries(questions)) {
    it(`${name}: make the one path that was meant, or are refused`, async () => {
      const given = fc.tuple(provider, anyText, anyText)
      const property = fc.asyncProperty(
        fc.constantFrom(...prefixes),
        given,
        async (prefix, texts) => {
          const urls: string[] = []
          const fetch = async (input: unknown) => {
            urls.push(String(input))
            return new Response('', { status: 400 })
          }
          const options = { baseUrl: origin + prefix, apiKey: 'a-key', fetch }
          const error: unknown = await run(options, texts).catch((reason: unknown) => reason)
          assert.ok(error instanceof ApiError)
          const meant = segments(texts)
          const account = query?.(texts)
          if (error.kind === 'invalidInput') {
            assert.deepEqual(urls, [])
            const isOdd = ![...meant, account ?? 'a'].every((text) => !isImpossible(text))
            // The form of a provider has tests of its own.
            assert.ok(isOdd || error.message.startsWith('provider'), error.message)
            return
          }
          assert.equal(urls.length, 1)
          const url = new URL(urls[0] ?? '')
          assert.deepEqual([url.origin, url.hash, url.username], [origin, '', ''])
          assert.ok(url.pathname.startsWith(`${prefix}/v1/`))
          const found = url.pathname.slice(prefix.length + 1).split('/')
          assert.deepEqual(found.map(decodeURIComponent), ['v1', ...meant])
          const asked = account === undefined ? [] : [['cloudAccountUid', account]]
          assert.deepEqual([...url.searchParams], asked)
        },
      )
      await fc.assert(property, { numRuns: 250 })
    })
  }

  it('as a token for the next page: are sent as they are, or end the list', async () => {
    const property = fc.asyncProperty(anyText, async (token) => {
      const urls: string[] = []
      const fetch = async (input: unknown) => {
        urls.push(String(input))
        return Response.json({ items: [], listmeta: { continue: token } })
      }
      const lookups = createLookups({ baseUrl: origin, apiKey: 'a-key', fetch })
      const error: unknown = await all(lookups.cloudAccounts()).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      if (/\p{Surrogate}/u.test(token)) {
        assert.ok(error instanceof ApiError)
        assert.equal(error.kind, 'invalidResponse')
        return
      }
      assert.equal(error, undefined)
      const tokens = urls.map((url) => new URL(url).searchParams.get('continue'))
      assert.deepEqual(tokens, token === '' ? [null] : [null, token])
    })
    await fc.assert(property, { numRuns: 250 })
  })
})
