import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { ApiError } from '../../../src/api/errors.ts'
import { isLong } from '../../long.ts'
import { operations, type Schema } from '../../sandbox/shapes.ts'
import { bodiesOf, type Fields } from './bodies.ts'
import { at, everything, type Known } from './known.ts'

/** Without what is undefined. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** What is made of a body; of one cluster that is asked for by itself nothing is known. */
async function readingOf({ ask }: Known, body: unknown): Promise<unknown> {
  const fetch = async (input: unknown) =>
    String(input).includes('/v1/spectroclusters/')
      ? new Response('', { status: 404 })
      : new Response(withoutNextPage(body))
  try {
    return plain(await ask({ baseUrl: 'https://service.example', apiKey: 'a-key', fetch }))
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    return error.kind
  }
}

/** Pages have tests of their own. */
function withoutNextPage(body: unknown): string {
  return JSON.stringify(body, (name, value: unknown) => (name === 'listmeta' ? undefined : value))
}

describe('Any text: any body of a published shape', function () {
  this.timeout(60_000)

  for (const known of everything) {
    const schema = operations.get(known.operation)?.body as Schema
    for (const fields of ['some', 'all', 'required'] satisfies Fields[]) {
      it(`is read, and all is known from it: ${known.operation}, ${fields} fields`, async () => {
        const property = fc.asyncProperty(bodiesOf(schema, fields), async (made) => {
          const body = plain(made)
          const isList =
            known.list === undefined ||
            at(body, known.list) !== undefined ||
            (known.operation.includes('/cloudconfigs/')
              ? at(body, 'spec') !== undefined && at(body, 'metadata.uid') === 'c'
              : !schema.required?.includes(known.list))
          const expected = isList ? plain(known.of(body)) : 'invalidResponse'
          // A list of zones of which none can be read is one of something else.
          const isOdd = known.operation.includes('{provider}') && isOddList(body)
          assert.deepEqual(await readingOf(known, body), isOdd ? 'invalidResponse' : expected)
        })
        await fc.assert(property, { numRuns: (fields === 'required' ? 10 : 50) * (isLong ? 4 : 1) })
      })
    }
  }

  function isOddList(body: unknown): boolean {
    const zones = (at(body, 'zones') ?? []) as { name?: string }[]
    return zones.length > 0 && zones.every(({ name }) => !name)
  }

  it('is asked for wherever one is read', () => {
    const asked = new Set(everything.map(({ operation }) => operation))
    const unread = [...operations]
      .filter(([name, { body }]) => body && !asked.has(name))
      .map(([name]) => name)
    // One cluster is asked for its config (clusters.test.ts); the others are for nobody yet.
    assert.deepEqual(
      unread.filter((name) => !/subscriptions|events/.test(name)),
      [
        'GET /v1/dashboard/spectroclusters/meta',
        'GET /v1/spectroclusters/{uid}',
        'GET /v1/audits',
        'GET /v1/clouds/apache-cloudstack/projects',
        'GET /v1/clouds/apache-cloudstack/zones',
        'GET /v1/clouds/aws/regions/{region}/vpcs',
        'GET /v1/clouds/gcp/projects/{project}/zones',
        'GET /v1/clouds/maas/azs',
      ],
    )
  })
})
