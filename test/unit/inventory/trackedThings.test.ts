import assert from 'node:assert/strict'
import { readTracked, type TrackedThings } from '../../../src/inventory/trackedThings.ts'

const deletion = { sentAt: 1, over: '["a"]', isAccepted: true, wasKept: 'pool' } as const
const things: TrackedThings = {
  accounts: [
    { provider: 'aws', uid: 'u', label: 'Ours', regions: [{ name: 'r' }] },
    { provider: 'gcp', uid: 'u', lastName: 'g', regions: [{ name: 'r', project: 'p' }] },
  ],
  configs: [
    { provider: 'aws', uid: 'c', lastName: 'k', pools: [{ name: 'w' }, { name: 'x', deletion }] },
  ],
}
const none: TrackedThings = { accounts: [], configs: [] }
const account = (value: unknown) =>
  readTracked({ a: { accounts: [value] } })[0]?.[1].accounts[0] ?? 'left out'
const pool = (value: unknown) =>
  readTracked({ a: { configs: [{ provider: 'aws', uid: 'c', pools: [value] }] } })[0]?.[1]
    .configs[0]?.pools[0] ?? 'left out'

describe('what is kept of the trees', () => {
  it('is read as it was stored', () => {
    const stored: unknown = JSON.parse(JSON.stringify({ a: things, constructor: things }))
    assert.deepEqual(readTracked(stored), [
      ['a', things],
      ['constructor', things],
    ])
  })

  for (const stored of [undefined, null, 'a', 7, []]) {
    it(`is nothing where ${JSON.stringify(stored)} is stored`, () => {
      assert.deepEqual(readTracked(stored), [])
    })
  }

  it('is nothing for a connection whose things cannot be read, and all for the others', () => {
    for (const broken of [null, 'x', {}, { accounts: 'x', configs: 7 }]) {
      assert.deepEqual(readTracked({ a: broken, b: things }), [
        ['a', none],
        ['b', things],
      ])
    }
  })

  it('leaves out an account or a region that cannot be read, and nothing else', () => {
    const whole = { provider: 'aws', uid: 'u', regions: [] }
    assert.deepEqual(account({ ...whole, later: 1 }), whole)
    for (const broken of [null, 'x', { ...whole, provider: 7 }, { ...whole, uid: undefined }]) {
      assert.equal(account(broken), 'left out')
    }
    const regions = [null, { name: 7 }, { name: 'q', project: 7 }, { name: 'r' }]
    assert.deepEqual(account({ ...whole, regions, label: 7 }), {
      ...whole,
      regions: [{ name: 'r' }],
    })
  })

  it('leaves out a pool whose deletion cannot be read: it may be another version’s', () => {
    assert.deepEqual(pool({ name: 'w', deletion }), { name: 'w', deletion })
    for (const part of ['sentAt', 'over', 'isAccepted', 'wasKept']) {
      assert.equal(pool({ name: 'w', deletion: { ...deletion, [part]: null } }), 'left out')
    }
    assert.equal(pool({ name: 'w', deletion: { ...deletion, wasKept: 'all' } }), 'left out')
    assert.equal(pool({ name: 'w', deletion: 7 }), 'left out')
    assert.equal(pool({}), 'left out')
  })
})
