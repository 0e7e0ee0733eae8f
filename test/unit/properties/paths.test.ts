import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { createClient, type ClientOptions } from '../../../src/api/client.ts'
import { ApiError } from '../../../src/api/errors.ts'
import { createLookups } from '../../../src/api/lookups.ts'
import { all } from '../lookups/helpers.ts'
import { anyText } from './anyTexts.ts'

const prefixes = ['', '/gateway', '/a%20b/c']
const origin = 'https://service.example'

type Texts = [string, string, string]

/** A request with three texts, and the only path that it may have, with the indexes of the texts in braces. */
interface RequestCase {
  run: (options: ClientOptions, texts: Texts) => Promise<unknown>
  path: string
  /** The index of the text that goes into the query. */
  query?: number
}

// Every request is created by `createRequest`; `cases` in ../lookups/helpers.ts has the paths of the others.
const requests: Record<string, RequestCase> = {
  zones: {
    run: (options, [provider, region, cloudAccountUid]) =>
      createClient(options).listZones({ provider, region, cloudAccountUid }),
    path: 'clouds/{0}/regions/{1}/zones',
    query: 2,
  },
  deletion: {
    run: (options, [provider, configUid, machinePoolName]) =>
      createClient(options).deleteMachinePool({ provider, configUid, machinePoolName }),
    path: 'cloudconfigs/{0}/{1}/machinePools/{2}',
  },
  'zones of gcp': {
    run: (options, [region, project, cloudAccountUid]) =>
      createLookups(options).providerZones({ provider: 'gcp', region, project, cloudAccountUid }),
    path: 'clouds/gcp/projects/{1}/regions/{0}/zones',
    query: 2,
  },
}

/** Returns the segments of a path; a provider may have two. */
function splitPath(path: string, texts: Texts): string[] {
  return path.split('/').flatMap((part) => {
    const text = texts[Number(/^\{(\d)\}$/.exec(part)?.[1] ?? NaN)]
    if (text === undefined) return part
    return part === '{0}' && !path.includes('regions/{0}') ? text.split('/') : text
  })
}

const provider = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('aws', 'edge-native', 'x_1.2') },
  anyText.map((text) => `cloudTypes/${text}`),
  anyText,
)

/** Returns whether neither a path nor a query can carry a text. */
function cannotBeSent(text: string): boolean {
  return text.trim() === '' || /^\.\.?$|\p{Cc}|\p{Surrogate}/u.test(text)
}

describe('Any text: Texts in a path', function () {
  this.timeout(30_000)

  for (const [name, { run, path, query }] of Object.entries(requests)) {
    it(`lead to the expected path only, or are refused: ${name}`, async () => {
      const anyTexts = fc.tuple(provider, anyText, anyText)
      const property = fc.asyncProperty(
        fc.constantFrom(...prefixes),
        anyTexts,
        async (prefix, texts) => {
          const urls: string[] = []
          const fetch = async (input: unknown) => {
            urls.push(String(input))
            return new Response('', { status: 400 })
          }
          const options = { baseUrl: origin + prefix, apiKey: 'a-key', fetch }
          const error: unknown = await run(options, texts).catch((reason: unknown) => reason)
          assert.ok(error instanceof ApiError)
          const segments = splitPath(path, texts)
          const account = query === undefined ? undefined : texts[query]
          if (error.kind === 'invalidInput') {
            assert.deepEqual(urls, [])
            const isRefused = ![...segments, account ?? 'a'].every((text) => !cannotBeSent(text))
            // The form of a provider has tests of its own.
            assert.ok(isRefused || error.message.startsWith('provider'), error.message)
            return
          }
          assert.equal(urls.length, 1)
          const url = new URL(urls[0] ?? '')
          assert.deepEqual([url.origin, url.hash, url.username], [origin, '', ''])
          assert.ok(url.pathname.startsWith(`${prefix}/v1/`))
          const sentSegments = url.pathname.slice(prefix.length + 1).split('/')
          assert.deepEqual(sentSegments.map(decodeURIComponent), ['v1', ...segments])
          const expectedQuery = account === undefined ? [] : [['cloudAccountUid', account]]
          assert.deepEqual([...url.searchParams], expectedQuery)
        },
      )
      await fc.assert(property, { numRuns: 250 })
    })
  }

  it('are sent as they are as the token for the next page, or end the list', async () => {
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
