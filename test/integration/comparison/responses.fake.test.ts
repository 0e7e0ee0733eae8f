import { strict as assert } from 'node:assert'
import { completeList } from '../../../src/api/list.ts'
import { ComparisonData } from '../../../src/features/comparison/comparisonData.ts'
import type { RegionRef } from '../../../src/model/refs.ts'
import type { Parts } from '../../../src/parts.ts'
import { connection } from '../../unit/sources.ts'

describe('Comparison: The data of many regions', () => {
  it('isn’t looked through for each response, but before it is shown', async () => {
    const loaded = new Set<string>()
    let lookCount = 0
    const zones = {
      refresh: async ({ region }: RegionRef) => {
        loaded.add(region)
        return Promise.resolve(completeList([]))
      },
      peek({ region }: RegionRef) {
        lookCount += 1
        return loaded.has(region) ? { value: completeList([{ name: region }]), at: 0 } : undefined
      },
    }
    const parts = {
      clouds: { zones, accountName: () => undefined },
      pins: { account: () => undefined },
      connections: { find: () => connection },
    } as unknown as Parts
    const places = Array.from({ length: 100 }, (_, index) => ({
      connection: connection.name,
      provider: 'aws',
      cloudAccountUid: 'acc',
      region: `region-${index}`,
    }))
    let changeCount = 0
    const data = new ComparisonData({ places }, parts, () => (changeCount += 1))
    data.syncFromCache()
    await data.load(data.places, new AbortController().signal)
    assert.ok(changeCount > places.length)
    assert.equal(lookCount, places.length)
    data.syncFromCache()
    assert.equal(data.compare().rows.length, places.length)
  })
})
