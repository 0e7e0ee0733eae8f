import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { createClient, type ClientOptions } from '../../../src/api/client.ts'
import { ApiError } from '../../../src/api/errors.ts'
import { createLookups } from '../../../src/api/lookups.ts'
import { isLong } from '../../long.ts'
import { findOperation, operations as published } from '../../sandbox/shapes.ts'
import { failureOf } from '../api/helpers.ts'
import { cases, config } from '../lookups/helpers.ts'
import { anyKey, anyText } from './anyTexts.ts'
import { createBodies } from './bodies.ts'

const names = [
  'zones zoneList items projects regions metadata uid name id kind state status zoneId',
  'spec specSummary cloudConfig cloudType machinePools machinePoolConfig clusterConfig region',
  'cloudAccountRef azs size isControlPlane listmeta continue orgName code message',
  '__proto__ constructor prototype toString hasOwnProperty length then toJSON',
].flatMap((line) => line.split(' '))

/** JSON as text, with the fields that matter and the names that objects inherit, some of them twice. */
const { json } = fc.letrec<{ json: string; list: string; object: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 6, depthSize: 'medium' },
    fc.oneof(
      fc.constantFrom('null', 'true', 'false', '0', '-1e999', '""', '"a"'),
      anyText.map((text) => JSON.stringify(text)),
    ),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('json'), { maxLength: 4 }).map((values) => `[${values.join()}]`),
  object: fc
    .array(fc.tuple(fc.constantFrom(...names), tie('json')), { maxLength: 6 })
    .map((fields) => `{${fields.map(([name, value]) => `"${name}":${value}`).join()}}`),
}))

const statuses = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(200, 201, 206) },
  fc.integer({ min: 200, max: 599 }).filter((status) => ![204, 205, 304].includes(status)),
)
const types = fc.constantFrom('application/json', 'text/html', 'text/plain', '')

/** The requests of a service: how each is sent, and the smallest valid response. */
const requests: Record<
  string,
  { run: (options: ClientOptions) => Promise<unknown>; empty: string }
> = {
  zones: {
    run: (options) =>
      createClient(options).listZones({ provider: 'aws', region: 'r', cloudAccountUid: 'a' }),
    empty: '{"zones":[]}',
  },
  deletion: {
    run: (options) =>
      createClient(options).deleteMachinePool({
        provider: 'aws',
        configUid: 'c',
        machinePoolName: 'p',
      }),
    empty: '',
  },
  ...Object.fromEntries(
    Object.entries(cases).map(([name, { run, empty }]) => [
      name,
      { run: (options: ClientOptions) => run(createLookups(options)), empty },
    ]),
  ),
}
const service = { baseUrl: 'https://service.example', apiKey: 'a-key', timeoutMs: 400 } // too short for a retry

/** Returns the properties that all objects inherit, which a response might change. */
function inheritedProperties(): unknown[] {
  const prototypes = [Object, Array, String, Error, Promise, ApiError].map(
    ({ prototype }) => prototype,
  )
  return prototypes.map((prototype) => Object.entries(Object.getOwnPropertyDescriptors(prototype)))
}

/** Asserts that no object in a value has another prototype. */
function assertPlainObjects(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const prototype: unknown = Array.isArray(value) ? Array.prototype : Object.prototype
  assert.equal(Object.getPrototypeOf(value), prototype)
  Object.values(value).forEach(assertPlainObjects)
}

describe('Any text: A response', function () {
  this.timeout(120_000)

  for (const [name, { run, empty }] of Object.entries(requests)) {
    it(`to ${name} is read or becomes an ApiError, and changes no object’s prototype`, async () => {
      const before = inheritedProperties()
      const body = fc.oneof(
        json,
        // So that some values are in the expected fields, too.
        json.map((inner) => empty.replace('null', inner)),
        json.map((inner) => empty.replace('null', `[${inner}]`).replace('[]', `[${inner}]`)),
        anyText,
      )
      const property = fc.asyncProperty(body, statuses, types, async (text, status, type) => {
        const fetch = async () => new Response(text, { status, headers: { 'Content-Type': type } })
        const result: unknown = await run({ ...service, fetch }).catch((error: unknown) => {
          assert.ok(error instanceof ApiError, String(error))
          return undefined
        })
        assertPlainObjects(result)
      })
      const inherited = '"__proto__":{"isInherited":true}'
      const examples: [string, number, string][] = [
        [`{${inherited},"items":[{${inherited}}]}`, 200, 'application/json'],
      ]
      await fc.assert(property, { examples, numRuns: isLong ? 400 : 50 })
      assert.deepEqual(inheritedProperties(), before)
    })
  }

  for (const [name, { run }] of Object.entries(cases)) {
    it(`to ${name} is read if it has the published shape`, async () => {
      const [method = '', path = ''] = (cases[name]?.request ?? '').split(/ |\?/)
      const operation = published.get(findOperation(method, path) ?? '')
      const schema = operation?.body ?? assert.fail(`${method} ${path} is not published`)
      const property = fc.asyncProperty(createBodies(schema), async (body) => {
        // Pages have tests of their own, and a single cluster isn’t found.
        // A cloud config with another UID is refused, and so is one without pools.
        const fixedFields = name === 'cloudConfig' ? { metadata: { uid: config.configUid } } : {}
        const text = JSON.stringify(
          Array.isArray(body) ? body : Object.assign({}, body, fixedFields),
          (key, value: unknown) => {
            if (key === 'listmeta') return undefined
            const hasNoPools = key === 'machinePoolConfig' && !(Array.isArray(value) && value[0])
            return hasNoPools ? [{ name: 'p' }] : value
          },
        )
        const fetch = async (input: unknown) =>
          String(input).includes('/v1/spectroclusters/')
            ? new Response('', { status: 404 })
            : new Response(text)
        await run(createLookups({ ...service, fetch }))
      })
      await fc.assert(property, { numRuns: isLong ? 200 : 50 })
    })
  }
})

/** Whether a text has a key in it; one of less than 12 characters may be a part of a word. */
function repeatsKey(text: string, key: string): boolean {
  return key.length < 12 ? text.split(/[^\w-]+/).includes(key) : text.includes(key)
}

describe('Any text: The message and code of an error', function () {
  this.timeout(120_000)

  it('are short, in one line, without HTML, and without the key', async () => {
    const body = fc.oneof(
      anyText,
      json,
      fc.tuple(anyText, anyText).map(([code, message]) => JSON.stringify({ code, message })),
      anyText.map((message) => JSON.stringify({ message: message.repeat(100) })),
    )
    const property = fc.asyncProperty(body, types, anyKey, async (text, type, key) => {
      const headers = { 'Content-Type': type }
      const fetch = async () => new Response(text, { status: 400, headers })
      const lookups = createLookups({ ...service, apiKey: key, fetch })
      const { serviceMessage: message = '', code = '' } = await failureOf(lookups.whoAmI())
      assert.ok(message.length <= 300 && code.length <= 60)
      for (const words of [message, code]) {
        assert.equal(words, words.trim())
        assert.doesNotMatch(words, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|<html|<!doctype/iu)
        assert.ok(!repeatsKey(words.replaceAll('‹API key›', '\0'), key))
      }
    })
    await fc.assert(property, { numRuns: isLong ? 2000 : 200 })
  })
})
