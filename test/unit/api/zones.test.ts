import assert from 'node:assert/strict'
import { readZones } from '../../../src/api/zones.ts'
import { useSandbox } from '../useSandbox.ts'
import { clientOf, failureOf, region } from './helpers.ts'

describe('API client: The list of zones', () => {
  const sandbox = useSandbox()

  const listed: [what: string, body: string, zones: object[]][] = [
    ['nulls', '{"zones":[{"name":"a","state":null,"zoneId":null}]}', [{ name: 'a' }]],
    [
      'an unknown state, kept as it is',
      '{"zones":[{"name":"a","state":"On Fire","zoneId":"1"}]}',
      [{ name: 'a', state: 'On Fire', zoneId: '1' }],
    ],
    [
      'unknown fields, left out',
      '{"zones":[{"name":"a","extra":{"x":[1]}}],"listmeta":null}',
      [{ name: 'a' }],
    ],
    ['a byte order mark', '\uFEFF{"zones":[{"name":"a"}]}', [{ name: 'a' }]],
    [
      'names of what objects inherit',
      '{"__proto__":{"polluted":1},"zones":[{"name":"a","__proto__":{"state":"x"},"constructor":1}]}',
      [{ name: 'a' }],
    ],
  ]
  for (const [what, body, zones] of listed) {
    it(`reads ${what}`, async () => {
      sandbox.addFault({ body })
      assert.deepEqual(await clientOf(sandbox).listZones(region), zones)
      assert.equal(({} as { polluted?: number }).polluted, undefined)
    })
  }

  it('omits the zones without a name, and counts them for the lookups', async () => {
    const body = '{"zones":[{"name":"a"},{"name":""},{"zoneId":"z"},null]}'
    sandbox.addFault({ body })
    assert.deepEqual(await clientOf(sandbox).listZones(region), [{ name: 'a' }])
    assert.deepEqual(readZones(JSON.parse(body)), { items: [{ name: 'a' }], unreadable: 3 })
  })

  it('counts names that are too long as unreadable, leaves out such IDs, and cuts states', () => {
    const longest = 'a'.repeat(400)
    const zones = [
      { name: longest, state: 's'.repeat(1_001), zoneId: longest },
      { name: 'b', zoneId: `${longest}a` },
      { name: `${longest}a` },
    ]
    assert.deepEqual(readZones({ zones }), {
      items: [{ name: longest, state: `${'s'.repeat(999)}…`, zoneId: longest }, { name: 'b' }],
      unreadable: 1,
    })
  })

  it('reads at most ten thousand zones, and counts the others as unreadable', () => {
    const zones = Array.from({ length: 10_002 }, (_, index) => ({ name: `zone-${index}` }))
    const { items, unreadable } = readZones({ zones })
    assert.deepEqual([items.length, unreadable], [10_000, 2])
  })

  const refused: [what: string, body: string][] = [
    ['zones by another name', '{"zoneList":[{"id":"1"}]}'],
    ['zones that only the prototype has', '{"__proto__":{"zones":[]}}'],
    ['cut JSON', '{"zones":[{"name":"a"}'],
    ['deep nesting', '['.repeat(1_000_000)],
  ]
  for (const [what, body] of refused) {
    it(`rejects ${what}`, async () => {
      sandbox.addFault({ body })
      const { kind, status, mayHaveTakenEffect } = await failureOf(
        clientOf(sandbox).listZones(region),
      )
      assert.deepEqual([kind, status, mayHaveTakenEffect], ['invalidResponse', 200, false])
      assert.equal(sandbox.requests.length, 1)
    })
  }

  it('rejects text that ends within a character', async () => {
    const body = Buffer.from('{"zones":[]}\u20AC').subarray(0, -1)
    const fetch = () => Promise.resolve(new Response(body))
    const error = await failureOf(clientOf(sandbox, { fetch }).listZones(region))
    assert.equal(error.kind, 'invalidResponse')
  })
})
